import type { Logger } from 'pino';
import { type Acting, createActing } from '../modules/acting/index.ts';
import { listReceived } from '../modules/authorisations/index.ts';
import type { Naming } from '../modules/organisations/index.ts';
import type { AppParts, Outside } from './app-parts.ts';
import { organisationRegister } from './organisation-register.ts';

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
    organisations: outside.stateRegistry && organisationRegister(outside.stateRegistry),
    onFailure: (error) => logger.warn({ reason: error.message }, 'a state register gave no answer'),
    authorisations: { listReceived },
  });
}
