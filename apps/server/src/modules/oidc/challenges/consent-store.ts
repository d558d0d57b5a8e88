import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../../kernel/db/row-shape.ts';

const consentRow = columnsOf('oidc_consents', 'client_id scopes granted_at expires_at');
export type ConsentRow = RowOf<typeof consentRow>;

const find = statement(
  'oidc.consent.find',
  consentRow,
  (p: { userId: string; clientId: string; now: Date }) => sql`
    select client_id, scopes, granted_at, expires_at from oidc_consents
    where user_id = ${p.userId} and client_id = ${p.clientId} and expires_at > ${p.now}`,
);
export const findConsent = (
  db: Reader | Tx,
  key: { userId: string; clientId: string; now: Date },
): Promise<ConsentRow | undefined> => db.first(find(key));

const list = statement(
  'oidc.challenges.list_consents',
  consentRow,
  (p: { userId: string; now: Date }) => sql`
    select client_id, scopes, granted_at, expires_at from oidc_consents
    where user_id = ${p.userId} and expires_at > ${p.now} order by granted_at desc, client_id`,
);
export const listConsents = (db: Reader | Tx, userId: string, now: Date): Promise<ConsentRow[]> =>
  db.run(list({ userId, now }));

const remember = statement(
  'oidc.challenges.remember_consent',
  (p: {
    userId: string;
    clientId: string;
    asked: readonly string[];
    allowed: readonly string[];
    now: Date;
    expiresAt: Date;
  }) => sql`
    insert into oidc_consents as kept (user_id, client_id, scopes, granted_at, expires_at)
    values (${p.userId}, ${p.clientId}, ${p.allowed}, ${p.now}, ${p.expiresAt})
    on conflict (user_id, client_id) do update set granted_at = excluded.granted_at,
      expires_at = excluded.expires_at,
      scopes = case when kept.expires_at > ${p.now} then excluded.scopes || array(
        select earlier from unnest(kept.scopes) as earlier
        where earlier <> all (${p.asked}::text[]) and earlier <> all (excluded.scopes)) else excluded.scopes end`,
);
/** This answer replaces the earlier one only for the scopes requested now. */
export async function rememberConsent(
  tx: Tx,
  consent: {
    userId: string;
    clientId: string;
    asked: readonly string[];
    allowed: readonly string[];
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx.change(remember(consent));
}

const remove = statement(
  'oidc.challenges.delete_consent',
  (p: { userId: string; clientId: string }) => sql`
    delete from oidc_consents where user_id = ${p.userId} and client_id = ${p.clientId}`,
);
export const deleteConsent = (tx: Tx, userId: string, clientId: string): Promise<number> =>
  tx.change(remove({ userId, clientId }));
