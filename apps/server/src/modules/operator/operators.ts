import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { createTotpSecret, otpauthUrl } from '../superadmin/index.ts';
import type { OperatorRole } from './capabilities.ts';
import { events } from './events.ts';
import { totpPurpose } from './sign-in.ts';
import {
  deleteSessionsOf,
  type ListedOperator,
  listOperators,
  saveOperator,
  writeDisabled,
} from './store.ts';
import { findPerson } from './views-store.ts';

/** Only the command line creates operators: it needs access to the machine and its database. */
export interface OperatorsDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  platformName: string;
  now: () => Date;
}

export interface AddedOperator {
  id: string;
  renewed: boolean;
  secret: string;
  otpauthUrl: string;
}

/** Two Cyrillic capitals and eight digits; people type small letters and spaces. */
export function readRegister(text: string): string | undefined {
  const register = text.replace(/\s/g, '').toUpperCase();
  return /^[А-ЯЁӨҮ]{2}\d{8}$/u.test(register) ? register : undefined;
}

/** An existing operator gets a new secret: the recovery for a lost authenticator. */
export function addOperator(
  deps: OperatorsDeps,
  given: { register: string; email: string; role: OperatorRole },
): Promise<AddedOperator> {
  return work(deps, 'an operator', async (tx) => {
    const person = await findPerson(tx, given.register);
    const secret = createTotpSecret();
    const saved = await saveOperator(tx, {
      nationalId: given.register,
      email: given.email,
      name: person === undefined ? '' : `${person.last_name} ${person.first_name}`.trim(),
      role: given.role,
      totpSecret: deps.keyring.seal(secret, totpPurpose),
      now: tx.now,
    });
    if (saved === undefined) throw new Error('an operator is not there after it was written');
    await deleteSessionsOf(tx, saved.id);
    tx.audit(events.added, { target: saved.id, metadata: { role: given.role, renewed: saved.renewed } });
    const account = given.email === '' ? given.role : given.email;
    return { ...saved, secret, otpauthUrl: otpauthUrl(secret, account, `${deps.platformName} console`) };
  });
}

/** Also ends every session. False if there is no such active operator. */
export function disableOperator(deps: OperatorsDeps, register: string): Promise<boolean> {
  return work(deps, 'disabling an operator', async (tx) => {
    const disabled = await writeDisabled(tx, register);
    if (disabled === undefined) return false;
    await deleteSessionsOf(tx, disabled.id);
    tx.audit(events.disabled, { target: disabled.id });
    return true;
  });
}

export function readOperators(deps: Pick<OperatorsDeps, 'database' | 'now'>): Promise<ListedOperator[]> {
  return listOperators(deps.database.reader(systemIdentity), deps.now());
}

function work<T>(deps: OperatorsDeps, what: string, decide: Parameters<typeof unitOfWork<T>>[3]): Promise<T> {
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    { what, auditRequired: (outcome) => outcome !== false },
    decide,
  );
}
