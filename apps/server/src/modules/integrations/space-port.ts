import type { Readable } from 'node:stream';
import type { Actor } from '../../kernel/http/actor.ts';

/** The person of a request. */
export interface Caller {
  actor: Actor;
  requestId: string;
}

export interface SavedFile {
  name: string;
  size: number;
  used: number;
  limit: number;
}

/** A person's own space. Both calls fail with the errors of the space, such as `quota_exceeded`. */
export interface SpacePort {
  /** Keeps the file under the quota; an error of the source is thrown as it is, and nothing is kept then. */
  save(caller: Caller, file: { name: string; size: number; source: Readable }): Promise<SavedFile>;
  open(caller: Caller, name: string): Promise<{ name: string; stream: Readable; size: number; type: string }>;
}
