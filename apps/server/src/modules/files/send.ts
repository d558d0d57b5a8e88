import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorDefinition, fail } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { FileDamaged, FileInfected, FileUnscannable, StoreUnavailable } from './failures.ts';
import { requireReadable } from './file-state.ts';
import { disposition } from './names.ts';
import type { FileStorage } from './storage.ts';
import type { StoredFile } from './store.ts';
import type { ByteRange } from './store-port.ts';

/**
 * Always an attachment without sniffing: a stored file must not run in our origin. One range is answered with 206;
 * several ranges are answered with the whole file, as RFC 9110 allows. Only its owner gets a file that was not found
 * clean.
 */
export function sendStored(
  storage: Pick<FileStorage, 'read' | 'stateOf'>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  shown: Shown & { isOwner?: boolean },
): Promise<unknown> {
  requireReadable(storage.stateOf(file), shown.isOwner === true);
  return send(request, reply, file, shown, (range) => storage.read(file, range).catch(explain));
}

/** The same for a small file at hand. */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Uint8Array,
  shown: Shown,
): Promise<unknown> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return send(request, reply, { sha256, size_bytes: bytes.length }, shown, async (range) => {
    const { start, end } = range ?? { start: 0, end: bytes.length - 1 };
    return Readable.from([bytes.subarray(start, end + 1)]);
  });
}

interface Shown {
  name: string;
  type: string;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Pick<StoredFile, 'sha256' | 'size_bytes'>,
  shown: Shown,
  open: (range: ByteRange | undefined) => Promise<Readable>,
): Promise<unknown> {
  const etag = `"${file.sha256}"`;
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-type', shown.type)
    .header('content-disposition', disposition(shown.name))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store');
  if (listsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const range = rangeOf(request, etag, file.size_bytes);
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${file.size_bytes}`);
    fail(errors.range_not_satisfiable);
  }
  const length = range === undefined ? file.size_bytes : range.end - range.start + 1;
  reply.header('content-length', String(length));
  if (range !== undefined)
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size_bytes}`);
  // Fastify reads a stream to its end for HEAD, and takes no body as a length of 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await open(range));
}

/** The answer to a failure of the storage, or to a file that the scanner refused. */
export function explain(error: unknown): never {
  if (error instanceof StoreUnavailable) fail(errors.storage_unavailable, { detail: reasonOf(error) });
  if (error instanceof FileInfected) refuse(errors.file_infected, error);
  if (error instanceof FileUnscannable) refuse(errors.file_unscannable, error);
  if (error instanceof FileDamaged) fail(errors.file_damaged, { detail: reasonOf(error) });
  throw error;
}

/** The reason stands in the text of the field too: a person looks it up or asks about it. */
function refuse(definition: ErrorDefinition, { reason }: FileInfected | FileUnscannable): never {
  const text = { mn: `${definition.mn} (${reason})`, en: `${definition.en} (${reason})` };
  fail(definition, { data: { reason }, fields: [{ field: '', tag: definition.code, text }] });
}

const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message;

const listsTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

function rangeOf(request: FastifyRequest, etag: string, size: number): ByteRange | 'beyond' | undefined {
  const { range, 'if-range': onlyFor } = request.headers;
  if (range === undefined || (onlyFor !== undefined && onlyFor !== etag)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (from === '' && to === '') return undefined;
  const last = size - 1;
  if (from === '') {
    const wanted = Math.min(Number(to), size);
    return wanted === 0 ? 'beyond' : { start: size - wanted, end: last };
  }
  const asked = { start: Number(from), end: to === '' ? last : Math.min(Number(to), last) };
  if (to !== '' && Number(to) < asked.start) return undefined;
  return asked.start > last ? 'beyond' : asked;
}
