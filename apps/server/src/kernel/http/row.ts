import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { AuditEvent, NotAudited } from '../audit/events.ts';
import type { WriteTx } from '../audit/unit-of-work.ts';
import type { Reader } from '../db/database.ts';
import type { DbIdentity } from '../db/identity.ts';
import type { Access } from './access.ts';
import type { ActingRule } from './actor.ts';
import type { BodyKind } from './body-places.ts';
import { AppError, type ErrorDefinition, type FailOptions } from './errors.ts';
import type { Language } from './language.ts';
import type { Limit, ProofLimit } from './token-bucket.ts';

/** Facts about the request that a handler may read, beside its validated parts. */
export interface RequestFacts {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
  readonly now: Date;
  /** Aborts when the client leaves or the server stops, and ends a held response. */
  readonly released: AbortSignal;
  header(name: string): string | undefined;
}

export interface ReplyFacts {
  /** Sets another status, for rows that declare one. */
  status(code: number): void;
  header(name: string, value: string): void;
}

type Part<S extends TSchema | undefined> = S extends TSchema ? Static<S> : undefined;

export interface Call<
  A,
  P extends TSchema | undefined,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
> {
  readonly actor: A;
  readonly params: Part<P>;
  readonly query: Part<Q>;
  readonly body: Part<B>;
  readonly request: RequestFacts;
  readonly reply: ReplyFacts;
}

/** Returned by a writing handler that changed nothing, so that the missing audit event is no error. */
export class Unchanged<T> {
  readonly data: T;
  constructor(data: T) {
    this.data = data;
  }
}

export function unchanged<T>(data: T): Unchanged<T> {
  return new Unchanged(data);
}

/** Returned by a writing handler whose refusal must be recorded: commits, then fails. */
export class Refused {
  readonly error: AppError;
  constructor(error: AppError) {
    this.error = error;
  }
}

export function refused(definition: ErrorDefinition, options?: FailOptions): Refused {
  return new Refused(new AppError(definition, options));
}

/** An answer serialised when its value changed, sent unchanged: in the envelope or, with a media type, alone. */
export class PreSerialized {
  readonly bytes: Uint8Array;
  readonly mediaType: string | undefined;
  constructor(bytes: Uint8Array, mediaType?: string) {
    this.bytes = bytes;
    this.mediaType = mediaType;
  }
}

interface RowBase<A extends object | null, P, Q, B, R> {
  readonly id: string;
  /** Relative to /api/v1 unless `base` is set. */
  readonly path: string;
  readonly base?: 'api' | 'root' | 'console';
  readonly access: Access<A>;
  readonly limit?: Limit;
  readonly proofLimit?: ProofLimit;
  readonly bodyLimitBytes?: number;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly reply: R;
  readonly status?: 200 | 201 | 202 | 204;
  /** A second status with the same body, such as that of a failing readiness probe. */
  readonly otherStatus?: number;
  /** A second media type of the same address, chosen by `Accept`. */
  readonly otherMediaType?: string;
  readonly errors: readonly ErrorDefinition[];
  readonly summary: string;
  /** May be called for a party (`X-Acting-For`) by a person with this right; every other row refuses the header. */
  readonly acting?: ActingRule;
  /** The reason why this row uses the system identity instead of its caller's. */
  readonly asSystem?: string;
  /** Uses the caller's identity with this role, so that row-level security hides rows outside this surface. */
  readonly asRole?: DbIdentity['role'];
  /** Answers without the envelope, as the specification requires for infrastructure. */
  readonly raw?: true;
  /**
   * Fails with `{ error }` alone, and with 400 for an invalid body, as the specification requires for some
   * paths.
   */
  readonly bareErrors?: true;
  /** Forbids storing the response, for example because it contains tokens. */
  readonly noStore?: true;
  /** No log line per call, for probes that run every second. */
  readonly quiet?: true;
  /** Answers every caller from memory: a timer and a log line per call would cost more than its answer. */
  readonly instant?: true;
  /** Reads few rows by key, so often that its statements share round trips with other calls. */
  readonly byKey?: true;
}

export type FreshProof = 'always' | { readonly when: string };

type Answer<R extends TSchema> = Static<R> | PreSerialized | Promise<Static<R> | PreSerialized>;

export interface ReadingRow<
  A extends object | null = object | null,
  P extends TSchema | undefined = TSchema | undefined,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
  R extends TSchema = TSchema,
