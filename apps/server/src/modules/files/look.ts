import type { FileKind } from './kinds.ts';

/** What the first bytes promise, to be confirmed by the rest. */
export interface Look {
  /** One of these, when `end` confirms it. */
  readonly kinds: readonly FileKind[];
  /** Every part of the file in order, from the first byte. */
  see(part: Uint8Array): void;
  end(): FileKind | undefined;
}

export const takeRest = (kind: FileKind): Look => ({ kinds: [kind], see: () => undefined, end: () => kind });

/** Line breaks, tabs and form feeds are text; other control characters belong to programs and pictures. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** Text is UTF-8 to its last byte: nothing can follow that another program reads as code. */
export function followText(): Look {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isText = true;
  const take = (read: () => string) => {
    if (!isText) return;
    try {
      isText = !binary.test(read());
    } catch {
      isText = false;
    }
  };
  return {
    kinds: ['text/plain'],
    see: (part) => take(() => decoder.decode(part, { stream: true })),
    end: () => {
      take(() => decoder.decode());
      return isText ? 'text/plain' : undefined;
    },
  };
}

const entryBytes = 128;
/**
 * Documents of Office before 2007 share their container with installers (MSI), which Windows runs. The class of the
 * root entry tells them apart, and Windows goes by the same class.
 */
const officeClasses: Record<string, FileKind> = {
  '0609020000000000c000000000000046': 'application/msword',
  '0009020000000000c000000000000046': 'application/msword',
  '2008020000000000c000000000000046': 'application/vnd.ms-excel',
  '1008020000000000c000000000000046': 'application/vnd.ms-excel',
  '108d81649b4fcf1186ea00aa00b929e8': 'application/vnd.ms-powerpoint',
};

/** [MS-CFB]: the header tells the sector of the directory, whose first entry is the root. */
export function followOffice(sample: Buffer): Look | undefined {
  if (sample.length < 512) return undefined;
  const begin = (sample.readUInt32LE(48) + 1) * 2 ** Math.min(sample.readUInt16LE(30), 12);
  const root = Buffer.alloc(entryBytes);
  let at = 0;
  return {
    kinds: ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'],
    see: (part) => {
      const from = Math.max(begin, at);
      const to = Math.min(begin + entryBytes, at + part.length);
      if (from < to) root.set(part.subarray(from - at, to - at), from - begin);
      at += part.length;
    },
    end: () => (root[66] === 5 ? officeClasses[root.subarray(80, 96).toString('hex')] : undefined),
  };
}

/** The end record of a zip archive and the longest comment behind it. */
const recordBytes = 22;
const tailBytes = recordBytes + 65_535;
const endRecord = Buffer.from('PK\x05\x06');

/** A picture with an archive behind it is both, and Java or an unpacker takes it as the archive. */
export function refuseHiddenArchive(kind: FileKind): Look {
  let tail: Uint8Array[] = [];
  let length = 0;
  return {
    kinds: [kind],
    see: (part) => {
      tail.push(part);
      length += part.length;
      while (tail[0] !== undefined && length - tail[0].length >= tailBytes) {
        length -= tail[0].length;
        tail = tail.slice(1);
      }
    },
    end: () => (endsAsArchive(Buffer.concat(tail)) ? undefined : kind),
  };
}

function endsAsArchive(tail: Buffer): boolean {
  for (
    let at = tail.lastIndexOf(endRecord);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(endRecord, at - 1)
  )
    if (at + recordBytes <= tail.length && at + recordBytes + tail.readUInt16LE(at + 20) === tail.length)
      return true;
  return false;
}
