import pg from 'pg';
import type { Logger } from 'pino';
import { clientConfig } from '../db/database.ts';

export interface BusEvent {
  readonly id: number;
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
  start(): Promise<void>;
  stop(): Promise<void>;
}

const heartbeatMs = 300;
/** Silence longer than this is treated as deafness; with the heartbeat it keeps revocation within a second. */
const deafAfterMs = 900;
/** How far back a returning listener reads: ids are given before commit, so the newest seen is no safe mark. */
const catchUpSeconds = 300;
const seenLimit = 20_000;

export function createBus(options: { url: string; logger: Logger; monotonicMs?: () => number }): Bus {
  const clock = options.monotonicMs ?? (() => performance.now());
  const listeners = new Map<string, ((payload: Record<string, unknown>) => void)[]>();
  const gapListeners: (() => void)[] = [];
  const seen = new Set<number>();
  let client: pg.Client | undefined;
  let heardAtMs = Number.NEGATIVE_INFINITY;
  let wasLive = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const deliver = (event: BusEvent) => {
    if (seen.has(event.id)) return;
    seen.add(event.id);
    if (seen.size > seenLimit) seen.delete(seen.values().next().value as number);
    for (const listener of listeners.get(event.channel) ?? []) listener(event.payload);
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

  const connect = async () => {
    const fresh = new pg.Client({
      ...clientConfig(options.url),
      application_name: 'tamga-bus',
      connectionTimeoutMillis: 2000,
      // A server that accepts and then says nothing would otherwise hold the one attempt there is for ever.
      query_timeout: 5000,
    });
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    fresh.on('notification', ({ payload }) => {
      if (payload !== undefined) deliver(JSON.parse(payload) as BusEvent);
    });
    try {
      await fresh.connect();
      await fresh.query('listen tamga_bus');
      const missed = await fresh.query<BusEvent>(
        `select id, channel, payload from bus_events where at > clock_timestamp() - make_interval(secs => $1) order by id`,
        [catchUpSeconds],
      );
      if (stopped) throw new Error('the bus was stopped while it connected');
      gap();
      for (const event of missed.rows) deliver(event);
      client = fresh;
      heardAtMs = clock();
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
  /** One round trip on the listening connection: notifications arrive in order with its answer. */
  const heartbeat = async () => {
    const current = client;
    if (current === undefined) return connect();
    const askedAtMs = clock();
    const deaf = setTimeout(() => drop(current), deafAfterMs);
    try {
      await current.query('select 1');
      if (client === current) heardAtMs = askedAtMs;
    } finally {
      clearTimeout(deaf);
    }
    return undefined;
  };
  const loop = async () => {
    try {
      await heartbeat();
    } catch (error) {
      if (client !== undefined) drop(client);
      options.logger.debug(
        { reason: (error as { code?: string }).code ?? 'unknown' },
        'the bus is not connected',
      );
    }
    if (!stopped) timer = setTimeout(loop, heartbeatMs);
  };

  return {
    live,
    on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    onGap: (listener) => gapListeners.push(listener),
    start: async () => {
      await connect();
      timer = setTimeout(loop, heartbeatMs);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      const current = client;
      client = undefined;
      await current?.end().catch(() => undefined);
    },
  };
}
