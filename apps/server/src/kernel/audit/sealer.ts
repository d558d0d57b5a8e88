import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import { statement } from '../db/query.ts';
import { computed } from '../db/row-shape.ts';

/** Links committed rows into the chain; every instance runs one, and a database lock lets one work at a time. */
export interface Sealer {
  start(): void;
  /** Seals until nothing is pending; for commands and tests. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const pauseMs = 250;
const batch = 2000;

const seal = statement(
  'audit.seal',
  { sealed: computed('int4') },
  (p: { batch: number }) => sql`select audit_seal(${p.batch}) as sealed`,
);
export function createSealer(options: { database: Database; logger: Logger }): Sealer {
  const reader = options.database.reader(systemIdentity);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  let failing = false;

  const sealOnce = async (): Promise<number> => {
    const answer = await reader.first(seal({ batch }));
    return answer?.sealed ?? 0;
  };
  const next = () => {
    running = round();
  };
  const round = async () => {
    try {
      while (!stopped && (await sealOnce()) === batch);
      failing = false;
    } catch (error) {
      if (!failing)
        options.logger.warn(
          { reason: (error as Error).message.slice(0, 200) },
          'the audit log could not be sealed',
        );
      failing = true;
    }
    if (!stopped) timer = setTimeout(next, pauseMs);
  };

  return {
    start: next,
    drain: async () => {
      // -1 means that another instance is sealing now: ask again until nothing is left.
      for (let sealed = await sealOnce(); sealed !== 0; sealed = await sealOnce())
        if (sealed < 0) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
