import { createHash } from 'node:crypto';
import type { ReplyFacts, RequestFacts } from './row.ts';

/**
 * @fastify/etag hashes every reply as it is sent, for 72 µs per 40 kB, and the envelope contains the request
 * id, so its tag would never match. This tag covers only the value, is computed when the value changes, and is
 * therefore weak.
 */
export function weakEtag(value: string | Buffer): string {
  return `W/"${createHash('sha256').update(value).digest('base64url').slice(0, 22)}"`;
}

/** Sets the tag in the reply; a client that already has it gets 304 (RFC 9110, 13.1.2). */
export function isUnchanged(etag: string, request: RequestFacts, reply: ReplyFacts): boolean {
  reply.header('etag', etag);
  const known = request.header('if-none-match');
  if (known === undefined) return false;
  const isSame = known
    .slice(0, 1000)
    .split(',')
    .some((tag) => tag.trim() === etag || tag.trim() === '*');
  if (isSame) reply.status(304);
  return isSame;
}
