import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export interface ConsentRow {
  client_id: string;
  scopes: string[];
  granted_at: string;
  expires_at: string;
}

export const findConsent = (
  db: Reader | Tx,
  key: { userId: string; clientId: string; now: Date },
): Promise<ConsentRow | undefined> =>
  db.first(
    raw<ConsentRow>(
      `select client_id, scopes, granted_at, expires_at from oidc_consents
       where user_id = $1 and client_id = $2 and expires_at > $3`,
      [key.userId, key.clientId, key.now],
      'oidc.consent.find',
    ),
  );

export const listConsents = (db: Reader | Tx, userId: string, now: Date): Promise<ConsentRow[]> =>
  db.run(
    raw<ConsentRow>(
      `select client_id, scopes, granted_at, expires_at from oidc_consents
       where user_id = $1 and expires_at > $2 order by granted_at desc, client_id`,
      [userId, now],
    ),
  );

/** Of what was asked for before and not now, the earlier answer stands; of what was asked now, this one. */
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
  await tx.change(
    raw(
      `insert into oidc_consents as kept (user_id, client_id, scopes, granted_at, expires_at)
       values ($1, $2, $4, $5, $6)
       on conflict (user_id, client_id) do update set granted_at = excluded.granted_at,
         expires_at = excluded.expires_at,
         scopes = case when kept.expires_at > $5 then excluded.scopes || array(
           select earlier from unnest(kept.scopes) as earlier
           where earlier <> all ($3::text[]) and earlier <> all (excluded.scopes)) else excluded.scopes end`,
      [consent.userId, consent.clientId, consent.asked, consent.allowed, consent.now, consent.expiresAt],
    ),
  );
}

export const deleteConsent = (tx: Tx, userId: string, clientId: string): Promise<number> =>
  tx.change(raw('delete from oidc_consents where user_id = $1 and client_id = $2', [userId, clientId]));
