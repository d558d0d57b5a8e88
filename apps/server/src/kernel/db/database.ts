import pg from 'pg';
import {
  asStep,
  beginStep,
  commitStatement,
  contextStep,
  prepareHelpers,
  runGroup,
  type Step,
} from './context-query.ts';
import { type DbIdentity, nobody } from './identity.ts';
import { createPipeline } from './pipeline.ts';
import type { Statement } from './query.ts';

/** Runs statements inside one transaction. Every store function takes one as its first argument. */
export interface Tx {
  run<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
  /** How many rows the statement changed. */
  change(statement: Statement<unknown>): Promise<number>;
  /** Runs in the round trip of the commit, for statements whose result is not needed. */
  atCommit(statement: Statement<unknown>): void;
}

/** Runs single statements, each in an implicit transaction with the identity. */
export interface Reader {
  run<Row>(statement: Statement<Row>): Promise<Row[]>;
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
}

export interface Database {
  /** Reads as `identity`, one round trip per statement. */
  reader(identity: DbIdentity): Reader;
  /**
   * For key lookups that every request makes: they share connections with other requests and wait for one
   * another, so a slow statement belongs to `reader`.
   */
  pipelined(identity: DbIdentity): Reader;
  /**
   * One transaction as `identity`; commits when `work` resolves, rolls back when it throws. It opens at its
   * first statement, so work without statements takes no connection.
   */
  transaction<T>(identity: DbIdentity, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Lends a raw connection, for cursors; the borrower must set the identity in its transaction. */
  withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  stats(): { total: number; idle: number; waiting: number };
  /** Number of callers that wait for a connection; every request reads it. */
  waiting(): number;
  close(): Promise<void>;
}

/** The database did not answer: nothing was decided, and the caller may retry. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database does not answer', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** A text that PostgreSQL cannot store, such as one with NUL: the caller sent it, so it is no failure of ours. */
export class UnstorableText extends Error {
  constructor(cause?: unknown) {
    super('a text cannot be stored', { cause });
    this.name = 'UnstorableText';
  }
}

export interface DatabaseOptions {
  url: string;
  max: number;
  /** How long a caller waits for a connection; three seconds by default. */
  connectTimeoutMs?: number | undefined;
  /** Answer timeout, on top of the server's statement timeout. */
  answerTimeoutMs?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError?: (error: Error) => void;
}

export const appRole = 'tamga_app';
export const schemaName = 'tamga';
const startup = `-c search_path=${schemaName} -c role=${appRole}`;

/** Timestamps leave the driver as RFC 3339 text in UTC: the wire format, without a Date object per cell. */
const types = new pg.TypeOverrides();
types.setTypeParser(1184, (text) => toIso(text));
types.setTypeParser(20, (text) => Number(text));
/** A day has no time zone: as a Date it would be another day west of UTC. */
types.setTypeParser(1082, (text) => text);

export function toIso(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/.test(text)
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
    : new Date(text).toISOString();
}

export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    options: `${startup} -c timezone=UTC -c idle_in_transaction_session_timeout=30000 -c statement_timeout=25000`,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    types,
  };
}

const rollback: Statement<never> = { text: 'rollback', values: [] };

/** With two, one sends while the other waits; a third was no faster. */
const laneCount = 2;
const leastForLanes = 6;

