import type { Bus } from '../../kernel/bus/bus.ts';

/** A call whose answer is still running. */
export interface LiveCall {
  readonly clientId: string;
  readonly expiresAt: Date;
  /** An answer without end, such as a WebSocket or an event stream: it lasts no longer than its token. */
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
  /** Ends what has no end of its own; the rest may finish. */
  letGo(): void;
  stop(): void;
}

const sweepMs = 500;
/** Whoever remembers tokens and grants hears of a change first; then each running call is asked about once. */
const settleMs = 50;

export function createLiveCalls(deps: {
  bus: Bus;
  now: () => Date;
  /** Whatever is told here may have taken somebody's right away. */
  channels: readonly string[];
}): LiveCalls {
  const calls = new Set<LiveCall>();
  const sockets = new Map<string, number>();
  let sweep: NodeJS.Timeout | undefined;
  let recheck: NodeJS.Timeout | undefined;

  const checkOne = async (call: LiveCall) => {
    // Where nobody can tell, nobody may go on: the same rule as for a new call.
    if (!(await call.stillAllowed().catch(() => false)) && calls.has(call)) call.cut();
  };
  const checkAll = () => {
    recheck = undefined;
    for (const call of calls) void checkOne(call);
  };
  const soon = () => {
    if (calls.size > 0) recheck ??= setTimeout(checkAll, settleMs);
  };
  for (const channel of deps.channels) deps.bus.on(channel, soon);
  deps.bus.onGap(soon);

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
        // Deaf: nothing will tell of a change, so the database is asked.
        if (!deps.bus.live()) soon();
      }, sweepMs);
      sweep.unref();
    },
    letGo: () => {
      for (const call of calls) if (call.endless()) call.cut();
    },
    stop: () => {
      clearInterval(sweep);
      clearTimeout(recheck);
    },
  };
}
