import type { Readable } from 'node:stream';

/** A directory today; several instances need an object store. */
export interface FileStore {
  /** Atomic: stores the whole file or nothing, and throws `FileTooLarge` as soon as the limit is passed. Returns the size. */
  put(key: string, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<number>;
  get(key: string): Promise<Readable | undefined>;
  /** Idempotent: a missing file counts as removed. */
  remove(key: string): Promise<void>;
}

export class FileTooLarge extends Error {
  constructor() {
    super('the file is larger than allowed');
    this.name = 'FileTooLarge';
  }
}
