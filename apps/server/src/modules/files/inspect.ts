import { createHash } from 'node:crypto';
import { detectKind, sampleBytes } from './detect.ts';
import { FileRefused, FileTooLarge } from './failures.ts';
import type { FileKind } from './kinds.ts';
import type { Look } from './look.ts';

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
  let look: Look | undefined;
  let type: FileKind | undefined;
  let sizeBytes = 0;
  let failure: unknown;

  async function decide(start: Buffer): Promise<Look> {
    const found = await detectKind(start);
    if (found === undefined || !found.kinds.some((kind) => rules.accepts.includes(kind)))
      throw new FileRefused();
    found.see(start);
    return found;
  }

  async function* pass(): AsyncGenerator<Uint8Array> {
    let start: Uint8Array[] = [];
    let startBytes = 0;
    for await (const part of given) {
      if (rules.isLate()) throw new Error('the upload took too long');
      hash.update(part);
      sizeBytes += part.length;
      if (look === undefined) {
        start.push(part);
        startBytes += part.length;
        // The sender of a wrong file is told that before its size.
        if (startBytes < sampleBytes && sizeBytes <= rules.limitBytes) continue;
        const sample = Buffer.concat(start);
        start = [];
        look = await decide(sample);
        if (sizeBytes > rules.limitBytes) throw new FileTooLarge();
        yield sample;
        continue;
      }
      if (sizeBytes > rules.limitBytes) throw new FileTooLarge();
      look.see(part);
      yield part;
    }
    if (look === undefined) {
      const whole = Buffer.concat(start);
      look = await decide(whole);
      yield whole;
    }
    type = look.end();
    if (type === undefined || !rules.accepts.includes(type)) throw new FileRefused();
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
