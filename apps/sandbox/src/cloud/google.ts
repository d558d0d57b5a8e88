import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSigningKey } from '../signing-key.ts';
import { type Account, bytesOf, type CloudFile, createAccounts, createFile, sizeOf } from './accounts.ts';
import { bearerOf, readForms, registerOAuthServer } from './authorize.ts';
import { readAll } from './content.ts';
import { readDriveQuery } from './drive-query.ts';
import { createCloudFaults, registerCloudControl } from './faults.ts';
import { createGrants } from './grants.ts';

export interface CloudOptions {
  clientId: string;
  clientSecret: string;
  /** A function, because a server on a free port learns its address only when it listens. */
  publicUrl: () => string;
  now: () => Date;
}

const ROOT = '/google';
const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.file';
const MEET_SCOPE = 'https://www.googleapis.com/auth/meetings.space.created';
const LARGEST_UPLOAD = 512 * 1024 ** 2;

interface Upload {
  account: Account;
  file: Pick<CloudFile, 'name' | 'type' | 'parents' | 'appProperties'>;
}

interface Metadata {
  name?: string;
  mimeType?: string;
  parents?: string[];
  appProperties?: Record<string, string>;
}

/** Google's sign-in, Drive v3 and Meet v2 under `/google`, as far as the platform uses them. */
export async function registerGoogle(app: FastifyInstance, options: CloudOptions): Promise<void> {
  const { now } = options;
  const accounts = createAccounts(now);
  const grants = createGrants(now);
  const faults = createCloudFaults();
  const key = createSigningKey();
  const uploads = new Map<string, Upload>();
  const issuer = () => `${options.publicUrl()}${ROOT}`;
  registerCloudControl(app, 'google', { accounts, grants, faults, now });

  /** The account of the token, or undefined after an answer. */
  const admit = (request: FastifyRequest, reply: FastifyReply, scope: string): Account | undefined => {
    const grant = grants.open(bearerOf(request));
    if (grant === 'unknown' || grant === 'expired') {
      refuse(reply, 401, 'authError', 'Invalid Credentials', 'UNAUTHENTICATED');
      return undefined;
    }
    if (!grant.scope.split(' ').includes(scope)) {
      refuse(reply, 403, 'insufficientPermissions', 'Insufficient Permission', 'PERMISSION_DENIED');
      return undefined;
    }
    return grant.account;
  };
  const keep = ({ account, file }: Upload, content: Buffer) => {
    const kept = createFile({ ...file, content }, now());
    account.files.push(kept);
    account.freeBytes -= content.length;
    return describeFile(kept);
  };

  await app.register(async (routes) => {
    readForms(routes);
    routes.get(`${ROOT}/.well-known/openid-configuration`, async () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/o/oauth2/v2/auth`,
      token_endpoint: `${issuer()}/token`,
      revocation_endpoint: `${issuer()}/revoke`,
      jwks_uri: `${issuer()}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['plain', 'S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
    }));
    routes.get(`${ROOT}/oauth2/v3/certs`, async () => ({ keys: [key().jwk] }));
    registerOAuthServer(routes, {
      title: 'Google',
      authorizePath: `${ROOT}/o/oauth2/v2/auth`,
      tokenPath: `${ROOT}/token`,
      client: { id: options.clientId, secret: options.clientSecret },
      accounts,
      grants,
      faults,
      isLenient: false,
      // Without prompt=consent Google gives a refresh token the first time only.
      isOffline: (query) => query['access_type'] === 'offline' && query['prompt'] === 'consent',
      beside: () => ({ iss: issuer(), authuser: '0' }),
      describe: ({ grant, accessToken, refreshToken, expiresIn }, nonce) => ({
        access_token: accessToken,
        expires_in: expiresIn,
        ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
        scope: grant.scope,
        token_type: 'Bearer',
        ...(grant.scope.split(' ').includes('openid') && nonce !== undefined
          ? { id_token: key().signJwt(claimsOf(grant.account, nonce)) }
          : {}),
      }),
    });
    routes.post<{ Body: Record<string, string>; Querystring: { token?: string } }>(
      `${ROOT}/revoke`,
      async (request, reply) => {
        if (faults.apply('revoke', request, reply)) return reply;
        const grant = grants.grantOf(request.body?.['token'] ?? request.query.token ?? '');
        if (grant === undefined) return reply.code(400).send({ error: 'invalid_token' });
        // Google ends everything that the person gave to the application, whichever token is named.
        grants.withdraw(grant.account);
        return {};
      },
    );
  });

  const claimsOf = (account: Account, nonce: string) => {
    const seconds = Math.floor(now().getTime() / 1000);
    return {
      iss: issuer(),
      aud: options.clientId,
      azp: options.clientId,
      sub: account.id,
      ...(nonce === '' ? {} : { nonce }),
      iat: seconds,
      exp: seconds + 3600,
    };
  };

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (_request, _payload, done) => done(null));

    routes.get<{ Querystring: Record<string, string> }>(`${ROOT}/drive/v3/files`, async (request, reply) => {
      if (faults.apply('list', request, reply)) return reply;
      const account = admit(request, reply, DRIVE_SCOPE);
      if (account === undefined) return reply;
      const { q = '', pageSize = '100', pageToken = '0' } = request.query;
      const fits = readDriveQuery(q);
      if (fits === undefined || !/^\d{1,9}$/.test(pageToken))
        return refuse(reply, 400, 'invalid', 'Invalid Value');
      const found = account.files.filter((file) => file.isShared && fits(file));
      const from = Number(pageToken);
      const until = from + Number(pageSize);
      return {
        kind: 'drive#fileList',
        incompleteSearch: false,
        files: found.slice(from, until).map(describeFile),
        ...(until < found.length ? { nextPageToken: String(until) } : {}),
      };
    });

    routes.get<{ Params: { id: string }; Querystring: { alt?: string } }>(
      `${ROOT}/drive/v3/files/:id`,
      async (request, reply) => {
        const isContent = request.query.alt === 'media';
        if (faults.apply(isContent ? 'content' : 'list', request, reply)) return reply;
        const account = admit(request, reply, DRIVE_SCOPE);
        if (account === undefined) return reply;
        const file = account.files.find(({ id, isShared }) => id === request.params.id && isShared);
        if (file === undefined) return refuse(reply, 404, 'notFound', 'File not found');
        if (!isContent) return describeFile(file);
        if (file.type.startsWith('application/vnd.google-apps.'))
          return refuse(
            reply,
            403,
            'fileNotDownloadable',
            'Only files with binary content can be downloaded.',
          );
        return sendBytes(reply, file, faults.takes('content', 'cut'));
      },
    );

    routes.post(`${ROOT}/drive/v3/files`, async (request, reply) => {
      if (faults.apply('list', request, reply)) return reply;
      const account = admit(request, reply, DRIVE_SCOPE);
      const metadata = readMetadata(await readAll(request.raw, 64 * 1024));
      if (account === undefined) return reply;
      if (metadata === undefined) return refuse(reply, 400, 'badRequest', 'Invalid JSON');
      return keep({ account, file: fileOf(metadata, undefined) }, Buffer.alloc(0));
    });

    routes.post<{ Querystring: { uploadType?: string } }>(
      `${ROOT}/upload/drive/v3/files`,
      async (request, reply) => {
        if (faults.apply('content', request, reply)) return reply;
        const account = admit(request, reply, DRIVE_SCOPE);
        if (account === undefined) return reply;
        if (request.query.uploadType === 'multipart') {
          const parts = readMultipart(
            request.headers['content-type'],
            await readAll(request.raw, LARGEST_UPLOAD),
          );
          if (parts === undefined) return refuse(reply, 400, 'badContent', 'Malformed multipart body.');
          return keep({ account, file: fileOf(parts.metadata, parts.type) }, parts.content);
        }
        const metadata = readMetadata(await readAll(request.raw, 64 * 1024));
        if (request.query.uploadType !== 'resumable' || metadata === undefined)
          return refuse(reply, 400, 'badRequest', 'uploadType is not known here, or the body is not JSON');
        const size = Number(request.headers['x-upload-content-length'] ?? 0);
        if (size > account.freeBytes)
          return refuse(
            reply,
            403,
            'storageQuotaExceeded',
            "The user's Drive storage quota has been exceeded.",
          );
        const id = randomUUID();
        uploads.set(id, { account, file: fileOf(metadata, request.headers['x-upload-content-type']) });
        const session = `${issuer()}/upload/drive/v3/files?uploadType=resumable&upload_id=${id}`;
        return reply.header('location', session).code(200).send();
      },
    );

    routes.put<{ Querystring: { upload_id?: string } }>(
      `${ROOT}/upload/drive/v3/files`,
      async (request, reply) => {
        const id = request.query.upload_id ?? '';
        const upload = uploads.get(id);
        const content = await readAll(request.raw, LARGEST_UPLOAD);
        if (upload === undefined) return refuse(reply, 404, 'notFound', 'Upload session not found');
        if (content === undefined) return refuse(reply, 413, 'uploadTooLarge', 'The file is too large.');
        uploads.delete(id);
        return keep(upload, content);
      },
    );

    routes.post(`${ROOT}/meet/v2/spaces`, async (request, reply) => {
      await readAll(request.raw, 64 * 1024);
      if (faults.apply('list', request, reply)) return reply;
      if (admit(request, reply, MEET_SCOPE) === undefined) return reply;
      const letters = randomUUID()
        .replace(/[^a-f]/g, '')
        .padEnd(10, 'x');
      const code = `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7, 10)}`;
      return {
        name: `spaces/${randomUUID()}`,
        meetingUri: `https://meet.google.com/${code}`,
        meetingCode: code,
      };
    });
  });
}

const typeOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);

function fileOf(metadata: Metadata, type: string | string[] | undefined): Upload['file'] {
  return {
    name: metadata.name ?? 'Untitled',
    type: metadata.mimeType ?? typeOf(type) ?? 'application/octet-stream',
    parents: metadata.parents ?? ['root'],
    appProperties: metadata.appProperties ?? {},
  };
}

function describeFile(file: CloudFile): object {
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType: file.type,
    modifiedTime: file.modifiedAt.toISOString(),
    parents: file.parents,
    // Drive sends 64-bit numbers as text.
    size: String(sizeOf(file)),
  };
}

/** A cut answer names its whole length, so that the client sees the loss. */
export function sendBytes(reply: FastifyReply, file: CloudFile, isCut: boolean): FastifyReply {
  const bytes = bytesOf(file);
  reply.header('content-length', sizeOf(file)).type(file.type);
  if (!isCut) return reply.send(Buffer.isBuffer(bytes) ? bytes : Readable.from(bytes));
  return reply.send(
    Readable.from(
      (async function* () {
        for (const part of Buffer.isBuffer(bytes) ? [bytes.subarray(0, 1)] : bytes) {
          yield part;
          throw new Error('cut by a fault');
        }
      })(),
    ),
  );
}

function refuse(reply: FastifyReply, code: number, reason: string, message: string, status?: string) {
  return reply
    .code(code)
    .send({ error: { code, message, errors: [{ message, domain: 'global', reason }], status } });
}

function readMetadata(bytes: Buffer | undefined): Metadata | undefined {
  try {
    const value: unknown = bytes === undefined ? undefined : JSON.parse(bytes.toString() || '{}');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** multipart/related of two parts (RFC 2387): the metadata, then the content. */
function readMultipart(header: string | undefined, body: Buffer | undefined) {
  const boundary = /boundary="?([^";]+)"?/.exec(header ?? '')?.[1];
  if (boundary === undefined || body === undefined) return undefined;
  const text = body.toString('latin1');
  const [, first = '', second = ''] = text.split(`--${boundary}`);
  const split = (part: string) => {
    const at = part.indexOf('\r\n\r\n');
    return { head: part.slice(0, at), content: part.slice(at + 4, part.endsWith('\r\n') ? -2 : undefined) };
  };
  const metadata = readMetadata(Buffer.from(split(first).content, 'latin1'));
  const { head, content } = split(second);
  const type = /content-type: ?([^\r\n]+)/i.exec(head)?.[1];
  return metadata && { metadata, type, content: Buffer.from(content, 'latin1') };
}
