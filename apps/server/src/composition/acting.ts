import type { Logger } from 'pino';
import { type Acting, createActing } from '../modules/acting/index.ts';
import { listReceived } from '../modules/authorisations/index.ts';
import type { Naming } from '../modules/organisations/index.ts';
import type { AppParts, Outside } from './app-parts.ts';

/** Whom a person may act for; the register confirms representatives and parents. */
export function openActing(
  { database, now, outbox }: AppParts,
  outside: Outside,
  naming: Naming,
  logger: Logger,
): Acting {
  return createActing({
    database,
    now,
    outbox,
    representatives: naming,
    children: outside.children,
    onFailure: (error) => logger.warn({ reason: error.message }, 'the register of children gave no answer'),
    authorisations: { listReceived },
  });
}
