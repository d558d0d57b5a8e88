import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { clientConfig, type Database } from '../db/database.ts';
import { nobody } from '../db/identity.ts';
import { statement } from '../db/query.ts';
import { watchSilence } from './silence.ts';

/** An event that a transaction announces; the key identifies it before the database assigns an id. */
export interface Announcement {
  readonly key: string;
  readonly channel: string;
  readonly payload: Record<string, unknown>;
}

/**
 * Invalidation events between instances. While `live()` is true, every event committed more than a moment ago
 * has been delivered here; while it is false, caches are stale and callers must read the database.
 */
export interface Bus {
  live(): boolean;
  /** Asks the database if the last answer is too old, because a busy process may merely have asked late. */
  check(): Promise<boolean>;
  on(channel: string, listener: (payload: Record<string, unknown>) => void): void;
  /** Called when events may have been missed: clear every cache. */
  onGap(listener: () => void): void;
  /** Delivers committed events to local listeners before it returns, and notifies the other instances. */
  announced(announcements: readonly Announcement[]): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const busConnectionName = 'tamga-bus';

/** Poll interval: the longest delay of an event without NOTIFY, because its instance died or was a command. */
const heartbeatMs = 300;
/**
 * Caches count for this long after the last question that was answered, whatever kept the next one from being asked;
 * with the heartbeat, a revocation takes effect within a second. A connection that is silent for as long is replaced.
 */
const staleAfterMs = 900;
/** Minimum interval between NOTIFYs: each one costs every instance a query. */
const notifyIntervalMs = 10;
/** After a longer outage, skip catch-up: caches are cleared anyway. */
const catchUpMs = 300_000;
const maxOwnKeys = 20_000;

/**
 * Events that are visible in this snapshot and not in the previous one; a restored dump contains transaction
 * ids that are still in the future.
 */
const eventsSince = {
  name: 'bus.news',
  text: `select taken.now::text as mark, e.key, e.channel, e.payload
    from (select pg_current_snapshot() as now) as taken left join bus_events e
      on e.tx >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(e.tx, $1)
        and pg_visible_in_snapshot(e.tx, taken.now)
    order by e.id`,
};
const notifyStatement = statement(
  'bus.wake',
  (p: { instance: string }) => sql`select pg_notify('tamga_bus', ${p.instance})`,
);
const notifyOthers = (instance: string) => notifyStatement({ instance });

interface Row {
  mark: string;
  key: string | null;
  channel: string | null;
  payload: Record<string, unknown>;
}

export interface BusOptions {
  url: string;
  /** Sends NOTIFY; a bus without it only listens. */
  database?: Database;
  logger: Logger;
  /** Follows the name of the connection, so that instances can be told apart in pg_stat_activity. */
  label?: () => string;
  monotonicMs?: () => number;
  heartbeatMs?: number;
}

export function createBus(options: BusOptions): Bus {
  const clock = options.monotonicMs ?? (() => performance.now());
  const instance = randomUUID();
  const listeners = new Map<string, ((payload: Record<string, unknown>) => void)[]>();
  const gapListeners: (() => void)[] = [];
  /** Keys that were announced here and not yet read back from the database. */
  const own = new Set<string>();
  let client: pg.Client | undefined;
  let mark: { snapshot: string; takenMs: number } | undefined;
  let lastSeenMs = Number.NEGATIVE_INFINITY;
  let wasLive = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let pollAgain = false;
  let notifyTimer: NodeJS.Timeout | undefined;
  let notifyAgain = false;

  const deliver = (channel: string, payload: Record<string, unknown>) => {
    for (const listener of listeners.get(channel) ?? [])
      try {
        listener(payload);
      } catch (error) {
        // The event is already committed, so a failing listener must not affect the other listeners or the
        // writer.
        options.logger.error({ err: error, channel }, 'a listener of the bus failed');
      }
  };
  const gap = () => {
    for (const listener of gapListeners) listener();
  };
  const live = () => {
    const now = clock() - lastSeenMs < staleAfterMs;
    const isLost = wasLive && !now;
    // Set first: a listener that asks whether the bus is live must not start another round.
    wasLive = now;
    // The first caller after the loss clears the caches.
    if (isLost) gap();
    return now;
  };

  const queryEvents = async (
    connection: pg.Client,
    since: string,
  ): Promise<{ snapshot: string; rows: Row[] }> => {
    const { rows } = await connection.query<Row>({ ...eventsSince, values: [since] });
    return { snapshot: (rows[0] as Row).mark, rows };
  };
  const deliverRows = (rows: readonly Row[]) => {
    for (const { key, channel, payload } of rows)
      if (channel !== null && (key === null || !own.delete(key))) deliver(channel, payload);
  };

  const connect = async () => {
    const config = clientConfig(options.url);
    const fresh = new pg.Client({
      ...config,
      // The planner cannot know how few rows follow a mark.
      options: `${config.options} -c enable_seqscan=off`,
      application_name: `${busConnectionName} ${options.label?.() ?? ''}`.trim(),
      connectionTimeoutMillis: 2000,
      // A server that accepts the connection and never answers would block the only attempt for ever.
      query_timeout: 5000,
    });
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    fresh.on('notification', ({ payload }) => {
      if (payload === instance || client !== fresh) return;
      if (polling === undefined) void poll().catch(() => drop(fresh));
      else pollAgain = true;
    });
    try {
      await fresh.connect();
      await fresh.query('listen tamga_bus');
      const askedAtMs = clock();
      const known = mark !== undefined && askedAtMs - mark.takenMs < catchUpMs ? mark.snapshot : undefined;
      const current = await fresh.query<{ now: string }>('select pg_current_snapshot()::text as now');
      const missed = await queryEvents(fresh, known ?? (current.rows[0]?.now as string));
      if (stopped) throw new Error('the bus was stopped while it connected');
      // Rows from before the mark are never read again.
      if (known === undefined) own.clear();
      gap();
      deliverRows(missed.rows);
      client = fresh;
      mark = { snapshot: missed.snapshot, takenMs: askedAtMs };
      lastSeenMs = askedAtMs;
    } catch (error) {
      // The connection is not assigned to `client` yet, so nothing else would close it.
      fresh.end().catch(() => undefined);
      throw error;
    }
  };
  const drop = (dead: pg.Client) => {
    if (client !== dead) return;
    client = undefined;
    lastSeenMs = Number.NEGATIVE_INFINITY;
    live();
    dead.end().catch(() => undefined);
    options.logger.warn('the bus connection was lost');
  };
  /** One query at a time: two with the same mark would deliver the same events twice. */
  const poll = (): Promise<void> => {
    polling ??= (async () => {
      do {
        pollAgain = false;
        await pollOnce();
      } while (pollAgain && client !== undefined);
    })().finally(() => {
      polling = undefined;
    });
    return polling;
  };
  const pollOnce = async () => {
    const current = client;
    if (current === undefined || mark === undefined) return connect();
    const askedAtMs = clock();
    const watch = watchSilence(staleAfterMs, () => drop(current));
    try {
      const found = await queryEvents(current, mark.snapshot);
      if (client !== current) return undefined;
      mark = { snapshot: found.snapshot, takenMs: askedAtMs };
      deliverRows(found.rows);
      lastSeenMs = askedAtMs;
    } finally {
      watch.stop();
    }
    return undefined;
  };
  /** Waits for one answer, and no longer than for a silent connection. */
  const askOnce = () =>
    new Promise<void>((resolve) => {
      const watch = watchSilence(staleAfterMs, resolve);
      void poll()
        .catch(() => undefined)
        .finally(() => {
          watch.stop();
          resolve();
        });
    });
  const loop = async () => {
    try {
      await poll();
    } catch (error) {
      if (client !== undefined) drop(client);
      options.logger.debug(
        { reason: (error as { code?: string }).code ?? 'unknown' },
        'the bus is not connected',
      );
    }
    if (!stopped) timer = setTimeout(loop, options.heartbeatMs ?? heartbeatMs);
  };

  const notify = () => {
    if (notifyTimer !== undefined) {
      notifyAgain = true;
      return;
    }
    // NOTIFY is best effort: an instance that misses it polls at its next heartbeat.
    void options.database
      ?.reader(nobody)
      .run(notifyOthers(instance))
      .catch(() => undefined);
    notifyTimer = setTimeout(() => {
      notifyTimer = undefined;
      if (notifyAgain && !stopped) notify();
    }, notifyIntervalMs);
    notifyAgain = false;
  };

  return {
    live,
    check: async () => {
      // Twice: the answer under way may be to a question that is itself too old.
      for (let times = 0; times < 2 && !live() && client !== undefined; times += 1) await askOnce();
      return live();
    },
    on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    onGap: (listener) => gapListeners.push(listener),
    announced: (announcements) => {
      for (const { key, channel, payload } of announcements) {
        own.add(key);
        if (own.size > maxOwnKeys) own.delete(own.values().next().value as string);
        deliver(channel, payload);
      }
      notify();
    },
    start: async () => {
      await connect();
      timer = setTimeout(loop, options.heartbeatMs ?? heartbeatMs);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(notifyTimer);
      const current = client;
      client = undefined;
      await current?.end().catch(() => undefined);
    },
  };
}
