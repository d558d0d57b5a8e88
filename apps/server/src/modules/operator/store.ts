import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';
import type { OperatorRole } from './capabilities.ts';

const operatorRow = columnsOf(
  'operators',
  'id civil_id email name role totp_secret totp_last_step failures failed_since locked_until active',
);
export type OperatorRow = RowOf<typeof operatorRow>;

const columns = selectionOf(operatorRow);

const byPerson = statement(
  'operator.find_operator',
  operatorRow,
  (p: { civilId: string; nationalId: string | null }) => sql`
    select ${columns} from operators where civil_id = ${p.civilId} or (civil_id is null and national_id = ${p.nationalId})
    order by civil_id nulls last limit 1 for update`,
);
/**
 * Matches by civil id, and by register number only while the row has no civil id. The row lock serializes
 * tries.
 */
export const findOperator = (
  tx: Tx,
  person: { civilId: string; nationalId: string | null },
): Promise<OperatorRow | undefined> => tx.first(byPerson(person));

const byId = statement(
  'operator.find_operator_by_id',
  operatorRow,
  (p: { id: string }) => sql`select ${columns} from operators where id = ${p.id} for update`,
);
export const findOperatorById = (tx: Tx, id: string): Promise<OperatorRow | undefined> =>
  tx.first(byId({ id }));

const acceptStep = statement(
  'operator.use_step',
  (p: { id: string; step: number }) => sql`
    update operators set totp_last_step = ${p.step}, failures = 0, failed_since = null, locked_until = null
    where id = ${p.id} and totp_last_step < ${p.step}`,
);
/** Accepts a time step once: of two calls with the same code, only one changes the row. */
export const useStep = (tx: Tx, use: { id: string; step: number }): Promise<number> =>
  tx.change(acceptStep(use));

const setFailures = statement(
  'operator.write_failures',
  (p: { id: string; count: number; since: Date | string; lockedUntil: Date | null }) => sql`
    update operators set failures = ${p.count}, failed_since = ${p.since}, locked_until = ${p.lockedUntil} where id = ${p.id}`,
);
export const writeFailures = (
  tx: Tx,
  failures: { id: string; count: number; since: Date | string; lockedUntil: Date | null },
): Promise<number> => tx.change(setFailures(failures));

const setSignIn = statement(
  'operator.write_sign_in',
  (p: { id: string; civilId: string; name: string; now: Date }) => sql`
    update operators set civil_id = ${p.civilId}, name = ${p.name}, last_sign_in_at = ${p.now} where id = ${p.id}`,
);
export const writeSignIn = (
  tx: Tx,
  signIn: { id: string; civilId: string; name: string; now: Date },
): Promise<number> => tx.change(setSignIn(signIn));

export interface Proof {
  sidHash: string;
  bindingHash: string;
  sealed: string;
  expiresAt: Date;
}
const addProof = statement(
  'operator.insert_proof',
  (p: Proof) => sql`
    insert into operator_proofs (sid_hash, binding_hash, sealed, expires_at) values (${p.sidHash}, ${p.bindingHash}, ${p.sealed}, ${p.expiresAt})`,
);
export const insertProof = (tx: Tx, proof: Proof): Promise<number> => tx.change(addProof(proof));

const liveProof = statement(
  'operator.find_proof',
  columnsOf('operator_proofs', 'sealed'),
  (p: { sidHash: string; bindingHash: string; now: Date }) => sql`
    select sealed from operator_proofs where sid_hash = ${p.sidHash} and binding_hash = ${p.bindingHash} and expires_at > ${p.now}`,
);
export const findProof = (
  tx: Tx,
  proof: { sidHash: string; bindingHash: string; now: Date },
): Promise<{ sealed: string } | undefined> => tx.first(liveProof(proof));

const removeProof = statement(
  'operator.take_proof',
  (p: { sidHash: string }) => sql`delete from operator_proofs where sid_hash = ${p.sidHash}`,
);
/** Of two sign-ins with one proof, only one deletes it. */
export const takeProof = (tx: Tx, sidHash: string): Promise<number> => tx.change(removeProof({ sidHash }));

export interface NewSession {
  tokenHash: string;
  operatorId: string;
  now: Date;
  expiresAt: Date;
}
const addSession = statement(
  'operator.insert_session',
  (p: NewSession) => sql`
    insert into operator_sessions (token_hash, operator_id, created_at, seen_at, expires_at)
    values (${p.tokenHash}, ${p.operatorId}, ${p.now}, ${p.now}, ${p.expiresAt})`,
);
export const insertSession = (tx: Tx, session: NewSession): Promise<number> => tx.change(addSession(session));

