import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { FileDamaged } from './failures.ts';
import type { ByteRange } from './store-port.ts';

/**
 * Files at rest are age files (age-encryption.org/v1): the header comes from the library, the payload from
 * node:crypto, which is several times faster. Each file has an identity of its own, so that an exported file and its
 * identity open with any age tool.
 */
export interface FileKey {
  /** AGE-SECRET-KEY-1…, for other tools. */
  readonly identity: string;
  /** Derived from the header; kept so that a range is read without the header. */
  readonly streamKey: Buffer;
  /** Length of the header and its nonce, where the payload begins. */
  readonly offset: number;
}

const chunkBytes = 65_536;
const tagBytes = 16;
const sealedChunkBytes = chunkBytes + tagBytes;
const nonceBytes = 16;

export async function createFileKey(): Promise<{ key: FileKey; prefix: Buffer }> {
  const { Encrypter, generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  let fileKey = Buffer.alloc(0);
  // Reads the file key and adds nothing to the header; the library has no call that returns it.
  encrypter.addRecipient({
    wrapFileKey: (given) => {
      fileKey = Buffer.from(given);
      return [];
    },
  });
  const empty = await encrypter.encrypt(new Uint8Array());
  const header = empty.subarray(0, empty.length - nonceBytes - tagBytes);
  const nonce = randomBytes(nonceBytes);
  const prefix = Buffer.concat([header, nonce]);
  const streamKey = Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
  return { key: { identity, streamKey, offset: prefix.length }, prefix };
}

/** One word for the keyring to seal. */
export const writeFileKey = ({ identity, streamKey, offset }: FileKey): string =>
  `${identity}.${streamKey.toString('base64url')}.${offset}`;

export function readFileKey(text: string): FileKey {
  const [identity = '', streamKey = '', offset = ''] = text.split('.');
  return { identity, streamKey: Buffer.from(streamKey, 'base64url'), offset: Number(offset) };
}

/** STREAM nonce: the index of the chunk in eleven bytes, and one byte that marks the last. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

const cipherOptions = { authTagLength: tagBytes } as const;

export async function* seal(
  source: AsyncIterable<Uint8Array>,
  { key, prefix }: { key: FileKey; prefix: Buffer },
): AsyncGenerator<Buffer> {
  const sealChunk = (index: number, plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('chacha20-poly1305', key.streamKey, nonceOf(index, isLast), cipherOptions);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  yield prefix;
  let index = 0;
  // One full chunk is held back, because the last one is marked.
  let held: Buffer | undefined;
  for await (const chunk of inChunks(source, chunkBytes)) {
    if (held !== undefined) yield sealChunk(index++, held, false);
    held = chunk;
  }
  yield sealChunk(index, held ?? Buffer.alloc(0), true);
}

async function* inChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of source) {
    let rest = part;
    while (length + rest.length >= size) {
      const taken = rest.subarray(0, size - length);
      yield Buffer.concat([...parts, taken]);
      rest = rest.subarray(taken.length);
      parts = [];
      length = 0;
    }
    if (rest.length > 0) parts.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** An empty file has one chunk, and a range of it ends before its start. */
const chunkOf = (at: number): number => Math.max(0, Math.floor(at / chunkBytes));

/** The bytes of the object that hold a range of the plain file. */
export function sealedRange({ offset }: FileKey, plain: ByteRange): ByteRange {
  return {
    start: offset + chunkOf(plain.start) * sealedChunkBytes,
    end: offset + (chunkOf(plain.end) + 1) * sealedChunkBytes - 1,
  };
}

/** Length of the object of a file of this size. */
export const sealedLength = ({ offset }: FileKey, sizeBytes: number): number =>
  offset + sizeBytes + Math.max(1, Math.ceil(sizeBytes / chunkBytes)) * tagBytes;

/**
 * Opens the chunks that `source` begins with. Every chunk is authenticated before it is passed on, and the size in the
 * row says which one is the last, so a file that was cut short fails.
 */
export async function* unseal(
  source: AsyncIterable<Uint8Array>,
  { streamKey }: FileKey,
  sizeBytes: number,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const lastIndex = chunkOf(sizeBytes - 1);
  const endIndex = chunkOf(range.end);
  let index = chunkOf(range.start);
  let skip = range.start % chunkBytes;
  let left = range.end - range.start + 1;
  for await (const sealed of inChunks(source, sealedChunkBytes)) {
    if (index > endIndex) throw new FileDamaged('the object is longer than its row says');
    const plain = openChunk(streamKey, sealed, index, index === lastIndex);
    const wanted = plain.subarray(skip, skip + left);
    skip = 0;
    left -= wanted.length;
    index += 1;
    yield wanted;
  }
  if (left > 0) throw new FileDamaged('the object is shorter than its row says');
}

function openChunk(streamKey: Buffer, sealed: Buffer, index: number, isLast: boolean): Buffer {
  if (sealed.length < tagBytes) throw new FileDamaged('the object ends inside a chunk');
  const decipher = createDecipheriv('chacha20-poly1305', streamKey, nonceOf(index, isLast), cipherOptions);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new FileDamaged('a chunk of the object was changed', cause);
  }
}
