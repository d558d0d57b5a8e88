import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { readAccessMode } from '../identity/index.ts';
import {
  findUser,
  findUserByCivilId,
  findUserByNationalId,
  findUserForUpdate,
  insertUserFromSso,
  isLocked,
  refreshUserFromSso,
  type SsoFacts,
  takePersonNumbers,
  type UserRow,
} from '../users/index.ts';
import { events } from './events.ts';
import type { SsoPerson } from './sso-port.ts';
import { findIdentity, lockSubject, writeIdentity } from './store.ts';

export type FoundBy = 'national_id' | 'subject' | 'civil_id' | 'new';

export interface AccountDeps {
  defaultAccessMode: 'public' | 'private';
}

/**
 * The account of a person who came through the upstream: by register number, by (issuer, subject), by civil
 * id, else a new one. Never by e-mail, which an upstream may let people choose. The numbers are trusted
 * because the issuer is the one this platform was configured to trust.
 */
export async function findOrCreate(
  deps: AccountDeps,
  tx: WriteTx,
  person: SsoPerson,
  sealedTokens: string | null,
): Promise<{ user: UserRow; foundBy: FoundBy } | 'private'> {
  await lockSubject(tx, person.issuer, person.subject);
  const bound = (await findIdentity(tx, person.issuer, person.subject))?.user_id;
  const known = await findKnown(tx, person, bound);
  if (known === undefined && ((await readAccessMode(tx)) ?? deps.defaultAccessMode) !== 'public')
    return 'private';
  // Do not update or bind a disabled or locked account on a failed sign-in.
  if (known !== undefined && isOut(known.user, tx.now)) return known;
  const { user, foundBy } = known ?? (await create(tx, person, bound));
  if (foundBy !== 'new') await refreshUserFromSso(tx, user.id, factsOf(person, tx.now));
  await takeNumbers(tx, user.id, person);
  const { issuer, subject } = person;
  await writeIdentity(tx, { issuer, subject, userId: user.id, sealedTokens, now: tx.now });
  if (bound !== user.id)
    tx.audit(events.identityBound, {
      target: user.id,
      subject: user.id,
      metadata: { found_by: foundBy, moved: bound !== undefined },
    });
  const fresh = await findUser(tx, user.id);
  if (fresh === undefined) throw new Error('an account vanished while its person signed in');
  return { user: fresh, foundBy };
}

const isOut = (user: UserRow, now: Date): boolean =>
  !user.active || user.deleted_at !== null || isLocked(user, now);

async function findKnown(
  tx: WriteTx,
  { nationalId, civilId }: SsoPerson,
  bound: string | undefined,
): Promise<{ user: UserRow; foundBy: FoundBy } | undefined> {
  const registered = nationalId === null ? undefined : await findUserByNationalId(tx, nationalId);
  // A register number that belongs to another civil id is not matched.
  if (registered !== undefined && !contradicts(registered.civil_id, civilId))
    return { user: registered, foundBy: 'national_id' };
  const own = bound === undefined ? undefined : await findUserForUpdate(tx, bound);
  if (own !== undefined) return { user: own, foundBy: 'subject' };
  const citizen = civilId === null ? undefined : await findUserByCivilId(tx, civilId);
  return citizen === undefined ? undefined : { user: citizen, foundBy: 'civil_id' };
}

const contradicts = (kept: string | null, claimed: string | null): boolean =>
  kept !== null && claimed !== null && kept !== claimed;

async function create(
  tx: WriteTx,
  person: SsoPerson,
  bound: string | undefined,
): Promise<{ user: UserRow; foundBy: FoundBy }> {
  const id = await insertUserFromSso(tx, factsOf(person, tx.now));
  // The same person may have signed in with eID at this moment: then the account exists now.
  if (id === undefined) {
    const known = await findKnown(tx, person, bound);
    if (known !== undefined) return known;
  }
  const user = id === undefined ? undefined : await findUser(tx, id);
  if (user === undefined) throw new Error('a new account is not there after it was inserted');
  return { user, foundBy: 'new' };
}

/** A number that another person holds does not block the sign-in, but is recorded for the administrators. */
async function takeNumbers(tx: WriteTx, userId: string, person: SsoPerson): Promise<void> {
  const { civilId, nationalId, geId } = person;
  const taken = await takePersonNumbers(tx, userId, { civilId, nationalId, geId, now: tx.now });
  for (const number of taken)
    tx.audit(events.numberTaken, { target: userId, subject: userId, metadata: { number } });
}

function factsOf(person: SsoPerson, now: Date): SsoFacts {
  return {
    civilId: person.civilId,
    nationalId: person.nationalId,
    firstName: person.firstName,
    lastName: person.lastName,
    firstNameEn: person.firstNameEn,
    lastNameEn: person.lastNameEn,
    email: person.emailVerified ? person.email : '',
    now,
  };
}
