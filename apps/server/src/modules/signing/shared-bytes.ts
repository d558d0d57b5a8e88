import { setImmediate as nextTurn } from 'node:timers/promises';

/** Copying this much takes about a millisecond. */
const bytesPerTurn = 2 * 1024 * 1024;

/**
 * A whole document in memory that other threads see without a copy: joining and cloning 25 MiB at once would stop the
 * event loop for tens of milliseconds.
 */
export async function joinShared(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const joined = allocateShared(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let turnEnds = bytesPerTurn;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
    if (at < turnEnds) continue;
    turnEnds = at + bytesPerTurn;
    await nextTurn();
  }
  return joined;
}

export async function collectShared(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return joinShared(parts);
}

/** For a thread that made a document. */
export function copyToShared(bytes: Uint8Array): Uint8Array {
  const shared = allocateShared(bytes.length);
  shared.set(bytes);
  return shared;
}

/** For a thread that got a document; a parser must not see memory that another thread could change. */
export const copyFromShared = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer instanceof SharedArrayBuffer ? new Uint8Array(bytes) : bytes;

const allocateShared = (size: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(size));
