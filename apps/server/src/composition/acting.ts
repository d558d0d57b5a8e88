import type { Logger } from 'pino';
import { systemIdentity } from '../kernel/db/identity.ts';
import { AppError } from '../kernel/http/errors.ts';
import { type Acting, createActing } from '../modules/acting/index.ts';
import { listReceived } from '../modules/authorisations/index.ts';
import { readRepresentations } from '../modules/eid-console/index.ts';
import type { AppParts, Outside } from './app-parts.ts';
import { upstreamKeyOf } from './upstream-person-key.ts';

const timeoutMs = 5_000;

/** Whom a person may act for; the eID provider confirms representatives. */
export function openActing(
  { config, database, keyring, now }: AppParts,
  outside: Outside,
  logger: Logger,
): Acting {
  const eid = { records: outside.records, keyOf: upstreamKeyOf(config, { sso: outside.sso, keyring, now }) };
  return createActing({
    database,
    now,
    representedBy: async (userId) => {
      try {
        const found = await readRepresentations(eid, {
          db: database.reader(systemIdentity),
          userId,
          signal: AbortSignal.timeout(timeoutMs),
        });
        // A MANAGER may only sign; only an ADMIN represents the organisation.
        return found.filter(({ rightType }) => rightType === 'ADMIN').map(({ orgRegister }) => orgRegister);
      } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
      }
    },
    children: outside.children,
    onFailure: (error) => logger.warn({ reason: error.message }, 'the register of children gave no answer'),
    authorisations: { listReceived },
  });
}
