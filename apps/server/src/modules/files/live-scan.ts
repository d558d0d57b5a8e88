import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { FileInfected, FileUnscannable } from './failures.ts';
import type { Scanner, Verdict } from './scanner-port.ts';
import type { StoredFile } from './store.ts';

/** A file on its way into the store, and beside it to the scanner. */
export interface Scanned {
  /** Fails with FileInfected or FileUnscannable before its last byte, so such a file is never stored. */
  source: AsyncIterable<Uint8Array>;
  /** Available after the source was read to its end. */
  outcome(): StoredFile['scan'];
}

export interface LiveScans {
  begin(source: AsyncIterable<Uint8Array>): Scanned;
}

/** Slow uploads must leave connections of the scanner for the job that clears waiting files. */
const mostAtOnce = 8;
const copyBytes = 256 * 1024;

/** Scans files while they arrive. A scanner that is away, slow or busy leaves them unscanned. */
export function createLiveScans(scanner: Scanner, onAway: (error: unknown) => void): LiveScans {
  let running = 0;

  async function ask(copy: PassThrough): Promise<Verdict | undefined> {
    running += 1;
    try {
      return await scanner.scan(copy, AbortSignal.timeout(scanner.timeoutMs));
    } catch (error) {
      if (!copy.errored) onAway(error);
      return undefined;
    } finally {
      running -= 1;
      copy.destroy();
    }
  }

  return {
    begin: (source) => {
      let outcome: StoredFile['scan'] = 'unscanned';
      async function* pass(): AsyncGenerator<Uint8Array> {
        const copy = new PassThrough({ highWaterMark: copyBytes });
        // An aborted upload destroys the copy with an error, which belongs to the upload.
        copy.on('error', () => undefined);
        const closed = once(copy, 'close').catch(() => undefined);
        if (running >= mostAtOnce) copy.destroy();
        const asked = copy.destroyed ? undefined : ask(copy);
        let sizeBytes = 0;
        let isWhole = false;
        try {
          for await (const part of source) {
            sizeBytes += part.length;
            if (sizeBytes > scanner.maxBytes) throw new FileUnscannable('larger than the scanner accepts');
            if (!copy.destroyed && !copy.write(part))
              await Promise.race([once(copy, 'drain').catch(() => undefined), closed]);
            yield part;
          }
          isWhole = true;
        } finally {
          if (!isWhole) copy.destroy(new Error('the upload broke off'));
        }
        copy.end();
        const verdict = await asked;
        if (verdict?.outcome === 'infected') throw new FileInfected(verdict.reason);
        if (verdict?.outcome === 'unscannable') throw new FileUnscannable(verdict.reason);
        outcome = verdict?.outcome ?? 'unscanned';
      }
      return { source: pass(), outcome: () => outcome };
    },
  };
}
