import type { Logger } from 'pino';
import { type Acting, createActing } from '../modules/acting/index.ts';
import { listReceived } from '../modules/authorisations/index.ts';
import type { AppParts, Outside } from './app-parts.ts';
import { organisationRegister } from './organisation-register.ts';
import type { Representatives } from './representatives.ts';

/** Whom a person may act for; the register confirms representatives and parents. */
export function openActing(
  { database, now, outbox }: AppParts,
  outside: Outside,
  { naming, signedFor }: Representatives,
  logger: Logger,
): Acting {
  return createActing({
    database,
    now,
    outbox,
    representatives: naming,
    signedFor,
    children: outside.children,
    organisations: outside.stateRegistry && organisationRegister(outside.stateRegistry),
    onFailure: (error) => logger.warn({ reason: error.message }, 'a state register gave no answer'),
    authorisations: { listReceived },
  });
}
