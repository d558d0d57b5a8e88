import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  /** A path with slashes. */
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Sizes are 32 bits without ZIP64, which not every unpacker knows. */
export const largestZipBytes = 0xffff_0000;
const utf8AndDescriptor = 0x0808;
const deflated = 8;
/** Info-ZIP reads names of a DOS archive in a DOS character set, even if they are marked as UTF-8. */
const madeByUnix = 3 << 8;
const version = 20;
const readableFile = 0o100644 * 2 ** 16;

/** Writes a ZIP archive (APPNOTE 6.3) as it is read: sizes follow each entry, so nothing is held in memory. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  const [time, date] = dosTime(at);
  let offset = 0;
  let count = 0;
  for await (const { name, content } of entries) {
    const path = Buffer.from(name, 'utf8');
    const start = offset;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x0403_4b50, 0);
    header.writeUInt16LE(version, 4);
    header.writeUInt16LE(utf8AndDescriptor, 6);
    header.writeUInt16LE(deflated, 8);
    header.writeUInt16LE(time, 10);
    header.writeUInt16LE(date, 12);
    header.writeUInt16LE(path.length, 26);
    yield Buffer.concat([header, path]);
    offset += header.length + path.length;

    const sums = { crc: 0, size: 0, packed: 0 };
    for await (const chunk of deflate(content, sums)) {
      sums.packed += chunk.length;
      yield chunk;
    }
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x0807_4b50, 0);
    descriptor.writeUInt32LE(sums.crc, 4);
    descriptor.writeUInt32LE(sums.packed, 8);
    descriptor.writeUInt32LE(sums.size, 12);
    yield descriptor;
    offset += sums.packed + descriptor.length;
    directory.push(centralEntry(path, { ...sums, time, date, start }));
    count += 1;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([central, end]);
}

async function* deflate(
  content: ZipEntry['content'],
  sums: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw();
  const feed = async () => {
    for await (const chunk of content) {
      sums.crc = crc32(chunk, sums.crc);
      sums.size += chunk.length;
      if (!packer.write(chunk)) await once(packer, 'drain');
    }
    packer.end();
  };
  // A failing source ends the reading loop below with its own error.
  feed().catch((error: unknown) => packer.destroy(error as Error));
  for await (const chunk of packer) yield chunk as Buffer;
}

function centralEntry(
  path: Buffer,
  entry: { crc: number; size: number; packed: number; time: number; date: number; start: number },
): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(madeByUnix | version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(utf8AndDescriptor, 8);
  header.writeUInt16LE(deflated, 10);
  header.writeUInt16LE(entry.time, 12);
  header.writeUInt16LE(entry.date, 14);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(entry.packed, 20);
  header.writeUInt32LE(entry.size, 24);
  header.writeUInt16LE(path.length, 28);
  header.writeUInt32LE(readableFile, 38);
  header.writeUInt32LE(entry.start, 42);
  return Buffer.concat([header, path]);
}

function dosTime(at: Date): [number, number] {
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ];
}
