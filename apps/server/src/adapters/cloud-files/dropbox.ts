import { type Static, Type } from 'typebox';
import { checkerOf } from '../../kernel/checker.ts';
import { type CloudFile, type CloudFiles, ProviderError } from '../../modules/integrations/provider-port.ts';
import type { CloudAnswer, CloudHttp } from './http.ts';
import { plainName, timeOf } from './names.ts';

const PAGE_SIZE = 50;
/** Dropbox takes more only in an upload session of several calls. */
const UPLOAD_LIMIT_BYTES = 150 * 1024 ** 2;

const Entry = Type.Object({
  '.tag': Type.Optional(Type.String({ maxLength: 20 })),
  id: Type.Optional(Type.String({ maxLength: 200, pattern: '^id:[\\w-]+$' })),
  name: Type.String({ maxLength: 2000 }),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  server_modified: Type.Optional(Type.String({ maxLength: 40 })),
});
const fitsEntry = checkerOf(Entry);
const Cursor = Type.String({ maxLength: 2000 });
const fitsFolder = checkerOf(
  Type.Object({ entries: Type.Array(Entry, { maxItems: 5000 }), cursor: Cursor, has_more: Type.Boolean() }),
);
const fitsMatches = checkerOf(
  Type.Object({
    matches: Type.Array(Type.Object({ metadata: Type.Object({ metadata: Entry }) }), { maxItems: 5000 }),
    cursor: Type.Optional(Cursor),
    has_more: Type.Boolean(),
  }),
);

/** Dropbox's API v2 of an application with its own folder, which is the root of every path. */
export function createDropbox(bases: { api: string; content: string }, http: CloudHttp): CloudFiles {
  const ask = (accessToken: string, path: string, body: object) =>
    http.call({
      url: new URL(`${bases.api}/2/files/${path}`),
      method: 'POST',
      accessToken,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function listFolder(accessToken: string, cursor: string | undefined) {
    const answer =
      cursor === undefined
        ? await ask(accessToken, 'list_folder', { path: '', recursive: true, limit: PAGE_SIZE })
        : await ask(accessToken, 'list_folder/continue', { cursor });
    const page = read(answer, fitsFolder);
    return { entries: page.entries, next: page.has_more ? `list ${page.cursor}` : undefined };
  }

  async function search(accessToken: string, q: string, cursor: string | undefined) {
    const options = { max_results: PAGE_SIZE, file_status: 'active', filename_only: true };
    const answer =
      cursor === undefined
        ? await ask(accessToken, 'search_v2', { query: q, options })
        : await ask(accessToken, 'search/continue_v2', { cursor });
    const page = read(answer, fitsMatches);
    const entries = page.matches.map(({ metadata }) => metadata.metadata);
    return { entries, next: page.has_more && page.cursor ? `search ${page.cursor}` : undefined };
  }

  return {
    uploadLimitBytes: UPLOAD_LIMIT_BYTES,
    list: async (accessToken, { q, cursor }) => {
      const [kind, place] = cursor?.split(' ', 2) ?? [];
      const isSearch = cursor === undefined ? q !== undefined : kind === 'search';
      const { entries, next } = isSearch
        ? await search(accessToken, q ?? '', place)
        : await listFolder(accessToken, place);
      return { items: entries.flatMap(showFile), next };
    },
    download: async (accessToken, id, signal) => {
      const got = await http.download({
        url: new URL(`${bases.content}/2/files/download`),
        method: 'POST',
        accessToken,
        headers: { 'dropbox-api-arg': toAscii({ path: id }) },
        signal,
      });
      if ('answer' in got) throw failureOf(got.answer);
      const about = parse(got.header('dropbox-api-result'));
      if (!fitsEntry(about)) {
        got.stream.destroy();
        throw new ProviderError('failed', 'the answer does not describe the file');
      }
      return { name: plainName(about.name), size: about.size ?? 0, stream: got.stream };
    },
    upload: async (accessToken, { name, size, stream }, signal) => {
      const answer = await http.call({
        url: new URL(`${bases.content}/2/files/upload`),
        method: 'POST',
        accessToken,
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(size),
          'dropbox-api-arg': toAscii({ path: `/${name}`, mode: 'add', autorename: true, mute: true }),
        },
        body: stream,
        signal,
      });
      const made = read(answer, fitsEntry);
      return { id: made.id ?? '', name: made.name };
    },
  };
}

/** Folders and removed files are in the same list. */
function showFile(entry: Static<typeof Entry>): CloudFile[] {
  if (entry['.tag'] !== 'file' || entry.id === undefined) return [];
  const name = plainName(entry.name);
  const modified = timeOf(entry.server_modified);
  return [{ id: entry.id, name, size: entry.size ?? 0, type: typeByName(name), modified_at: modified }];
}

/** Dropbox names no type, so the ending hints at one; the copy is judged by its content. */
const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain',
};
const typeByName = (name: string): string =>
  types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';

function read<T>(answer: CloudAnswer, fits: (value: unknown) => value is T): T {
  if (answer.status !== 200) throw failureOf(answer);
  if (!fits(answer.json)) throw new ProviderError('failed', 'the answer has another shape');
  return answer.json;
}

/** 409 is an error of the call itself, named by the beginning of its summary. */
function failureOf({ status, json }: CloudAnswer): ProviderError {
  const summary = /^[\w/]{1,80}/.exec(String(json?.['error_summary'] ?? ''))?.[0] ?? '';
  const detail = `status ${status} ${summary}`.trim();
  if (status === 401 || status === 403) return new ProviderError('grant', detail);
  if (status === 429 || status >= 500) return new ProviderError('unavailable', detail);
  if (summary.includes('insufficient_space')) return new ProviderError('full', detail);
  if (summary.includes('not_found') || summary.includes('not_file'))
    return new ProviderError('not_found', detail);
  return new ProviderError('failed', detail);
}

/** A header holds ASCII only; every other letter is written as an escape of JSON. */
const toAscii = (value: object): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
