import type { Logger } from 'pino';
import type { Module } from '../kernel/module.ts';
import { factAnswers } from '../modules/gov/index.ts';
import { createExchange, type Exchange, relay, seedAgencies, seedRelay } from '../modules/relay/index.ts';
import type { AppParts, Outside } from './app-parts.ts';
import { demoAgencies } from './demo-agencies.ts';
import { createLimiter } from './limiter.ts';

/** The relay between agencies, and the platforms of its demonstration. */
export function openRelay(
  { config, database, bus, guards, keyring, now, outbox }: AppParts,
  outside: Outside,
  logger: Logger,
): { module: Module; exchange: Exchange; seed(): Promise<void> } {
  const peers = outside.peers(guards.relay);
  const selfCode = config.RELAY_SELF_CODE;
  const self = { selfCode };
  const seeding = { database, outbox, keyring, peers, self };
  return {
    module: relay({
      database,
      bus,
      outbox,
      keyring,
      peers,
      selfCode,
      now,
      limiter: createLimiter(config, database, now),
      logger,
      asker: factAnswers,
      demoMode: config.RELAY_DEMO_MODE === true,
    }),
    exchange: createExchange(self),
    seed: async () => {
      await seedRelay(seeding, now());
      await seedAgencies(seeding, now(), demoAgencies(config));
    },
  };
}
