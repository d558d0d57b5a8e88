import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../kernel/db/row-shape.ts';

export interface FlowRow {
  stateHash: string;
  bindingHash: string | null;
  sealed: string;
  next: string;
  now: Date;
  expiresAt: Date;
}

const addFlow = statement('sso.insert_flow', (p: FlowRow) =>
  sqlFor.insertInto('sso_flows').values({
    state_hash: p.stateHash,
    binding_hash: p.bindingHash,
    sealed: p.sealed,
    next: p.next,
    created_at: p.now,
    expires_at: p.expiresAt,
  }),
);

export const insertFlow = (tx: Tx, flow: FlowRow): Promise<number> => tx.change(addFlow(flow));

const removeFlow = statement(
  'sso.take_flow',
  (p: { stateHash: string; bindingHash: string | null; now: Date }) =>
    sqlFor
      .deleteFrom('sso_flows')
      .where('state_hash', '=', p.stateHash)
      .where('expires_at', '>', sql<string>`${p.now}`)
      .where(sql<boolean>`(binding_hash is null or binding_hash = ${p.bindingHash}::text)`)
      .returning(['sealed', 'next']),
);

/** Of two calls with one state, one gets the flow; another browser's state is left to its owner. */
export const takeFlow = (
  db: Reader | Tx,
  key: { stateHash: string; bindingHash: string | null; now: Date },
): Promise<{ sealed: string; next: string } | undefined> => db.first(removeFlow(key));

