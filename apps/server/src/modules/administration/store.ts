import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, computed } from '../../kernel/db/row-shape.ts';

const select = () => sqlFor.selectFrom('role_approvals').selectAll();

const openOf = statement('approvals.open', (p: { userId: string }) =>
  select().where('user_id', '=', p.userId).where('state', 'in', ['wanted', 'pending']),
);
export type ApprovalRow = RowFrom<typeof openOf>;

/** A unique index allows at most one, so that one phone is not asked twice for the same role. */
export const findOpenApproval = (db: Reader | Tx, userId: string): Promise<ApprovalRow | undefined> =>
  db.first(openOf({ userId }));

export const listPendingApprovals = (db: Reader, limit: number): Promise<ApprovalRow[]> =>
  db.run(pending({ limit }));
const pending = statement('approvals.pending', (p: { limit: number }) =>
  select().where('state', '=', 'pending').orderBy('created_at').limit(p.limit),
);

export interface Wanted {
  sid: string;
  userId: string;
  roleId: number;
  grantedBy: string;
}

export interface Asked extends Wanted {
  statement: string;
  digest: string;
  verificationCode: string;
  sealed: string;
  expiresAt: Date;
}

const insertWanted = statement('approvals.want', (p: Wanted & { now: Date }) =>
  sqlFor.insertInto('role_approvals').values({
    sid: p.sid,
    user_id: p.userId,
    role_id: p.roleId,
    granted_by: p.grantedBy,
    state: 'wanted',
    created_at: p.now,
  }),
);
export const wantApproval = (tx: Tx, wanted: Wanted, now: Date): Promise<number> =>
  tx.change(insertWanted({ ...wanted, now }));

const insertAsked = statement('approvals.ask', (p: Asked & { now: Date }) =>
  sqlFor
    .insertInto('role_approvals')
    .values({
      sid: p.sid,
      user_id: p.userId,
      role_id: p.roleId,
      granted_by: p.grantedBy,
      state: 'pending',
      statement: p.statement,
      digest: p.digest,
      verification_code: p.verificationCode,
      sealed: p.sealed,
      created_at: p.now,
      expires_at: p.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing()),
);
/** Returns false when a concurrent request asked first. */
export const keepAsked = async (tx: Tx, asked: Asked, now: Date): Promise<boolean> =>
  (await tx.change(insertAsked({ ...asked, now }))) === 1;

const end = statement(
  'approvals.end',
  (p: {
    sid: string;
    from: 'wanted' | 'pending';
    state: 'refused' | 'expired' | 'withdrawn';
    reason: string | null;
    now: Date;
  }) =>
    sqlFor
      .updateTable('role_approvals')
      .set({ state: p.state, reason: p.reason, sealed: null, ended_at: p.now })
      .where('sid', '=', p.sid)
      .where('state', '=', p.from)
      .returning(['sid', 'role_id']),
);
export const endApproval = (
  tx: Tx,
  sid: string,
  change: {
    from: 'wanted' | 'pending';
    state: 'refused' | 'expired' | 'withdrawn';
    reason: string;
    now: Date;
  },
): Promise<{ sid: string; role_id: number } | undefined> => tx.first(end({ sid, ...change }));

const approve = statement(
  'approvals.approve',
  (p: { sid: string; signature: string; certificate: string; serial: string; now: Date }) =>
    sqlFor
      .updateTable('role_approvals')
      .set({
        state: 'approved',
        signature: p.signature,
        certificate: p.certificate,
        certificate_serial: p.serial,
        sealed: null,
        ended_at: p.now,
      })
      .where('sid', '=', p.sid)
      .where('state', '=', 'pending')
      .returning('sid'),
);
/** The conditional update uses the approval up exactly once. */
export const keepApproved = (
  tx: Tx,
  sid: string,
  proof: { signature: string; certificate: string; serial: string; now: Date },
): Promise<{ sid: string } | undefined> => tx.first(approve({ sid, ...proof }));

const lastSignIn = statement(
  'administration.last_sign_in',
  columnsOf('login_events', 'created_at'),
  (p: { userId: string }) => sql`
    select created_at from login_events where user_id = ${p.userId} and outcome = 'success'
    order by created_at desc limit 1`,
);
export const findLastSignIn = async (db: Reader, userId: string): Promise<string | undefined> =>
  (await db.first(lastSignIn({ userId })))?.created_at;

const count = statement(
  'approvals.count',
  { asked: computed('int8') },
  (p: { userId: string; since: Date }) => sql`
    select count(*) as asked from role_approvals where user_id = ${p.userId} and digest is not null and created_at > ${p.since}`,
);
export async function countAsked(db: Reader, userId: string, since: Date): Promise<number> {
  const row = await db.first(count({ userId, since }));
  return row?.asked ?? 0;
}
