import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { memoryLimiter } from '../../kernel/http/limits.ts';
import type { Module } from '../../kernel/module.ts';
import { invitationJob, type MailPort } from '../organisations/index.ts';
import { createTotpSecret } from '../superadmin/index.ts';
import { type ConsoleAccess, createConsoleAccess } from './access.ts';
import { type ConsoleGateDeps, createAlarm, createConsoleGate } from './console-gate.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type ConsoleDeps, consoleRows } from './routes.ts';
import { names } from './schemas.ts';
import { proofPurpose, totpPurpose } from './sign-in.ts';
import { type SignInDeps, signInRows } from './sign-in-routes.ts';
import { deleteStale } from './store.ts';

export type { ConsoleAccess, Operator } from './access.ts';
export {
  type Capability,
  capabilities,
  capabilitiesOf,
  type OperatorRole,
  operatorRoles,
} from './capabilities.ts';
export { errors as operatorErrors } from './errors.ts';
export {
  type AddedOperator,
  addOperator,
  disableOperator,
  type OperatorsDeps,
  readOperators,
  readRegister,
} from './operators.ts';

export type OperatorDeps = Omit<ConsoleGateDeps, 'limiter'> &
  Omit<SignInDeps, 'access' | 'decoy'> &
  Omit<ConsoleDeps, 'access' | 'mailConfigured'> & {
    mail: MailPort | undefined;
    appOrigin: string;
    platformName: string;
  };

/** `access` is for console rows of other modules. */
export function operator(given: OperatorDeps): { module: Module; access: ConsoleAccess } {
  const limiter = memoryLimiter(() => given.now().getTime());
  const alarm = createAlarm({ ...given, limiter });
  const preAccess = createConsoleGate({ ...given, limiter }, alarm);
  const access = createConsoleAccess({ ...given, preAccess, alarm });
  const decoy = given.keyring.seal(createTotpSecret(), totpPurpose);
  const deps = { ...given, access, decoy, mailConfigured: given.mail !== undefined };
  return {
    access,
    module: {
      name: 'operator',
      openInMaintenance: true,
      rows: [...signInRows(deps), ...consoleRows(deps)],
      errors,
      events,
      schemas: names,
      jobs: [cleaningJob(given.database), invitationJob(given)],
      sealed: [
        { table: 'operators', column: 'totp_secret', purpose: totpPurpose },
        { table: 'operator_proofs', column: 'sealed', purpose: proofPurpose },
      ],
    },
  };
}

function cleaningJob(database: Database) {
  return {
    name: 'operator.clean',
    about: 'Removes expired console sessions and unused eID approvals',
    schedule: '*/10 * * * *',
    run: (_data: Record<string, unknown>, { now }: { now: Date }) =>
      database.transaction(systemIdentity, (tx) => deleteStale(tx, now)),
  };
}
