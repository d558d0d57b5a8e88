import { type Outbox, unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { recordSecurityEvent } from '../../security-events/index.ts';
import { events } from '../events.ts';
import { oidcChannel } from '../keys/keys.ts';
import { deleteGrant, deleteGrantsLike, deleteToken, type RevokedGrant } from './store.ts';
import type { Tokens } from './tokens.ts';

/** The origin of a call to the library, for the logs. */
export interface Origin {
  readonly requestId: string | null;
  readonly ip: string;
  readonly userAgent: string;
}

export interface RevocationDeps {
  database: Database;
  outbox: Outbox;
  tokens: Tokens;
  now: () => Date;
}

/** Tells every instance to drop the tokens of these grants. */
export function publishRevoked(tx: WriteTx, grants: readonly RevokedGrant[]): void {
  for (const { id } of grants) tx.publish(oidcChannel, { grant_id: id });
}

export type ReusedKind = 'code' | 'refresh_token' | 'foreign_refresh_token' | 'device_code' | 'ciba';

/**
 * A reused code or refresh token was stolen, so all tokens derived from it are revoked. A code revokes
 * everything that the person granted this client (contract 7.3), any other only its family.
 */
export function revokeReused(
  deps: RevocationDeps,
  from: Origin,
  reused: { kind: ReusedKind; grantId: string },
): Promise<void> {
  return revoke(deps, from, async (tx) => {
    const grants = await (reused.kind === 'code' ? deleteGrantsLike : deleteGrant)(tx, reused.grantId);
    const [first] = grants;
    if (first === undefined) return grants;
    tx.audit(events.reuseDetected, {
      target: first.user_id,
      subject: first.user_id,
      metadata: { client_id: first.client_id, kind: reused.kind, grants: grants.length },
    });
    const isRefresh = reused.kind === 'refresh_token' || reused.kind === 'foreign_refresh_token';
    await recordSecurityEvent(tx, isRefresh ? 'refresh_reuse' : 'oauth_code_reuse', 'high', {
      userId: first.user_id,
      ip: from.ip,
      userAgent: from.userAgent,
      detail: { client_id: first.client_id, kind: reused.kind },
    });
    return grants;
  });
}

export function revokeGrant(deps: RevocationDeps, from: Origin, grantId: string): Promise<void> {
  return revoke(deps, from, async (tx) => {
    const grants = await deleteGrant(tx, grantId);
    for (const { user_id, client_id } of grants)
      tx.audit(events.grantRevoked, {
        target: user_id,
        subject: user_id,
        metadata: { client_id, reason: 'given_back' },
      });
    return grants;
  });
}

export async function revokeToken(deps: RevocationDeps, from: Origin, hash: Buffer): Promise<void> {
  await revoke(deps, from, async (tx) => {
    const deleted = await deleteToken(tx, hash);
    if (deleted === undefined) return [];
    tx.audit(events.tokenRevoked, { metadata: { client_id: deleted.client_id } });
    tx.publish(oidcChannel, { token: hash.toString('base64url') });
    return [];
  });
  deps.tokens.forgetToken(hash);
}

async function revoke(
  deps: RevocationDeps,
  from: Origin,
  work: (tx: WriteTx) => Promise<RevokedGrant[]>,
): Promise<void> {
  const grants = await unitOfWork<RevokedGrant[]>(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: from.requestId, now: deps.now() },
    { what: 'oidc.revocation', auditRequired: (revoked) => revoked.length > 0 },
    async (tx) => {
      const revoked = await work(tx);
      publishRevoked(tx, revoked);
      return revoked;
    },
  );
  for (const { id } of grants) deps.tokens.forgetGrant(id);
}
