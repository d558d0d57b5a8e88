import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { events } from './events.ts';
import { normaliseEmail } from './interim-secret.ts';
import { insertFirstInvite, insertInvite } from './store.ts';

export interface BootstrapDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
}

/** Creates the invitation of SUPERADMIN_EMAIL at startup, once across all instances. */
export function bootstrapSuperadmin(
  deps: BootstrapDeps & { email: string | undefined },
): Promise<'invited' | 'unchanged'> {
  if (deps.email === undefined || deps.email.trim() === '') return Promise.resolve('unchanged');
  const email = normaliseEmail(deps.email);
  return invitePerson(deps, email, 'setting', (tx) => insertFirstInvite(tx, { email, now: tx.now }));
}

/**
 * For a person with access to the machine and its database, for example when the only super administrator lost
 * everything.
 */
export function inviteAsOperator(deps: BootstrapDeps & { email: string }): Promise<'invited' | 'unchanged'> {
  const email = normaliseEmail(deps.email);
  return invitePerson(deps, email, 'operator', (tx) =>
    insertInvite(tx, { email, invitedBy: null, now: tx.now }),
  );
}

function invitePerson(
  deps: BootstrapDeps,
  email: string,
  by: 'setting' | 'operator',
  insert: (tx: WriteTx) => Promise<object | undefined>,
): Promise<'invited' | 'unchanged'> {
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    { what: 'an invitation', auditRequired: (outcome) => outcome === 'invited' },
    async (tx) => {
      if ((await insert(tx)) === undefined) return 'unchanged';
      tx.audit(events.inviteCreated, { target: email, metadata: { by } });
      return 'invited';
    },
  );
}