> extends RowBase<A, P, Q, B, R> {
  readonly method: 'GET';
  readonly handler: (call: Call<A, P, Q, B> & { db: Reader }) => Answer<R>;
}

export interface WritingRow<
  A extends object | null = object | null,
  P extends TSchema | undefined = TSchema | undefined,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
  R extends TSchema = TSchema,
  Prepared = unknown,
> extends RowBase<A, P, Q, B, R> {
  /** GET only where the specification gives reading an effect, such as the status of a mobile sign-in. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly audit: readonly AuditEvent[] | NotAudited;
  /** A creating call that may be repeated with the same Idempotency-Key. */
  readonly idempotent?: true;
  /**
   * `always`: the kernel refuses the call without a recent proof of identity, before any work. `when`: the handler asks
   * in these cases.
   */
  readonly freshProof?: FreshProof;
  /**
   * The record that the call replaces, as its readers get it; undefined if there is none. Callers may then send
   * `expected`, and are refused instead of overwriting a change that they have not seen.
   */
  readonly current?: (call: Call<A, P, Q, B> & { tx: WriteTx }) => Promise<Static<R> | undefined>;
  /** Slow work (the eID provider, HTTP, hashing) before the transaction opens. */
  readonly prepare?: (call: Call<A, P, Q, B> & { db: Reader }) => Promise<Prepared>;
  readonly handler: (
    call: Call<A, P, Q, B> & { tx: WriteTx; prepared: Prepared },
  ) => Promise<Static<R> | Unchanged<Static<R>> | Refused>;
}

/** A row whose types were checked at its definition. */
export type Row = ReadingRow<never, undefined, undefined, undefined, TSchema> | WritingRow<never>;

/** OpenAPI description of a mount with its own JSON format. */
export interface MountOperation {
  readonly operationId: string;
  readonly body?: TSchema;
  readonly reply: TSchema;
  /** Security schemes of the document; any one is enough. */
  readonly security: readonly string[];
}

/** OpenAPI description of a streaming mount: its media types, and the reply to an accepted body. */
export type MountMedia = {
  readonly query?: TSchema;
  readonly takes?: readonly string[];
} & (
  | { readonly gives: readonly string[] }
  | { readonly reply: TSchema; readonly statuses: readonly (200 | 201)[] }
);

/** A whole path that a library or file server handles, listed so that the access matrix stays complete. */
export interface Mount {
  readonly id: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly access: Access;
  readonly limit?: Limit;
  readonly summary: string;
  /** As of a row. */
  readonly acting?: ActingRule;
  /** The body is left unread, for a handler that streams it or passes the request to a library. */
  readonly unparsed?: true;
  /** As of a row; the handler uses `repeatableCall` and `once`. */
  readonly idempotent?: true;
  /** The body may take as long as a slow line needs, and is kept so while it arrives; otherwise it is small. */
  readonly upload?: Exclude<BodyKind, 'memory'>;
  /** When its handler asks for a fresh proof. */
  readonly freshProof?: FreshProof;
  /** No log line per call, for traffic that has a separate log. */
  readonly quiet?: true;
  /** Works while the platform is read-only: it changes nothing of ours, or something that must not wait. */
  readonly openInMaintenance?: true;
  /** Required of an unparsed body that is kept in memory or spooled. */
  readonly bodyLimitBytes?: number;
  readonly operation?: MountOperation;
  readonly media?: MountMedia;
  /**
   * The body of a failure where the specification requires another envelope; the path then also refuses other
   * methods.
   */
  readonly failureBody?: (code: string, message: string) => object;
  readonly handle: (request: FastifyRequest, reply: FastifyReply, actor: object | null) => unknown;
}

export function read<
  A extends object | null,
  R extends TSchema,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
>(row: Omit<ReadingRow<A, P, Q, undefined, R>, 'method'>): Row {
  return { method: 'GET', ...row } as unknown as Row;
}

export function write<
  A extends object | null,
  R extends TSchema,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
  Prepared = undefined,
>(row: WritingRow<A, P, Q, B, R, Prepared>): Row {
  return row as unknown as Row;
}

const bases = { api: '/api/v1', root: '', console: '/api/platform/v1' };

export function fullPath(row: Pick<Row, 'base' | 'path'>): string {
  return bases[row.base ?? 'api'] + row.path;
}

export function isWriting(row: Row): row is WritingRow<never> {
  return 'audit' in row;
}

export const replacesRecord = (row: Row): boolean => isWriting(row) && row.current !== undefined;
