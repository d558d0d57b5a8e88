import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import { randomId } from '../challenges/challenges.ts';
import { splitScope } from '../library/scopes.ts';
import { lifetimes, secondsAfter } from '../lifetimes.ts';
import { grantInsert } from '../tokens/store.ts';
import type { Authentication } from './authentication.ts';
import { decideRequest, paramsOf, type RequestRow } from './store.ts';

/** Writes the grant and the decision, as the library does on its own pages. False if it was decided before. */
export async function allowRequest(
  deps: { keyring: Keyring },
  tx: WriteTx,
  given: {
    row: RequestRow;
    userId: string;
    asked: readonly string[];
    allowed: readonly string[];
    authentication: Authentication;
  },
): Promise<boolean> {
  const { row, userId, asked, allowed } = given;
  const grantId = randomId();
  await tx.run(
    grantInsert({
      id: grantId,
      userId,
      clientId: row.client_id,
      // No browser belongs to it.
      sessionUid: randomId(),
      scopes: allowed,
      rejectedScopes: asked.filter((scope) => !allowed.includes(scope)),
      createdAt: tx.now,
      expiresAt: secondsAfter(tx.now, lifetimes.grant),
    }),
  );
  const params = paramsOf(row);
  const payload = {
    ...row.payload,
    ...given.authentication,
    accountId: userId,
    // Scopes that only the claims parameter names are in the grant and not in the tokens.
    scope: splitScope(params['scope'])
      .filter((scope) => allowed.includes(scope))
      .join(' '),
    ...(typeof params['claims'] === 'string' ? { claims: JSON.parse(params['claims']) } : {}),
  };
  const decision = { hash: row.hash, state: 'allowed', userId, grantId, payload } as const;
  return decideRequest(tx, deps.keyring, decision, tx.now);
}
