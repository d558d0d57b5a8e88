import type { Bus } from '../../kernel/bus/bus.ts';

/** A call whose answer is still being sent. */
export interface LiveCall {
  readonly clientId: string;
  readonly expiresAt: Date;
  /** An endless answer, such as a WebSocket or an event stream, ends with its token. */
  endless(): boolean;
  readonly isSocket: boolean;
  stillAllowed(): Promise<boolean>;
  cut(): void;
}

export interface LiveCalls {
  add(call: LiveCall): () => void;
  sockets(clientId: string): number;
  size(): number;
  start(): void;
  /** Ends endless answers on shutdown; the others may finish. */
  closeEndless(): void;
  stop(): void;
}

const sweepMs = 500;
/**
 * Caches of tokens and grants must be cleared first; the delay also debounces: each running call is checked
 * once.
 */
const recheckDelayMs = 50;

export function createLiveCalls(deps: {
  bus: Bus;
  now: () => Date;
  /** A message on one of these channels may withdraw a right. */
  channels: readonly string[];
}): LiveCalls {
  const calls = new Set<LiveCall>();
  const sockets = new Map<string, number>();
  let sweep: NodeJS.Timeout | undefined;
  let recheck: NodeJS.Timeout | undefined;

  const checkOne = async (call: LiveCall) => {
    // Fails closed, the same as for a new call.
    if (!(await call.stillAllowed().catch(() => false)) && calls.has(call)) call.cut();
  };
  const checkAll = () => {
    recheck = undefined;
    for (const call of calls) void checkOne(call);
  };
  const scheduleRecheck = () => {
    if (calls.size > 0) recheck ??= setTimeout(checkAll, recheckDelayMs);
  };
  for (const channel of deps.channels) deps.bus.on(channel, scheduleRecheck);
  deps.bus.onGap(scheduleRecheck);

  return {
    add: (call) => {
      calls.add(call);
      if (call.isSocket) sockets.set(call.clientId, (sockets.get(call.clientId) ?? 0) + 1);
      return () => {
        if (!calls.delete(call) || !call.isSocket) return;
        const left = (sockets.get(call.clientId) ?? 1) - 1;
        if (left > 0) sockets.set(call.clientId, left);
        else sockets.delete(call.clientId);
      };
    },
    sockets: (clientId) => sockets.get(clientId) ?? 0,
    size: () => calls.size,
    start: () => {
      sweep = setInterval(() => {
        const now = deps.now();
        for (const call of calls) if (call.endless() && call.expiresAt <= now) call.cut();
        // Without a live bus no change is announced, so the database is asked.
        if (!deps.bus.live()) scheduleRecheck();
      }, sweepMs);
      sweep.unref();
    },
    closeEndless: () => {
      for (const call of calls) if (call.endless()) call.cut();
    },
    stop: () => {
      clearInterval(sweep);
      clearTimeout(recheck);
    },
  };
}
