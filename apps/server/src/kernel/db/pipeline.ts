import pg from 'pg';
import { prepareHelpers, runGroup, type Step } from './context-query.ts';
import { gather } from './gather.ts';
import type { Statement } from './query.ts';

/** Statements of many requests over few connections. */
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
  /** Whether a connection that failed like this is of no further use. */
  isLoss: (error: Error) => boolean;
  /** Called when a connection breaks while nobody waits for it; the next question opens another. */
  onIdleError: (error: Error) => void;
}

interface Asked {
  readonly steps: readonly Step[];
  readonly statement: Statement<unknown>;
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waking the database is what a small question costs most. Whatever is asked while a lane waits for its answers goes
 * out together as soon as they are there: one system call for all, each in an implicit transaction of its own, so that
 * neither an identity nor a failure reaches its neighbour.
 */
export function createPipeline(options: PipelineOptions): Pipeline {
  const clients: (pg.Client | undefined)[] = Array.from({ length: options.lanes }, () => undefined);
  const busy = new Set<number>();
  let closed = false;

  /** Not asked again from this moment; its end may be heard of after the next question has come. */
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

  const send = async (lane: number, batch: readonly Asked[]): Promise<void> => {
    const client = await connect(lane);
    // One deadline for all: an answer that does not come holds up everything behind it.
    const stream = streamOf(client);
    const deadline = setTimeout(() => {
      giveUp(lane, client);
      stream.destroy();
    }, options.answerTimeoutMs);
    stream.cork();
    const answers = batch.map(({ steps, statement, resolve, reject }) =>
      runGroup(client, steps, statement).then(resolve, (error: Error) => {
        if (options.isLoss(error)) giveUp(lane, client);
        reject(error);
      }),
    );
    stream.uncork();
    await Promise.all(answers);
    clearTimeout(deadline);
    if (clients[lane] !== client) stream.destroy();
  };

  const questions = gather<Asked>(options.lanes, async (batch, lane) => {
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
        else questions.push({ steps, statement, resolve, reject });
      }),
    stats: () => {
      const open = clients.flatMap((client, lane) => (client === undefined ? [] : [lane]));
      return { total: open.length, idle: open.filter((lane) => !busy.has(lane)).length };
    },
    waiting: questions.waiting,
    close: async () => {
      closed = true;
      await Promise.all(clients.map((client) => client?.end()));
    },
  };
}

const wasClosed = () => new Error('the database was closed');

function streamOf(client: pg.Client): { cork(): void; uncork(): void; destroy(): void } {
  return (client as unknown as { connection: { stream: ReturnType<typeof streamOf> } }).connection.stream;
}
