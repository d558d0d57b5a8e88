import type { Readable } from 'node:stream';

/** Where papers are kept: a directory now, an object store when there are many instances. */
export interface FileStore {
  /** Keeps all of it or nothing; `FileTooLarge` as soon as there is more than the limit. Answers the size. */
  put(key: string, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<number>;
  get(key: string): Promise<Readable | undefined>;
  /** What is not there is removed already. */
  remove(key: string): Promise<void>;
}

export class FileTooLarge extends Error {
  constructor() {
    super('the file is larger than allowed');
    this.name = 'FileTooLarge';
  }
}
