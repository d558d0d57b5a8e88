import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { findTool, toolEnvironment } from '../../../../../scripts/debian-tools.mjs';
import {
  createFileKey,
  readFileKey,
  seal,
  sealedLength,
  sealedRange,
  unseal,
  writeFileKey,
} from './sealing.ts';
import type { ByteRange } from './store-port.ts';

const chunk = 65_536;
const sizes = [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 17];

async function* inParts(bytes: Buffer, partBytes = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
}
async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
async function sealed(plain: Buffer) {
  const made = await createFileKey();
  return { bytes: await collect(seal(inParts(plain), made)), key: readFileKey(writeFileKey(made.key)) };
}
type Sealed = Awaited<ReturnType<typeof sealed>>;
const read = ({ bytes, key }: Sealed, size: number, range: ByteRange = { start: 0, end: size - 1 }) => {
  const { start, end } = sealedRange(key, range);
  return collect(unseal(inParts(bytes.subarray(start, end + 1)), key, size, range));
};

describe('a sealed file', () => {
  it.each(sizes)('of %i bytes opens here, in the age library and with the age command', async (size) => {
    const plain = randomBytes(size);
    const file = await sealed(plain);
    expect(file.bytes).toHaveLength(sealedLength(file.key, size));
    expect((await read(file, size)).equals(plain)).toBe(true);

    const library = new Decrypter();
    library.addIdentity(file.key.identity);
    expect(Buffer.from(await library.decrypt(file.bytes)).equals(plain)).toBe(true);

    const folder = mkdtempSync(join(tmpdir(), 'tamga-age-'));
    try {
      writeFileSync(join(folder, 'key'), file.key.identity);
      const opened = execFileSync(findTool('age') ?? 'age', ['-d', '-i', join(folder, 'key')], {
        input: file.bytes,
        env: toolEnvironment(),
      });
      expect(opened.equals(plain)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('gives any range from the chunks that hold it', async () => {
    const size = 3 * chunk + 17;
    const plain = randomBytes(size);
    const file = await sealed(plain);
    for (const [start, end] of [
      [0, 0],
      [size - 1, size - 1],
      [chunk - 1, chunk],
      [chunk, 2 * chunk - 1],
      [5, size - 5],
      [3 * chunk, size - 1],
    ] as const)
      expect((await read(file, size, { start, end })).equals(plain.subarray(start, end + 1))).toBe(true);
  });

  it('does not open when a byte was changed, bytes are missing or added, or chunks were swapped', async () => {
    const size = 2 * chunk + 100;
    const file = await sealed(randomBytes(size));
    const { offset } = file.key;
    const sealedChunk = chunk + 16;
    const changed = Buffer.from(file.bytes);
    changed[offset + sealedChunk + 5] = (changed[offset + sealedChunk + 5] ?? 0) ^ 1;
    const swapped = Buffer.concat([
      file.bytes.subarray(0, offset),
      file.bytes.subarray(offset + sealedChunk, offset + 2 * sealedChunk),
      file.bytes.subarray(offset, offset + sealedChunk),
      file.bytes.subarray(offset + 2 * sealedChunk),
    ]);
    for (const bytes of [
      changed,
      swapped,
      file.bytes.subarray(0, -1),
      file.bytes.subarray(0, offset + 2 * sealedChunk),
      file.bytes.subarray(0, offset),
      Buffer.concat([file.bytes, Buffer.from([0])]),
    ])
      await expect(read({ ...file, bytes }, size)).rejects.toThrow(/object/);
  });

  it('has a key of its own each time', async () => {
    const [first, second] = [await sealed(Buffer.from('one')), await sealed(Buffer.from('one'))];
    expect(first.key.identity).not.toBe(second.key.identity);
    expect(first.bytes.includes('one')).toBe(false);
    await expect(read({ bytes: first.bytes, key: second.key }, 3)).rejects.toThrow('changed');
  });
});
