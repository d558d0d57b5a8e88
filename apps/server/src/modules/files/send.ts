import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { FileDamaged, StoreUnavailable } from './failures.ts';
import { disposition } from './names.ts';
import type { FileStorage } from './storage.ts';
import type { StoredFile } from './store.ts';
import type { ByteRange } from './store-port.ts';

/**
 * Always an attachment without sniffing: a stored file must not run in our origin. One range is answered with 206;
 * several ranges are answered with the whole file, as RFC 9110 allows.
 */
export async function sendStored(
  storage: FileStorage,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  shown: { name: string; type: string },
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
  const stream = await storage.read(file, range).catch(explain);
  const length = range === undefined ? file.size_bytes : range.end - range.start + 1;
  if (range !== undefined)
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size_bytes}`);
  return reply.header('content-length', String(length)).send(stream);
}

/** The answer to a failure of the storage. */
export function explain(error: unknown): never {
  if (error instanceof StoreUnavailable) fail(errors.storage_unavailable, { detail: reasonOf(error) });
  if (error instanceof FileDamaged) fail(errors.file_damaged, { detail: reasonOf(error) });
  throw error;
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
