import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { AuditEvent, NotAudited } from '../audit/events.ts';
import type { WriteTx } from '../audit/unit-of-work.ts';
import type { Reader } from '../db/database.ts';
import type { DbIdentity } from '../db/identity.ts';
import type { Access } from './access.ts';
import { AppError, type ErrorDefinition, type FailOptions } from './errors.ts';
import type { Language } from './language.ts';
import type { Limit, ProofLimit } from './token-bucket.ts';

/** What a handler may know of the request beside its validated parts. */
export interface RequestFacts {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
  readonly now: Date;
  /** Aborts when the client went away or the server stops: a held answer lets go. */
  readonly released: AbortSignal;
  header(name: string): string | undefined;
}

export interface ReplyFacts {
  /** Another status than the row's own, for rows that declare one. */
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

/** Returned by a writing handler that changed nothing, so that no audit event is missed. */
export class Unchanged<T> {
  readonly data: T;
  constructor(data: T) {
    this.data = data;
  }
}

export function unchanged<T>(data: T): Unchanged<T> {
  return new Unchanged(data);
}

/** Returned by a writing handler whose refusal must itself be kept: commits what was recorded, then fails. */
export class Refused {
  readonly error: AppError;
  constructor(error: AppError) {
    this.error = error;
  }
}

export function refused(definition: ErrorDefinition, options?: FailOptions): Refused {
  return new Refused(new AppError(definition, options));
}

/** An answer serialized when its value changed: sent as it stands, in the envelope or, with a media type, alone. */
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
  /** Relative to /api/v1 unless `base` says otherwise. */
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
  /** A second status with the same body, as of a readiness probe that is not ready. */
  readonly otherStatus?: number;
  /** A second media type the same address answers in, where `Accept` asks for it. */
  readonly otherMediaType?: string;
  readonly errors: readonly ErrorDefinition[];
  readonly summary: string;
  /** Why this row speaks to the database as the platform instead of as its caller. */
  readonly asSystem?: string;
  /** Speaks to the database as its caller in this role: what the surface must not reach, the database hides. */
  readonly asRole?: DbIdentity['role'];
  /** Answers without the envelope, as the specification says of infrastructure. */
  readonly raw?: true;
  /** Fails with `{ error }` alone, and with 400 where the body does not fit, as the specification says of some paths. */
  readonly bareErrors?: true;
  /** Answers that must never be stored, such as those with tokens. */
  readonly noStore?: true;
  /** Not one log line per call, for probes that come every second. */
  readonly quiet?: true;
  /** Answers everybody from memory: a timer and a log line for each call would cost more than its answer. */
  readonly instant?: true;
  /** Reads little and by key, so often that its statements share round trips with those of other calls. */
  readonly byKey?: true;
}

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
  /** GET only where the specification makes reading an act, as with the status of a mobile sign-in. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly audit: readonly AuditEvent[] | NotAudited;
  /** A creating call that may be repeated with the same Idempotency-Key. */
  readonly idempotent?: true;
  /** Slow work (the eID provider, HTTP, hashing) before the transaction opens. */
  readonly prepare?: (call: Call<A, P, Q, B> & { db: Reader }) => Promise<Prepared>;
  readonly handler: (
    call: Call<A, P, Q, B> & { tx: WriteTx; prepared: Prepared },
  ) => Promise<Static<R> | Unchanged<Static<R>> | Refused>;
}

/** A row whose types were checked where it was written. */
export type Row = ReadingRow<never, undefined, undefined, undefined, TSchema> | WritingRow<never>;

/** What the document says of a mount that takes and gives JSON in a form of its own. */
export interface MountOperation {
  readonly operationId: string;
  readonly body?: TSchema;
  readonly reply: TSchema;
  /** Names of the document's security schemes, any one of which is enough. */
  readonly security: readonly string[];
}

/** What the document says of a mount that streams: the media types, and the reply to a body that was taken in. */
export type MountMedia = {
  readonly query?: TSchema;
  readonly takes?: readonly string[];
} & ({ readonly gives: readonly string[] } | { readonly reply: TSchema });

/** A whole path handed to a library or served as files, listed so that the matrix stays complete. */
export interface Mount {
  readonly id: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly access: Access;
  readonly limit?: Limit;
  readonly summary: string;
  /** The body is left unread, for a handler that streams it or hands the request to a library. */
  readonly unparsed?: true;
  /** Not one log line per call, for traffic that keeps a log of its own. */
  readonly quiet?: true;
  readonly bodyLimitBytes?: number;
  readonly operation?: MountOperation;
  readonly media?: MountMedia;
  /** The body of a failure where the specification wants another envelope; the path then refuses other methods too. */
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
