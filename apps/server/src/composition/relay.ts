import type { Logger } from 'pino';
import type { Module } from '../kernel/module.ts';
import { relay, seedRelay } from '../modules/relay/index.ts';
import type { AppParts, Outside } from './app-parts.ts';
import { createLimiter } from './limiter.ts';

/** The relay between agencies, and the platforms of its demonstration. */
export function openRelay(
  { config, database, bus, guard, keyring, now, outbox }: AppParts,
  outside: Outside,
  logger: Logger,
): { module: Module; seed(): Promise<void> } {
  const peers = outside.peers(guard);
  const selfCode = config.RELAY_SELF_CODE;
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
      demoMode: config.RELAY_DEMO_MODE === true,
    }),
    seed: () => seedRelay({ database, outbox, keyring, peers, self: { selfCode } }, now()),
  };
}
