import { createHash } from 'node:crypto';

export const fileKinds = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type FileKind = (typeof fileKinds)[number];

/** The first bytes decide the type, never the name or the content-type of the sender. */
const kinds: readonly { type: FileKind; starts: Buffer; endings: readonly string[] }[] = [
  { type: 'application/pdf', starts: Buffer.from('%PDF-'), endings: ['pdf'] },
  {
    type: 'image/png',
    starts: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    endings: ['png'],
  },
  { type: 'image/jpeg', starts: Buffer.from([0xff, 0xd8, 0xff]), endings: ['jpg', 'jpeg'] },
];
const maxSignatureBytes = Math.max(...kinds.map(({ starts }) => starts.length));

export class FileRefused extends Error {
  constructor() {
    super('the file is of a kind that is not accepted');
    this.name = 'FileRefused';
  }
}

export interface Inspected {
  source: AsyncIterable<Uint8Array>;
  /** Available after the source was read to its end. */
  found(): { type: FileKind; sha256: string };
}

/** Streams the bytes through and stops at once when their start shows a type that is not accepted. */
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
      if (start.length < maxSignatureBytes) continue;
      type = detectKind(start, accepts);
      yield start;
    }
    // A file shorter than the longest signature may still match a shorter one.
    if (type === undefined) {
      type = detectKind(start, accepts);
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

function detectKind(start: Buffer, accepts: readonly FileKind[]): FileKind {
  const kind = kinds.find(({ starts }) => start.subarray(0, starts.length).equals(starts));
  if (kind === undefined || !accepts.includes(kind.type)) throw new FileRefused();
  return kind.type;
}

/**
 * Removes folders and characters that hide or reverse the rest of a name. `nameFor` adds an extension that matches the
 * type: an HTML page behind the first bytes of a PDF must not open as HTML from a disk.
 */
export function sanitizeName(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}"]/gu, '').trim();
  return [...clean].slice(0, 190).join('');
}

export function nameFor(name: string, type: FileKind): string {
  const endings = kinds.find((kind) => kind.type === type)?.endings ?? [];
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  return endings.includes(ending) && name.includes('.') ? name : `${name}.${endings[0] ?? 'bin'}`;
}

/** RFC 6266: `filename` for old clients, `filename*` with every character. */
export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
