import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, bytesOf, type CloudFile, createAccounts, createFile, sizeOf } from './accounts.ts';
import { bearerOf, readForms, registerOAuthServer } from './authorize.ts';
import { contentHash, readAll } from './content.ts';
import { createCloudFaults, registerCloudControl } from './faults.ts';
import { type CloudOptions, sendBytes } from './google.ts';
import { createGrants, type Grant } from './grants.ts';

const ROOT = '/dropbox';
const API = `${ROOT}/api/2`;
const CONTENT = `${ROOT}/content/2`;
const LARGEST_UPLOAD = 150 * 1024 ** 2;

/**
 * Dropbox's OAuth 2 and API v2 of an application with an app folder, as far as the platform uses them. The three
 * hosts are three prefixes: a call to the wrong one is not answered.
 */
export async function registerDropbox(app: FastifyInstance, options: CloudOptions): Promise<void> {
  const { now } = options;
  const accounts = createAccounts(now);
  const grants = createGrants(now);
  const faults = createCloudFaults();
  registerCloudControl(app, 'dropbox', { accounts, grants, faults, now });

  await app.register(async (routes) => {
    readForms(routes);
    registerOAuthServer(routes, {
      title: 'Dropbox',
      authorizePath: `${ROOT}/www/oauth2/authorize`,
      tokenPath: `${ROOT}/api/oauth2/token`,
      client: { id: options.clientId, secret: options.clientSecret },
      accounts,
      grants,
      faults,
      isLenient: true,
      isOffline: (query) => query['token_access_type'] === 'offline',
      beside: () => ({}),
      describe: ({ grant, accessToken, refreshToken, expiresIn }) => ({
        access_token: accessToken,
        token_type: 'bearer',
        expires_in: expiresIn,
        ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
        scope: grant.scope,
        uid: grant.account.id,
        account_id: `dbid:${grant.account.id}`,
      }),
    });
  });

  const admit = (request: FastifyRequest, reply: FastifyReply, scope?: string): Grant | undefined => {
    const grant = grants.open(bearerOf(request));
    const refuse401 = (tag: string) => {
      reply.code(401).send({ error_summary: `${tag}/...`, error: { '.tag': tag } });
      return undefined;
    };
    if (grant === 'unknown') return refuse401('invalid_access_token');
    if (grant === 'expired') return refuse401('expired_access_token');
    return scope === undefined || grant.scope.split(' ').includes(scope) ? grant : refuse401('missing_scope');
  };

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (_request, _payload, done) => done(null));

    const rpc = (
      path: string,
      part: 'list' | 'revoke',
      scope: string | undefined,
      work: (grant: Grant, given: Record<string, unknown>, reply: FastifyReply) => unknown,
    ) =>
      routes.post(`${API}/${path}`, async (request, reply) => {
        const body = await readAll(request.raw, 64 * 1024);
        if (faults.apply(part, request, reply)) return reply;
        const grant = admit(request, reply, scope);
        if (grant === undefined) return reply;
        const given = parse(body?.toString() || 'null');
        return given === undefined
          ? reply.code(400).send('Error in call: the request body is not JSON')
          : work(grant, given, reply);
      });

    rpc('files/list_folder', 'list', 'files.metadata.read', ({ account }, { path, limit }, reply) =>
      path === '' ? pageOf(account, { at: 0, limit: countOf(limit) }) : fail(reply, ['path', 'not_found']),
    );
    rpc('files/list_folder/continue', 'list', 'files.metadata.read', ({ account }, { cursor }, reply) => {
      const place = readCursor(cursor);
      return place === undefined ? fail(reply, ['reset']) : pageOf(account, place);
    });
    rpc('files/search_v2', 'list', 'files.metadata.read', ({ account }, { query, options: asked }) => {
      const limit = countOf((asked as { max_results?: unknown } | undefined)?.max_results);
      return matchesOf(account, { at: 0, limit, query: String(query) });
    });
    rpc('files/search/continue_v2', 'list', 'files.metadata.read', ({ account }, { cursor }, reply) => {
      const place = readCursor(cursor);
      return place === undefined ? fail(reply, ['reset']) : matchesOf(account, place);
    });
    rpc('auth/token/revoke', 'revoke', undefined, (grant) => {
      grant.isLive = false;
      return null;
    });

    routes.post(`${CONTENT}/files/download`, async (request, reply) => {
      if (faults.apply('content', request, reply)) return reply;
      const grant = admit(request, reply, 'files.content.read');
      if (grant === undefined) return reply;
      const { path } = argumentOf(request) ?? {};
      const file = grant.account.files.find(({ id, name }) => path === `id:${id}` || path === `/${name}`);
      if (file === undefined) return fail(reply, ['path', 'not_found']);
      reply.header('dropbox-api-result', toAscii(describeFile(file)));
      return sendBytes(reply, { ...file, type: 'application/octet-stream' }, faults.takes('content', 'cut'));
    });

    routes.post(`${CONTENT}/files/upload`, async (request, reply) => {
      const content = await readAll(request.raw, LARGEST_UPLOAD);
      if (faults.apply('content', request, reply)) return reply;
      const grant = admit(request, reply, 'files.content.write');
      if (grant === undefined) return reply;
      const { path, autorename } = argumentOf(request) ?? {};
      if (typeof path !== 'string' || !/^\/[^/\\]{1,255}$/.test(path))
        return reply
          .code(400)
          .send('Error in call to API function "files/upload": path: did not match pattern');
      if (request.headers['content-type'] !== 'application/octet-stream')
        return reply.code(400).send('Error in call: unexpected Content-Type');
      const { account } = grant;
      if (content === undefined) return fail(reply, ['payload_too_large']);
      if (content.length > account.freeBytes) return fail(reply, ['path', 'insufficient_space']);
      const wanted = path.slice(1);
      const isTaken = (name: string) => account.files.some((file) => file.name === name);
      if (isTaken(wanted) && autorename !== true) return fail(reply, ['path', 'conflict']);
      const file = createFile(
        { name: freeName(wanted, isTaken), type: 'application/octet-stream', content },
        now(),
      );
      account.files.push(file);
      account.freeBytes -= content.length;
      return describeFile(file);
    });
  });
}