const sessionRow = {
  ...columnsOf('operator_sessions', 'operator_id expires_at stepped_up_until'),
  ...columnsOf('operators', 'email name role'),
};
export type SessionRow = RowOf<typeof sessionRow>;

const touch = statement(
  'operator.touch',
  sessionRow,
  (p: { tokenHash: string; now: Date }) => sql`
    update operator_sessions s set seen_at = ${p.now} from operators o
    where s.token_hash = ${p.tokenHash} and o.id = s.operator_id and o.active and s.expires_at > ${p.now}
      and s.seen_at > ${p.now}::timestamptz - interval '30 minutes'
    returning s.operator_id, o.email, o.name, o.role, s.expires_at, s.stepped_up_until`,
);
/**
 * Checks and renews a session in one statement: an idle or expired session, or one of a disabled operator, is
 * not found.
 */
export const touchSession = (db: Reader, tokenHash: string, now: Date): Promise<SessionRow | undefined> =>
  db.first(touch({ tokenHash, now }));

const setStepUp = statement(
  'operator.write_step_up',
  (p: { tokenHash: string; until: Date }) => sql`
    update operator_sessions set stepped_up_until = ${p.until} where token_hash = ${p.tokenHash}`,
);
export const writeStepUp = (tx: Tx, tokenHash: string, until: Date): Promise<number> =>
  tx.change(setStepUp({ tokenHash, until }));

const removeSession = statement(
  'operator.delete_session',
  (p: { tokenHash: string }) => sql`delete from operator_sessions where token_hash = ${p.tokenHash}`,
);
export const deleteSession = (tx: Tx, tokenHash: string): Promise<number> =>
  tx.change(removeSession({ tokenHash }));

const removeSessionsOf = statement(
  'operator.delete_sessions_of',
  (p: { operatorId: string }) => sql`delete from operator_sessions where operator_id = ${p.operatorId}`,
);
export const deleteSessionsOf = (tx: Tx, operatorId: string): Promise<number> =>
  tx.change(removeSessionsOf({ operatorId }));

const deleteStaleSessions = statement(
  'operator_sessions.delete_stale',
  (p: { now: Date }) => sql`delete from operator_sessions where expires_at < ${p.now}`,
);
const deleteStaleProofs = statement(
  'operator_proofs.delete_stale',
  (p: { now: Date }) => sql`delete from operator_proofs where expires_at < ${p.now}`,
);
export async function deleteStale(tx: Tx, now: Date): Promise<void> {
  await tx.change(deleteStaleSessions({ now }));
  await tx.change(deleteStaleProofs({ now }));
}

export interface NewOperator {
  nationalId: string;
  email: string;
  name: string;
  role: OperatorRole;
  totpSecret: string;
  now: Date;
}
const upsert = statement(
  'operator.save_operator',
  { ...columnsOf('operators', 'id'), renewed: computed('bool') },
  (p: NewOperator) => sql`
    insert into operators as o (national_id, email, name, role, totp_secret, created_at)
    values (${p.nationalId}, ${p.email}, ${p.name}, ${p.role}, ${p.totpSecret}, ${p.now})
    on conflict (national_id) do update set role = excluded.role, totp_secret = excluded.totp_secret,
      totp_last_step = -1, failures = 0, failed_since = null, locked_until = null, active = true,
      email = case when excluded.email = '' then o.email else excluded.email end
    returning id, o.xmax <> 0 as renewed`,
);
/** An existing operator gets the new secret and role, and is enabled again. */
export const saveOperator = (
  tx: Tx,
  operator: NewOperator,
): Promise<{ id: string; renewed: boolean } | undefined> => tx.first(upsert(operator));

const disable = statement(
  'operator.write_disabled',
  columnsOf('operators', 'id'),
  (p: { nationalId: string }) => sql`
    update operators set active = false where national_id = ${p.nationalId} and active returning id`,
);
export const writeDisabled = (tx: Tx, nationalId: string): Promise<{ id: string } | undefined> =>
  tx.first(disable({ nationalId }));

const listedOperator = {
  ...columnsOf('operators', 'id email name role active created_at last_sign_in_at'),
  locked: computed('bool'),
};
export type ListedOperator = RowOf<typeof listedOperator>;
const list = statement(
  'operator.list_operators',
  listedOperator,
  (p: { now: Date }) => sql`
    select id, email, name, role, active, coalesce(locked_until > ${p.now}, false) as locked, created_at, last_sign_in_at
    from operators order by created_at, id limit 1000`,
);
export const listOperators = (db: Reader, now: Date): Promise<ListedOperator[]> => db.run(list({ now }));