const lockBySubject = statement(
  'sso.lock_subject',
  (p: { key: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${p.key}, 0))`,
);
/** One sign-in at a time for a subject: two concurrent first sign-ins would create two accounts. */
export const lockSubject = (tx: Tx, issuer: string, subject: string): Promise<unknown> =>
  tx.run(lockBySubject({ key: `sso ${issuer} ${subject}` }));

const byIdentity = statement('sso.find_identity', (p: { issuer: string; subject: string }) =>
  sqlFor
    .selectFrom('sso_identities')
    .select('user_id')
    .where('issuer', '=', p.issuer)
    .where('subject', '=', p.subject),
);

export const findIdentity = (
  tx: Tx,
  issuer: string,
  subject: string,
): Promise<{ user_id: string } | undefined> => tx.first(byIdentity({ issuer, subject }));

export interface IdentityRow {
  issuer: string;
  subject: string;
  userId: string;
  /** Null keeps the stored tokens: a client without offline_access does not remove those of the one with it. */
  sealedTokens: string | null;
  now: Date;
}

const putIdentity = statement('sso.write_identity', (p: IdentityRow) =>
  sqlFor
    .insertInto('sso_identities')
    .values({
      issuer: p.issuer,
      subject: p.subject,
      user_id: p.userId,
      sealed_tokens: p.sealedTokens,
      created_at: p.now,
      last_seen_at: p.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((eb) => ({
        user_id: eb.ref('excluded.user_id'),
        // Tokens of the previously bound account are not handed over.
        sealed_tokens: sql<string | null>`coalesce(excluded.sealed_tokens,
          case when sso_identities.user_id = excluded.user_id then sso_identities.sealed_tokens end)`,
        last_seen_at: eb.ref('excluded.last_seen_at'),
      })),
    ),
);

export const writeIdentity = (tx: Tx, identity: IdentityRow): Promise<number> =>
  tx.change(putIdentity(identity));

const offline = columnsOf('sso_identities', 'issuer subject sealed_tokens');
export type OfflineRow = RowOf<typeof offline>;

const offlineByUser = statement(
  'sso.find_offline',
  offline,
  (p: { userId: string }) => sql`
    select issuer, subject, sealed_tokens from sso_identities
    where user_id = ${p.userId} order by last_seen_at desc limit 1`,
);
export const findOffline = (db: Reader, userId: string): Promise<OfflineRow | undefined> =>
  db.first(offlineByUser({ userId }));

const leaseRenewal = statement(
  'sso.claim_renewal',
  columnsOf('sso_identities', 'subject'),
  (p: { issuer: string; subject: string; sealed_tokens: string | null; now: Date; until: Date }) => sql`
    update sso_identities set renewing_until = ${p.until}
    where issuer = ${p.issuer} and subject = ${p.subject} and sealed_tokens = ${p.sealed_tokens}
      and (renewing_until is null or renewing_until <= ${p.now})
    returning subject`,
  { plan: 'each call' },
);
/** True for the one caller that may use the refresh token; an abandoned lease expires. */
export async function claimRenewal(
  db: Reader,
  { issuer, subject, sealed_tokens }: OfflineRow,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const claimed = await db.first(leaseRenewal({ issuer, subject, sealed_tokens, now, until }));
  return claimed !== undefined;
}

const setRenewed = statement(
  'sso.write_renewed',
  (p: { issuer: string; subject: string; sealed_tokens: string | null; renewed: string | null }) => sql`
    update sso_identities set sealed_tokens = ${p.renewed}, renewing_until = null
    where issuer = ${p.issuer} and subject = ${p.subject} and sealed_tokens = ${p.sealed_tokens}`,
);
/** Replaces only the renewed tokens: newer ones from a sign-in meanwhile stay. */
export const writeRenewed = (
  db: Reader,
  { issuer, subject, sealed_tokens }: OfflineRow,
  renewed: string | null,
): Promise<unknown> => db.run(setRenewed({ issuer, subject, sealed_tokens, renewed }));

const endRenewalLease = statement(
  'sso.release_renewal',
  (p: { issuer: string; subject: string }) => sql`
    update sso_identities set renewing_until = null where issuer = ${p.issuer} and subject = ${p.subject}`,
);
export const releaseRenewal = (db: Reader, { issuer, subject }: OfflineRow): Promise<unknown> =>
  db.run(endRenewalLease({ issuer, subject }));

export interface LogoutRow {
  refHash: string;
  userId: string;
  sealed: string;
  now: Date;
  expiresAt: Date;
}

const addLogout = statement('sso.insert_logout', (p: LogoutRow) =>
  sqlFor.insertInto('sso_logouts').values({
    ref_hash: p.refHash,
    user_id: p.userId,
    sealed: p.sealed,
    created_at: p.now,
    expires_at: p.expiresAt,
  }),
);

export const insertLogout = (tx: Tx, logout: LogoutRow): Promise<number> => tx.change(addLogout(logout));

const logoutByRef = statement('sso.find_logout', (p: { refHash: string; now: Date }) =>
  sqlFor
    .selectFrom('sso_logouts')
    .select('sealed')
    .where('ref_hash', '=', p.refHash)
    .where('expires_at', '>', sql<string>`${p.now}`),
);

export const findLogout = (db: Reader, refHash: string, now: Date): Promise<{ sealed: string } | undefined> =>
  db.first(logoutByRef({ refHash, now }));

const removeLogout = statement('sso.take_logout', (p: { refHash: string; now: Date }) =>
  sqlFor
    .deleteFrom('sso_logouts')
    .where('ref_hash', '=', p.refHash)
    .where('expires_at', '>', sql<string>`${p.now}`)
    .returning('user_id'),
);

export const takeLogout = (tx: Tx, refHash: string, now: Date): Promise<{ user_id: string } | undefined> =>
  tx.first(removeLogout({ refHash, now }));

const deleteStaleFlows = statement(
  'sso_flows.delete_stale',
  (p: { now: Date }) => sql`delete from sso_flows where expires_at <= ${p.now}`,
);
const deleteStaleLogouts = statement(
  'sso_logouts.delete_stale',
  (p: { now: Date }) => sql`delete from sso_logouts where expires_at <= ${p.now}`,
);
export async function deleteStale(tx: Tx, now: Date): Promise<void> {
  await tx.run(deleteStaleFlows({ now }));
  await tx.run(deleteStaleLogouts({ now }));
}
