import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import type { OperatorRole } from './capabilities.ts';

export interface OperatorRow {
  id: string;
  civil_id: string | null;
  email: string;
  name: string;
  role: OperatorRole;
  totp_secret: string;
  totp_last_step: number;
  failures: number;
  failed_since: string | null;
  locked_until: string | null;
  active: boolean;
}

const columns = `id, civil_id, email, name, role, totp_secret, totp_last_step, failures, failed_since, locked_until,
  active`;

/** By civil id; by register number only while the row is joined to nobody. Waits for another try at the same row. */
export const findOperator = (
  tx: Tx,
  person: { civilId: string; nationalId: string | null },
): Promise<OperatorRow | undefined> =>
  tx.first(
    raw<OperatorRow>(
      `select ${columns} from operators where civil_id = $1 or (civil_id is null and national_id = $2)
       order by civil_id nulls last limit 1 for update`,
      [person.civilId, person.nationalId],
    ),
  );

export const findOperatorById = (tx: Tx, id: string): Promise<OperatorRow | undefined> =>
  tx.first(raw<OperatorRow>(`select ${columns} from operators where id = $1 for update`, [id]));

/** Accepts a time step once: of two calls with the same code, one changes the row. */
export const useStep = (tx: Tx, use: { id: string; step: number }): Promise<number> =>
  tx.change(
    raw(
      `update operators set totp_last_step = $2, failures = 0, failed_since = null, locked_until = null
       where id = $1 and totp_last_step < $2`,
      [use.id, use.step],
    ),
  );

export const writeFailures = (
  tx: Tx,
  failures: { id: string; count: number; since: Date | string; lockedUntil: Date | null },
): Promise<number> =>
  tx.change(
    raw('update operators set failures = $2, failed_since = $3, locked_until = $4 where id = $1', [
      failures.id,
      failures.count,
      failures.since,
      failures.lockedUntil,
    ]),
  );

export const writeSignIn = (
  tx: Tx,
  arrival: { id: string; civilId: string; name: string; now: Date },
): Promise<number> =>
  tx.change(
    raw('update operators set civil_id = $2, name = $3, last_sign_in_at = $4 where id = $1', [
      arrival.id,
      arrival.civilId,
      arrival.name,
      arrival.now,
    ]),
  );

export interface Proof {
  sidHash: string;
  bindingHash: string;
  sealed: string;
  expiresAt: Date;
}
export const insertProof = (tx: Tx, proof: Proof): Promise<number> =>
  tx.change(
    raw('insert into operator_proofs (sid_hash, binding_hash, sealed, expires_at) values ($1, $2, $3, $4)', [
      proof.sidHash,
      proof.bindingHash,
      proof.sealed,
      proof.expiresAt,
    ]),
  );

export const findProof = (
  tx: Tx,
  proof: { sidHash: string; bindingHash: string; now: Date },
): Promise<{ sealed: string } | undefined> =>
  tx.first(
    raw<{ sealed: string }>(
      'select sealed from operator_proofs where sid_hash = $1 and binding_hash = $2 and expires_at > $3',
      [proof.sidHash, proof.bindingHash, proof.now],
    ),
  );

/** Of two sign-ins with one proof, one takes it. */
export const takeProof = (tx: Tx, sidHash: string): Promise<number> =>
  tx.change(raw('delete from operator_proofs where sid_hash = $1', [sidHash]));

export interface NewSession {
  tokenHash: string;
  operatorId: string;
  now: Date;
  expiresAt: Date;
}
export const insertSession = (tx: Tx, session: NewSession): Promise<number> =>
  tx.change(
    raw(
      `insert into operator_sessions (token_hash, operator_id, created_at, seen_at, expires_at)
       values ($1, $2, $3, $3, $4)`,
      [session.tokenHash, session.operatorId, session.now, session.expiresAt],
    ),
  );

export interface SessionRow {
  operator_id: string;
  email: string;
  name: string;
  role: OperatorRole;
  expires_at: string;
  stepped_up_until: string | null;
}

/** Admits and keeps alive in one statement: what lies idle too long, is over, or belongs to nobody active is not found. */
export const touchSession = (db: Reader, tokenHash: string, now: Date): Promise<SessionRow | undefined> =>
  db.first(
    raw<SessionRow>(
      `update operator_sessions s set seen_at = $2 from operators o
       where s.token_hash = $1 and o.id = s.operator_id and o.active and s.expires_at > $2
         and s.seen_at > $2::timestamptz - interval '30 minutes'
       returning s.operator_id, o.email, o.name, o.role, s.expires_at, s.stepped_up_until`,
      [tokenHash, now],
      'operator.touch',
    ),
  );

export const writeStepUp = (tx: Tx, tokenHash: string, until: Date): Promise<number> =>
  tx.change(
    raw('update operator_sessions set stepped_up_until = $2 where token_hash = $1', [tokenHash, until]),
  );

export const deleteSession = (tx: Tx, tokenHash: string): Promise<number> =>
  tx.change(raw('delete from operator_sessions where token_hash = $1', [tokenHash]));

export const deleteSessionsOf = (tx: Tx, operatorId: string): Promise<number> =>
  tx.change(raw('delete from operator_sessions where operator_id = $1', [operatorId]));

export async function deleteStale(tx: Tx, now: Date): Promise<void> {
  await tx.change(raw('delete from operator_sessions where expires_at < $1', [now]));
  await tx.change(raw('delete from operator_proofs where expires_at < $1', [now]));
}

export interface NewOperator {
  nationalId: string;
  email: string;
  name: string;
  role: OperatorRole;
  totpSecret: string;
  now: Date;
}
/** One who is there already is given the new secret and role, and is let in again. */
export const saveOperator = (
  tx: Tx,
  operator: NewOperator,
): Promise<{ id: string; renewed: boolean } | undefined> =>
  tx.first(
    raw<{ id: string; renewed: boolean }>(
      `insert into operators as o (national_id, email, name, role, totp_secret, created_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (national_id) do update set role = excluded.role, totp_secret = excluded.totp_secret,
         totp_last_step = -1, failures = 0, failed_since = null, locked_until = null, active = true,
         email = case when excluded.email = '' then o.email else excluded.email end
       returning id, o.xmax <> 0 as renewed`,
      [operator.nationalId, operator.email, operator.name, operator.role, operator.totpSecret, operator.now],
    ),
  );

export const writeDisabled = (tx: Tx, nationalId: string): Promise<{ id: string } | undefined> =>
  tx.first(
    raw<{ id: string }>(
      'update operators set active = false where national_id = $1 and active returning id',
      [nationalId],
    ),
  );

export interface ListedOperator {
  id: string;
  email: string;
  name: string;
  role: OperatorRole;
  active: boolean;
  locked: boolean;
  created_at: string;
  last_sign_in_at: string | null;
}
export const listOperators = (db: Reader, now: Date): Promise<ListedOperator[]> =>
  db.run(
    raw<ListedOperator>(
      `select id, email, name, role, active, coalesce(locked_until > $1, false) as locked, created_at, last_sign_in_at
       from operators order by created_at, id limit 1000`,
      [now],
    ),
  );
