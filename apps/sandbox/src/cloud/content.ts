import { createHash } from 'node:crypto';

const BLOCK = 64 * 1024;
const DROPBOX_BLOCK = 4 * 1024 * 1024;

/** Plain text of this size, never in memory as a whole. */
export function* generatedBytes(size: number): Generator<Buffer> {
  const block = Buffer.alloc(BLOCK, 'tamga generated file\n');
  for (let left = size; left > 0; left -= BLOCK) yield left < BLOCK ? block.subarray(0, left) : block;
}

/** Dropbox's content_hash: SHA-256 over the SHA-256 of each block of 4 MiB. */
export function contentHash(bytes: Buffer | Iterable<Buffer>): string {
  const outer = createHash('sha256');
  let inner = createHash('sha256');
  let filled = 0;
  for (const chunk of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + DROPBOX_BLOCK - filled);
      inner.update(part);
      at += part.length;
      filled += part.length;
      if (filled < DROPBOX_BLOCK) continue;
      outer.update(inner.digest());
      inner = createHash('sha256');
      filled = 0;
    }
  }
  if (filled > 0) outer.update(inner.digest());
  return outer.digest('hex');
}

/** Undefined above the limit; the rest is then read and dropped, so that the sender gets its answer. */
export async function readAll(source: AsyncIterable<Buffer>, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}
