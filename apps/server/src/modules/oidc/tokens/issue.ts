import type { KoaContextWithOIDC } from 'oidc-provider';
import { unitOfWork } from '../../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { events } from '../events.ts';
import { secondsAfter } from '../lifetimes.ts';
import { type Origin, type RevocationDeps, revokeReused } from './revocation.ts';
import { grantExtension, isSpent, type NewToken, tokenInsert, tokenSpending } from './store.ts';

/** What a token request would write: kept back, so that all of it commits at once or none does. */
export interface Issue {
  spent: { hash: Buffer; kind: 'code' | 'refresh_token'; grantId: string } | undefined;
  made: NewToken[];
}

const issues = new WeakMap<object, Issue>();

/** The writes of this token request so far. */
export function issueOf(ctx: object): Issue {
  const found = issues.get(ctx) ?? { spent: undefined, made: [] };
  issues.set(ctx, found);
  return found;
}

const foreignKeyViolation = '23503';

/**
 * Commits a token request after the library has answered it: the code or refresh token is used up by one conditional
 * statement, in the round trip and transaction that stores what it was exchanged for. Of several exchanges at once one commits; each
 * other is a reuse, which also takes from the first what it was just given. Without a code there is nothing to lose,
 * and a single insert does.
 */
export async function commitIssue(
  deps: RevocationDeps,
  ctx: KoaContextWithOIDC,
  from: Origin,
): Promise<'issued' | 'refused'> {
  const issue = issues.get(ctx);
  if (issue === undefined) return 'issued';
  // A request that failed after its code was used up leaves the code used up, and nothing else.
  const made = ctx.status < 400 ? issue.made : [];
  const { spent } = issue;
  if (spent === undefined) {
    await Promise.all(made.map(deps.tokens.add));
    return 'issued';
  }
  if (await commitExchange(deps, ctx, from, spent, made)) return 'issued';
  await revokeReused(deps, from, spent);
  return 'refused';
}

async function commitExchange(
  deps: RevocationDeps,
  ctx: KoaContextWithOIDC,
  from: Origin,
  spent: NonNullable<Issue['spent']>,
  made: readonly NewToken[],
): Promise<boolean> {
  const now = deps.now();
  try {
    return await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: from.requestId, now },
      { what: 'oidc.token', events: [events.tokensIssued], auditRequired: () => made.length > 0 },
      async (tx) => {
        tx.atCommit(tokenSpending(spent.hash, now));
        for (const token of made) {
          tx.atCommit(tokenInsert(token));
          if (token.kind === 'RefreshToken')
            tx.atCommit(grantExtension(spent.grantId, secondsAfter(token.expiresAt, 60)));
        }
        const [first] = made;
        if (first?.userId != null)
          tx.audit(events.tokensIssued, {
            target: first.userId,
            subject: first.userId,
            metadata: {
              client_id: first.clientId,
              grant_type: spent.kind === 'code' ? 'authorization_code' : 'refresh_token',
              scopes: (ctx.oidc.entities.AccessToken?.scope ?? '').split(' ').filter(Boolean),
            },
          });
        return true;
      },
    );
  } catch (error) {
    // Somebody was faster; or the grant was revoked while we were at it, and what hangs on it can no longer be given.
    if (isSpent(error) || (error instanceof Error && 'code' in error && error.code === foreignKeyViolation))
      return false;
    throw error;
  }
}
