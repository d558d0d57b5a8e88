import { createHash } from 'node:crypto';

export const fileKinds = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type FileKind = (typeof fileKinds)[number];

/** What a file is, said by its first bytes and never by its name or by what the sender calls it. */
const kinds: readonly { type: FileKind; starts: Buffer; endings: readonly string[] }[] = [
  { type: 'application/pdf', starts: Buffer.from('%PDF-'), endings: ['pdf'] },
  {
    type: 'image/png',
    starts: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    endings: ['png'],
  },
  { type: 'image/jpeg', starts: Buffer.from([0xff, 0xd8, 0xff]), endings: ['jpg', 'jpeg'] },
];
const longestStart = Math.max(...kinds.map(({ starts }) => starts.length));

export class FileRefused extends Error {
  constructor() {
    super('the file is of a kind that is not accepted');
    this.name = 'FileRefused';
  }
}

export interface Inspected {
  source: AsyncIterable<Uint8Array>;
  /** Known once the source was read to its end. */
  found(): { type: FileKind; sha256: string };
}

/** Passes the bytes on while it looks at them; stops at the first that shows a kind nobody asked for. */
export function inspect(given: AsyncIterable<Uint8Array>, accepts: readonly FileKind[]): Inspected {
  const hash = createHash('sha256');
  let type: FileKind | undefined;
  async function* pass(): AsyncGenerator<Uint8Array> {
    let start = Buffer.alloc(0);
    for await (const part of given) {
      hash.update(part);
      if (type !== undefined) {
        yield part;
        continue;
      }
      start = Buffer.concat([start, part]);
      if (start.length < longestStart) continue;
      type = recognise(start, accepts);
      yield start;
    }
    // A file shorter than the longest beginning is still one of them, or nothing.
    if (type === undefined) {
      type = recognise(start, accepts);
      yield start;
    }
  }
  return {
    source: pass(),
    found: () => {
      if (type === undefined) throw new FileRefused();
      return { type, sha256: hash.digest('hex') };
    },
  };
}

function recognise(start: Buffer, accepts: readonly FileKind[]): FileKind {
  const kind = kinds.find(({ starts }) => start.subarray(0, starts.length).equals(starts));
  if (kind === undefined || !accepts.includes(kind.type)) throw new FileRefused();
  return kind.type;
}

/**
 * A name fit to be shown and saved under. No folder, no character that hides or turns round the rest, and an ending
 * that says what the file is: a page of HTML behind a PDF's first bytes must not be opened as one from a disk.
 */
export function tidyName(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}"]/gu, '').trim();
  return [...clean].slice(0, 190).join('');
}

export function nameFor(name: string, type: FileKind): string {
  const endings = kinds.find((kind) => kind.type === type)?.endings ?? [];
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  return endings.includes(ending) && name.includes('.') ? name : `${name}.${endings[0] ?? 'bin'}`;
}

/** RFC 6266: the plain form for old readers, the extended one with every letter. */
export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