interface Place {
  at: number;
  limit: number;
  query?: string;
}

const countOf = (limit: unknown): number =>
  typeof limit === 'number' && limit > 0 ? Math.min(limit, 2000) : 2000;

const cursorOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');
const readCursor = (cursor: unknown): Place | undefined =>
  parse(Buffer.from(String(cursor), 'base64url').toString()) as Place | undefined;

function pageOf(account: Account, { at, limit }: Place): object {
  const entries = account.files
    .slice(at, at + limit)
    .map((file) => ({ '.tag': 'file', ...describeFile(file) }));
  return {
    entries,
    cursor: cursorOf({ at: at + limit, limit }),
    has_more: at + limit < account.files.length,
  };
}

function matchesOf(account: Account, { at, limit, query = '' }: Place): object {
  const found = account.files.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  const hasMore = at + limit < found.length;
  return {
    matches: found.slice(at, at + limit).map((file) => ({
      metadata: { '.tag': 'metadata', metadata: { '.tag': 'file', ...describeFile(file) } },
    })),
    has_more: hasMore,
    ...(hasMore ? { cursor: cursorOf({ at: at + limit, limit, query }) } : {}),
  };
}

function describeFile(file: CloudFile): object {
  return {
    name: file.name,
    id: `id:${file.id}`,
    client_modified: `${file.modifiedAt.toISOString().slice(0, 19)}Z`,
    server_modified: `${file.modifiedAt.toISOString().slice(0, 19)}Z`,
    rev: '015f9e2c0000000000000000',
    size: sizeOf(file),
    path_lower: `/${file.name.toLowerCase()}`,
    path_display: `/${file.name}`,
    is_downloadable: true,
    content_hash: contentHash(bytesOf(file)),
  };
}

/** An error of the route itself is 409, with its path through a tagged union. */
function fail(reply: FastifyReply, tags: readonly string[]) {
  const error = [...tags].reverse().reduce<object | undefined>((inner, tag, index) => {
    if (index === 0) return { '.tag': tag };
    return { '.tag': tag, [tag]: inner };
  }, undefined);
  return reply.code(409).send({ error_summary: `${tags.join('/')}/...`, error });
}

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  const dot = wanted.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ''];
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? wanted : `${stem} (${number})${end}`;
    if (!isTaken(name)) return name;
  }
}

/** A header holds ASCII only; Dropbox writes every other letter as an escape. */
const toAscii = (value: object): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function argumentOf(request: FastifyRequest): Record<string, unknown> | undefined {
  const header = request.headers['dropbox-api-arg'];
  return typeof header === 'string' ? parse(header) : undefined;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
