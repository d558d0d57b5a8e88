import { createHash } from 'node:crypto';
import { FileRefused, FileTooLarge } from './failures.ts';
import { detectKind, type FileKind, signatureBytes } from './kinds.ts';

export interface Inspected {
  source: AsyncIterable<Uint8Array>;
  /** Available after the source was read to its end. */
  found(): { type: FileKind; sizeBytes: number; sha256: string };
  /** The error that ended the source, if one did. */
  failure(): unknown;
}

export interface InspectRules {
  accepts: readonly FileKind[];
  limitBytes: number;
  isLate(): boolean;
}

/** Streams the bytes through and stops at once when their start shows a kind that is not accepted. */
export function inspect(given: AsyncIterable<Uint8Array>, rules: InspectRules): Inspected {
  const hash = createHash('sha256');
  let type: FileKind | undefined;
  let sizeBytes = 0;
  let failure: unknown;

  async function decide(start: Buffer): Promise<void> {
    const kind = await detectKind(start);
    if (kind === undefined || !rules.accepts.includes(kind)) throw new FileRefused();
    type = kind;
  }

  async function* pass(): AsyncGenerator<Uint8Array> {
    let start = Buffer.alloc(0);
    for await (const part of given) {
      if (rules.isLate()) throw new Error('the upload took too long');
      hash.update(part);
      sizeBytes += part.length;
      if (type === undefined) {
        start = Buffer.concat([start, part]);
        if (start.length >= signatureBytes) await decide(start);
      }
      // After the kind: the sender of a wrong file is told that first.
      if (sizeBytes > rules.limitBytes) throw new FileTooLarge();
      if (type === undefined) continue;
      yield start.length > 0 ? start : part;
      start = Buffer.alloc(0);
    }
    if (type !== undefined) return;
    await decide(start);
    yield start;
  }

  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* pass();
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  return {
    source: watched(),
    found: () => {
      if (type === undefined) throw new FileRefused();
      return { type, sizeBytes, sha256: hash.digest('hex') };
    },
    failure: () => failure,
  };
}
