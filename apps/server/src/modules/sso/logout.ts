import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { events } from './events.ts';
import { createSecret, hashSecret } from './flow.ts';
import type { SsoClientKind, SsoPort } from './sso-port.ts';
import { findLogout, insertLogout, takeLogout } from './store.ts';

export const logoutPurpose = 'sso-logout';
const lifeMs = 7 * 24 * 3_600_000;

interface LogoutSession {
  client: SsoClientKind;
  idToken: string;
}

/** A reference in place of the id_token, which holds personal data and must not be in a cookie. */
export async function issueLogoutRef(
  { keyring }: { keyring: Keyring },
  tx: WriteTx,
  of: LogoutSession & { userId: string },
): Promise<string> {
  const ref = createSecret();
  const kept: LogoutSession = { client: of.client, idToken: of.idToken };
  await insertLogout(tx, {
    refHash: hashSecret(ref),
    userId: of.userId,
    sealed: keyring.seal(JSON.stringify(kept), logoutPurpose),
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + lifeMs),
  });
  return ref;
}

/** The upstream's sign-out address of this reference; read before the reference is used up. */
export async function prepareLogout(
  deps: { keyring: Keyring; sso: SsoPort },
  db: Reader,
  ref: string | undefined,
  now: Date,
): Promise<string | undefined> {
  const row = ref === undefined ? undefined : await findLogout(db, hashSecret(ref), now);
  if (row === undefined) return undefined;
  const kept = JSON.parse(deps.keyring.open(row.sealed, logoutPurpose)) as LogoutSession;
  return deps.sso.endSessionUrl(kept.client, kept.idToken);
}

export async function useLogout(
  tx: WriteTx,
  ref: string | undefined,
  url: string | undefined,
): Promise<{ sso_logout_url: string } | Unchanged<{ sso_logout_url: string }>> {
  const used = ref === undefined ? undefined : await takeLogout(tx, hashSecret(ref), tx.now);
  if (used === undefined) return unchanged({ sso_logout_url: '' });
  tx.audit(events.signedOut, { target: used.user_id, subject: used.user_id });
  return { sso_logout_url: url ?? '' };
}