export function createDatabase(options: DatabaseOptions): Database {
  const config = {
    ...clientConfig(options.url),
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3000,
  };
  // The server's own limit does not help when the server or the network is gone without a reset.
  const answerTimeoutMs = options.answerTimeoutMs ?? 28_000;
  let closed = false;
  const onIdleError = (error: Error) => {
    if (!closed) options.onIdleError?.(error);
  };
  const lanes = options.max < leastForLanes ? 0 : laneCount;
  const pipeline =
    lanes === 0
      ? undefined
      : createPipeline({ config, lanes, answerTimeoutMs, isLoss: isConnectionLoss, onIdleError });
  const pool = new pg.Pool({ ...config, max: options.max - lanes, idleTimeoutMillis: 60_000 });
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    // Queued before the first query of the borrower, and prepared for the life of the connection.
    prepareHelpers(client);
    client.on('error', () => undefined);
  });

  const connect = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable(error);
    }
  };

  const send = (client: pg.PoolClient, steps: readonly Step[], statement: Statement<unknown>) =>
    runGroup(client, steps, statement, answerTimeoutMs);

  const readOne = async <Row>(identity: DbIdentity, statement: Statement<Row>): Promise<Row[]> => {
    refuseUnstorable(statement);
    const client = await connect();
    let broken: Error | undefined;
    try {
      return (await send(client, [contextStep(identity)], statement)).rows as Row[];
    } catch (error) {
      broken = error instanceof Error && isConnectionLoss(error) ? error : undefined;
      throw asKnownFailure(error);
    } finally {
      client.release(broken);
    }
  };

  const pipelineOne = async <Row>(identity: DbIdentity, statement: Statement<Row>): Promise<Row[]> => {
    if (pipeline === undefined) return readOne(identity, statement);
    refuseUnstorable(statement);
    try {
      return (await pipeline.run([contextStep(identity)], statement)).rows as Row[];
    } catch (error) {
      throw asKnownFailure(error);
    }
  };

  const transaction: Database['transaction'] = async (identity, work) => {
    let client: pg.PoolClient | undefined;
    let opening: Promise<pg.PoolClient> | undefined;
    let begun = false;
    let open = true;
    const last: Statement<unknown>[] = [];
    const takeConnection = () => {
      opening ??= connect().then((connected) => {
        client = connected;
        return connected;
      });
      return opening;
    };
    /** The transaction begins in the round trip of its first statement. */
    const firstSteps = (): Step[] => {
      if (begun) return [];
      const context = contextStep({ ...identity, userId: uuidOrEmpty(identity.userId) });
      begun = true;
      return [beginStep, context];
    };
    const query = async (statement: Statement<unknown>): Promise<pg.QueryResult> => {
      if (!open) throw new Error('a statement was issued after its transaction ended');
      refuseUnstorable(statement);
      return send(await takeConnection(), firstSteps(), statement);
    };
    const commit = async (): Promise<void> => {
      open = false;
      const connection = await takeConnection();
      const steps = last.map((statement) => asStep(connection, statement));
      const known = steps.filter((step) => step !== undefined);
      const together = known.length === steps.length ? known : [];
      // A statement that this connection has not prepared yet needs one extra round trip.
      if (together.length < last.length)
        for (const statement of last) await send(connection, firstSteps(), statement);
      const ended = await send(connection, [...firstSteps(), ...together], commitStatement);
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
      if (ended.command !== 'COMMIT')
        throw new Error('a statement failed and its error was swallowed; the transaction was undone');
    };
    const tx: Tx = {
      run: async <Row>(statement: Statement<Row>) => (await query(statement)).rows as Row[],
      first: async <Row>(statement: Statement<Row>) => (await query(statement)).rows[0] as Row | undefined,
      change: async (statement) => (await query(statement)).rowCount ?? 0,
      atCommit: (statement) => {
        if (!open) throw new Error('a statement was issued after its transaction ended');
        refuseUnstorable(statement);
        last.push(statement);
      },
    };
    let broken: Error | undefined;
    try {
      const result = await work(tx);
      if (opening !== undefined || last.length > 0) await commit();
      return result;
    } catch (error) {
      open = false;
      // Work may fail while its first statement is still opening the transaction: without this await the
      // connection leaks.
      await opening?.catch(() => undefined);
      broken = error instanceof Error && isConnectionLoss(error) ? error : undefined;
      if (client && broken === undefined)
        await send(client, [], rollback).catch((failure: Error) => {
          broken = failure;
        });
      throw asKnownFailure(error);
    } finally {
      open = false;
      client?.release(broken);
    }
  };

  const waiting = () => pool.waitingCount + (pipeline?.waiting() ?? 0);
  const readerBy = (read: typeof readOne, identity: DbIdentity): Reader => ({
    run: (statement) => read(identity, statement),
    first: async (statement) => (await read(identity, statement))[0],
  });
  return {
    reader: (identity) => readerBy(readOne, identity),
    pipelined: (identity) => readerBy(pipelineOne, identity),
    transaction,
    withClient: async (work) => {
      const client = await connect();
      let broken: Error | undefined;
      try {
        return await work(client);
      } catch (error) {
        broken = error instanceof Error ? error : new Error('borrowed connection failed');
        throw asKnownFailure(error);
      } finally {
        client.release(broken);
      }
    },
    stats: () => {
      const shared = pipeline?.stats() ?? { total: 0, idle: 0 };
      return {
        total: pool.totalCount + shared.total,
        idle: pool.idleCount + shared.idle,
        waiting: waiting(),
      };
    },
    waiting,
    close: async () => {
      closed = true;
      await Promise.all([pool.end(), pipeline?.close()]);
    },
  };
}

function uuidOrEmpty(userId: string | null): string {
  if (userId === null) return nobody.userId ?? '';
  if (!/^[0-9a-f-]{36}$/i.test(userId)) throw new Error('a user id is not a uuid');
  return userId;
}

/**
 * Class 08 and 57P0x of PostgreSQL, and socket errors of a server that went away. A connection whose prepared
 * statement no longer fits its table (a migration ran meanwhile) counts as lost: a new one prepares it again.
 */
function isConnectionLoss(error: Error): boolean {
  const code = (error as { code?: unknown }).code;
  return (
    (code === '0A000' && error.message.startsWith('cached plan')) ||
    (typeof code === 'string' &&
      /^(08...|57P0.|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)$/.test(code)) ||
    /Connection terminated|not queryable|Client was closed|timeout expired|read timeout/.test(error.message)
  );
}

/** The one place that all texts pass: a NUL would end them in PostgreSQL, and is refused before it is sent. */
function refuseUnstorable({ values }: Statement<unknown>): void {
  if (values.some(hasNul)) throw new UnstorableText();
}

const hasNul = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\0') : Array.isArray(value) && value.some(hasNul);

/** Invalid UTF-8, and the escapes of NUL and of lone surrogates in JSON. */
const unstorableCodes: readonly unknown[] = ['22021', '22P05'];

function asKnownFailure(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (unstorableCodes.includes((error as { code?: unknown } | null)?.code)) return new UnstorableText(error);
  return error instanceof Error && isConnectionLoss(error) ? new DatabaseUnavailable(error) : error;
}
