import pg from 'pg';
import { createBatcher } from './batch.ts';
import { prepareHelpers, runGroup, type Step } from './context-query.ts';
import type { Statement } from './query.ts';

/** Runs statements of many requests over few connections. */
export interface Pipeline {
  run(steps: readonly Step[], statement: Statement<unknown>): Promise<pg.QueryResult>;
  stats(): { total: number; idle: number };
  waiting(): number;
  close(): Promise<void>;
}

export interface PipelineOptions {
  config: pg.ClientConfig;
  lanes: number;
  answerTimeoutMs: number;
  /** Tells whether a connection is unusable after this error. */
  isLoss: (error: Error) => boolean;
  /** Called when an idle connection breaks; the next statement opens another. */
  onIdleError: (error: Error) => void;
}

interface PendingStatement {
  readonly steps: readonly Step[];
  readonly statement: Statement<unknown>;
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waking the database is the largest cost of a small statement. Statements that arrive while a lane waits go
 * out together when it is free: one system call for all, each in a separate implicit transaction, so that
 * neither an identity nor a failure reaches another statement.
 */
export function createPipeline(options: PipelineOptions): Pipeline {
  const clients: (pg.Client | undefined)[] = Array.from({ length: options.lanes }, () => undefined);
  const busy = new Set<number>();
  let closed = false;

  /** Takes the connection out of use now, because its end event may arrive after the next statement. */
  const giveUp = (lane: number, client: pg.Client) => {
    if (clients[lane] === client) clients[lane] = undefined;
  };

  const connect = async (lane: number): Promise<pg.Client> => {
    const open = clients[lane];
    if (open !== undefined) return open;
    const client = new pg.Client({ ...options.config, pipeline: true });
    client
      .on('end', () => giveUp(lane, client))
      .on('error', (error) => {
        if (clients[lane] === client && !busy.has(lane)) options.onIdleError(error);
        giveUp(lane, client);
      });
    await client.connect();
    if (closed) {
      await client.end();
      throw wasClosed();
    }
    prepareHelpers(client);
    clients[lane] = client;
    return client;
  };

  const send = async (lane: number, batch: readonly PendingStatement[]): Promise<void> => {
    const client = await connect(lane);
    const connection = connectionOf(client);
    // One deadline for the batch: a missing answer blocks everything behind it.
    const deadline = setTimeout(() => {
      giveUp(lane, client);
      connection.stream.destroy();
    }, options.answerTimeoutMs);
    const answers = writeTogether(connection, () =>
      batch.map(({ steps, statement, resolve, reject }) =>
        runGroup(client, steps, statement).then(resolve, (error: Error) => {
          if (options.isLoss(error)) giveUp(lane, client);
          reject(error);
        }),
      ),
    );
    await Promise.all(answers);
    clearTimeout(deadline);
    if (clients[lane] !== client) connection.stream.destroy();
  };

  const queue = createBatcher<PendingStatement>(options.lanes, async (batch, lane) => {
    busy.add(lane);
    try {
      await send(lane, batch);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      busy.delete(lane);
    }
  });

  return {
    run: (steps, statement) =>
      new Promise((resolve, reject) => {
        if (closed) reject(wasClosed());
        else queue.push({ steps, statement, resolve, reject });
      }),
    stats: () => {
      const open = clients.flatMap((client, lane) => (client === undefined ? [] : [lane]));
      return { total: open.length, idle: open.filter((lane) => !busy.has(lane)).length };
    },
    waiting: queue.waiting,
    close: async () => {
      closed = true;
      await Promise.all(clients.map((client) => client?.end()));
    },
  };
}

const wasClosed = () => new Error('the database was closed');

interface Connection {
  readonly stream: { readonly writable: boolean; write(bytes: Uint8Array): boolean; destroy(): void };
  _send(bytes: Uint8Array): boolean;
}

function connectionOf(client: pg.Client): Connection {
  return (client as unknown as { connection: Connection }).connection;
}

/** Sends all messages in one write: pg writes each by itself, and a list of small pieces costs the kernel more. */
function writeTogether<T>(connection: Connection, send: () => T): T {
  const messages: Uint8Array[] = [];
  connection._send = (bytes) => messages.push(bytes) > 0;
  try {
    return send();
  } finally {
    delete (connection as Partial<Connection>)._send;
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages));
  }
}
