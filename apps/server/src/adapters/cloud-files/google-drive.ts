import { Type } from 'typebox';
import { checkerOf } from '../../kernel/checker.ts';
import { type CloudFiles, ProviderError } from '../../modules/integrations/provider-port.ts';
import type { CloudAnswer, CloudHttp } from './http.ts';
import { plainName, timeOf } from './names.ts';

const PAGE_SIZE = '50';
const FOLDER = 'application/vnd.google-apps.folder';
/** One request can send this much; a larger file does not fit into a person's space either. */
const UPLOAD_LIMIT_BYTES = 150 * 1024 ** 2;
const FOLDER_NAME = 'Tamga';

const Id = Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\w-]+$' });
const DriveFile = Type.Object({
  id: Id,
  name: Type.String({ maxLength: 2000 }),
  mimeType: Type.String({ maxLength: 255 }),
  // Drive sends 64-bit numbers as text.
  size: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  modifiedTime: Type.String({ maxLength: 40 }),
});
const fitsFile = checkerOf(DriveFile);
const fitsList = checkerOf(
  Type.Object({
    files: Type.Array(DriveFile, { maxItems: 1000 }),
    nextPageToken: Type.Optional(Type.String({ maxLength: 2048 })),
  }),
);
const fitsMade = checkerOf(Type.Object({ id: Id, name: Type.Optional(Type.String({ maxLength: 2000 })) }));
const fitsIds = checkerOf(Type.Object({ files: Type.Array(Type.Object({ id: Id })) }));

/** Drive v3 within the scope `drive.file`: what the platform made, and what the person opened with it. */
export function createGoogleDrive(base: string, http: CloudHttp): CloudFiles {
  const address = (path: string, query: Record<string, string>) =>
    new URL(`${base}${path}?${new URLSearchParams(query)}`);

  /** The folder for files of the platform; made at the first copy, and again after the person removed it. */
  async function findFolder(accessToken: string): Promise<string> {
    const mark = { key: 'tamga', value: 'folder' };
    const q = `mimeType = '${FOLDER}' and trashed = false and appProperties has { key='${mark.key}' and value='${mark.value}' }`;
    const url = address('/drive/v3/files', { q, pageSize: '1', fields: 'files(id)' });
    const found = read(await http.call({ url, method: 'GET', accessToken }), fitsIds).files[0];
    if (found !== undefined) return found.id;
    const made = await http.call({
      url: address('/drive/v3/files', { fields: 'id,name' }),
      method: 'POST',
      accessToken,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: FOLDER_NAME,
        mimeType: FOLDER,
        appProperties: { [mark.key]: mark.value },
      }),
    });
    return read(made, fitsMade).id;
  }

  return {
    uploadLimitBytes: UPLOAD_LIMIT_BYTES,
    list: async (accessToken, { q, cursor }) => {
      // Documents of Google itself have no bytes to copy.
      const clauses = ['trashed = false', "not mimeType contains 'application/vnd.google-apps.'"];
      if (q !== undefined) clauses.push(`name contains '${q.replace(/[\\']/g, '\\$&')}'`);
      const url = address('/drive/v3/files', {
        q: clauses.join(' and '),
        pageSize: PAGE_SIZE,
        orderBy: 'modifiedTime desc',
        fields: 'nextPageToken,files(id,name,mimeType,size,modifiedTime)',
        ...(cursor === undefined ? {} : { pageToken: cursor }),
      });
      const answer = read(await http.call({ url, method: 'GET', accessToken }), fitsList);
      return {
        items: answer.files.map((file) => ({
          id: file.id,
          name: plainName(file.name),
          size: Number(file.size ?? 0),
          type: file.mimeType,
          modified_at: timeOf(file.modifiedTime),
        })),
        next: answer.nextPageToken,
      };
    },
    download: async (accessToken, id, signal) => {
      const path = `/drive/v3/files/${encodeURIComponent(id)}`;
      const about = await http.call({
        url: address(path, { fields: 'id,name,mimeType,size,modifiedTime' }),
        method: 'GET',
        accessToken,
        signal,
      });
      const file = read(about, fitsFile);
      const got = await http.download({
        url: address(path, { alt: 'media' }),
        method: 'GET',
        accessToken,
        signal,
      });
      if ('answer' in got) throw failureOf(got.answer);
      return { name: plainName(file.name), size: Number(file.size ?? 0), stream: got.stream };
    },
    upload: async (accessToken, { name, type, size, stream }, signal) => {
      const folder = await findFolder(accessToken);
      const begun = await http.call({
        url: address('/upload/drive/v3/files', { uploadType: 'resumable', fields: 'id,name' }),
        method: 'POST',
        accessToken,
        headers: {
          'content-type': 'application/json; charset=UTF-8',
          'x-upload-content-type': type,
          'x-upload-content-length': String(size),
        },
        body: JSON.stringify({ name, mimeType: type, parents: [folder] }),
        signal,
      });
      const session = begun.header('location') ?? '';
      if (begun.status !== 200) throw failureOf(begun);
      if (!URL.canParse(session)) throw new ProviderError('failed', 'no address for the upload');
      const headers = { 'content-type': type, 'content-length': String(size) };
      const url = new URL(session);
      const sent = await http.call({ url, method: 'PUT', accessToken, headers, body: stream, signal });
      const made = read(sent, fitsMade);
      return { id: made.id, name: made.name ?? name };
    },
  };
}

function read<T>(answer: CloudAnswer, fits: (value: unknown) => value is T): T {
  if (answer.status !== 200) throw failureOf(answer);
  if (!fits(answer.json)) throw new ProviderError('failed', 'the answer has another shape');
  return answer.json;
}

/** Reasons of a 403 that say nothing about the grant. */
const busy = /^(user)?rateLimitExceeded$|^dailyLimitExceeded$|^backendError$/i;

function failureOf({ status, json }: CloudAnswer): ProviderError {
  const reason = reasonOf(json);
  const detail = `status ${status} ${reason}`.trim();
  if (reason === 'storageQuotaExceeded') return new ProviderError('full', detail);
  if (status === 404 || reason === 'appNotAuthorizedToFile' || reason === 'fileNotDownloadable')
    return new ProviderError('not_found', detail);
  if (status === 429 || status >= 500 || busy.test(reason)) return new ProviderError('unavailable', detail);
  if (status === 401 || status === 403) return new ProviderError('grant', detail);
  return new ProviderError('failed', detail);
}

function reasonOf(json: Record<string, unknown> | undefined): string {
  const { errors } = (json?.['error'] ?? {}) as { errors?: unknown };
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const reason = (first as { reason?: unknown } | undefined)?.reason;
  return typeof reason === 'string' && /^[\w.-]{1,64}$/.test(reason) ? reason : '';
}
