import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { clientConfig, type Database } from '../db/database.ts';
import { nobody } from '../db/identity.ts';
import { statement } from '../db/query.ts';

/** What a transaction announces. The key tells it from all others before the database has seen it. */
export interface Announcement {
  readonly key: string;
  readonly channel: string;
  readonly payload: Record<string, unknown>;
}

/**
 * What other instances changed. While `live()` is true, every event committed more than a moment ago has been
 * delivered here; while it is false, nothing remembered may be trusted and the database must be asked.
 */
export interface Bus {
  live(): boolean;
  on(channel: string, listener: (payload: Record<string, unknown>) => void): void;
  /** Called when events may have been missed: forget everything remembered. */
  onGap(listener: () => void): void;
  /** Of what was committed here: heard here before this returns, and elsewhere as soon as the others have been woken. */
  announced(announcements: readonly Announcement[]): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** An event that nobody was woken for, because its instance died or was a command, is found this late. */
const heartbeatMs = 300;
/** Silence longer than this is treated as deafness; with the heartbeat it keeps revocation within a second. */
const deafAfterMs = 900;
/** Others are woken at once and then at most this often: each notification costs every instance a question. */
const wakeEveryMs = 10;
/** Who was away longer reads nothing of it: what it remembered is forgotten in any case. */
const catchUpMs = 300_000;
const ownLimit = 20_000;

/** Everything one snapshot sees and the one before did not. A restored dump has transactions that are still to come. */
const newsSince = {
  name: 'bus.news',
  text: `select taken.now::text as mark, e.key, e.channel, e.payload
    from (select pg_current_snapshot() as now) as taken left join bus_events e
      on e.tx >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(e.tx, $1)
        and pg_visible_in_snapshot(e.tx, taken.now)
    order by e.id`,
};
const busWake = statement(
  'bus.wake',
  (p: { instance: string }) => sql`select pg_notify('tamga_bus', ${p.instance})`,
);
const wakeOthers = (instance: string) => busWake({ instance });

interface Row {
  mark: string;
  key: string | null;
  channel: string | null;
  payload: Record<string, unknown>;
}

export interface BusOptions {
  url: string;
  /** By which others are woken; one without it only listens. */
  database?: Database;
  logger: Logger;
  monotonicMs?: () => number;
  heartbeatMs?: number;
}

export function createBus(options: BusOptions): Bus {
  const clock = options.monotonicMs ?? (() => performance.now());
  const instance = randomUUID();
  const listeners = new Map<string, ((payload: Record<string, unknown>) => void)[]>();
  const gapListeners: (() => void)[] = [];
  /** Announced here and not read back yet. */
  const own = new Set<string>();
  let client: pg.Client | undefined;
  let mark: { snapshot: string; takenMs: number } | undefined;
  let heardAtMs = Number.NEGATIVE_INFINITY;
  let wasLive = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let wokenMeanwhile = false;
  let waking: NodeJS.Timeout | undefined;
  let moreToTell = false;

  const deliver = (channel: string, payload: Record<string, unknown>) => {
    for (const listener of listeners.get(channel) ?? [])
      try {
        listener(payload);
      } catch (error) {
        // What it tells of is done: neither the others nor whoever did it may suffer.
        options.logger.error({ err: error, channel }, 'a listener of the bus failed');
      }
  };
  const gap = () => {
    for (const listener of gapListeners) listener();
  };
  const live = () => {
    const now = clock() - heardAtMs < deafAfterMs;
    // The moment of falling deaf is noticed by whoever asks first; what was remembered is dropped right then.
    if (wasLive && !now) gap();
    wasLive = now;
    return now;
  };

  const ask = async (connection: pg.Client, since: string): Promise<{ snapshot: string; rows: Row[] }> => {
    const { rows } = await connection.query<Row>({ ...newsSince, values: [since] });
    return { snapshot: (rows[0] as Row).mark, rows };
  };
  const hear = (rows: readonly Row[]) => {
    for (const { key, channel, payload } of rows)
      if (channel !== null && (key === null || !own.delete(key))) deliver(channel, payload);
  };

  const connect = async () => {
    const config = clientConfig(options.url);
    const fresh = new pg.Client({
      ...config,
      // The planner cannot know how little lies behind a mark.
      options: `${config.options} -c enable_seqscan=off`,
      application_name: 'tamga-bus',
      connectionTimeoutMillis: 2000,
      // A server that accepts and then says nothing would otherwise hold the one attempt there is for ever.
      query_timeout: 5000,
    });
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    fresh.on('notification', ({ payload }) => {
      if (payload === instance || client !== fresh) return;
      if (looking === undefined) void look().catch(() => drop(fresh));
      else wokenMeanwhile = true;
    });
    try {
      await fresh.connect();
      await fresh.query('listen tamga_bus');
      const askedAtMs = clock();
      const known = mark !== undefined && askedAtMs - mark.takenMs < catchUpMs ? mark.snapshot : undefined;
      const current = await fresh.query<{ now: string }>('select pg_current_snapshot()::text as now');
      const missed = await ask(fresh, known ?? (current.rows[0]?.now as string));
      if (stopped) throw new Error('the bus was stopped while it connected');
      // Rows from before the mark never come back.
      if (known === undefined) own.clear();
      gap();
      hear(missed.rows);
      client = fresh;
      mark = { snapshot: missed.snapshot, takenMs: askedAtMs };
      heardAtMs = askedAtMs;
    } catch (error) {
      // Not ours yet, so nobody else would close it.
      fresh.end().catch(() => undefined);
      throw error;
    }
  };
  const drop = (dead: pg.Client) => {
    if (client !== dead) return;
    client = undefined;
    heardAtMs = Number.NEGATIVE_INFINITY;
    live();
    dead.end().catch(() => undefined);
    options.logger.warn('the bus connection was lost');
  };
  /** One question at a time: two with the same mark would both bring what is new. */
  const look = (): Promise<void> => {
    looking ??= (async () => {
      do {
        wokenMeanwhile = false;
        await lookOnce();
      } while (wokenMeanwhile && client !== undefined);
    })().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const lookOnce = async () => {
    const current = client;
    if (current === undefined || mark === undefined) return connect();
    const askedAtMs = clock();
    const deaf = setTimeout(() => drop(current), deafAfterMs);
    try {
      const news = await ask(current, mark.snapshot);
      if (client !== current) return undefined;
      mark = { snapshot: news.snapshot, takenMs: askedAtMs };
      hear(news.rows);
      heardAtMs = askedAtMs;
    } finally {
      clearTimeout(deaf);
    }
    return undefined;
  };
  const loop = async () => {
    try {
      await look();
    } catch (error) {
      if (client !== undefined) drop(client);
      options.logger.debug(
        { reason: (error as { code?: string }).code ?? 'unknown' },
        'the bus is not connected',
      );
    }
    if (!stopped) timer = setTimeout(loop, options.heartbeatMs ?? heartbeatMs);
  };

  const wake = () => {
    if (waking !== undefined) {
      moreToTell = true;
      return;
    }
    // Who is not woken looks by itself before long: nothing depends on this.
    void options.database
      ?.reader(nobody)
      .run(wakeOthers(instance))
      .catch(() => undefined);
    waking = setTimeout(() => {
      waking = undefined;
      if (moreToTell && !stopped) wake();
    }, wakeEveryMs);
    moreToTell = false;
  };

  return {
    live,
    on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    onGap: (listener) => gapListeners.push(listener),
    announced: (announcements) => {
      for (const { key, channel, payload } of announcements) {
        own.add(key);
        if (own.size > ownLimit) own.delete(own.values().next().value as string);
        deliver(channel, payload);
      }
      wake();
    },
    start: async () => {
      await connect();
      timer = setTimeout(loop, options.heartbeatMs ?? heartbeatMs);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(waking);
      const current = client;
      client = undefined;
      await current?.end().catch(() => undefined);
    },
  };
}
