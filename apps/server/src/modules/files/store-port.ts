import type { Readable } from 'node:stream';

export const drivers = ['local', 's3', 'sftp'] as const;
export type Driver = (typeof drivers)[number];

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly changedAt: Date;
}

/**
 * Where the bytes of files are. Keys are ids that Tamga creates, and each is written once. Every call has a timeout of
 * the driver; a failure of the store itself is thrown as it is, and its callers wrap it.
 */
export interface ObjectStore {
  /** Atomic and durable: the object appears with its last byte; an error of the source leaves nothing behind. */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined when there is no such object. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Idempotent; removes unfinished parts of an interrupted put too. */
  remove(key: string): Promise<void>;
  /** Every finished object, in any order. */
  list(): AsyncIterable<StoredObject>;
  /** Throws when the store does not answer or takes no files. */
  check(): Promise<void>;
  /** Ends connections of a stopping server. */
  close?(): Promise<void>;
}

/** Instances with different directories do not see each other's files. */
export interface LocalStore extends ObjectStore {
  /** The same for all instances that share the directory. */
  identify(): Promise<string>;
}

/** The stores that the settings describe; the local directory is always there. */
export type ObjectStores = { readonly local: LocalStore } & {
  readonly [D in Exclude<Driver, 'local'>]?: ObjectStore | undefined;
};
