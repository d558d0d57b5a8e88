import type { KoaContextWithOIDC } from 'oidc-provider';
import { unitOfWork } from '../../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Statement } from '../../../kernel/db/query.ts';
import { events } from '../events.ts';
import { secondsAfter } from '../lifetimes.ts';
import { requestSpending } from '../requests/store.ts';
import { type Origin, type RevocationDeps, revokeReused } from './revocation.ts';
import { grantExtension, isSpent, type NewToken, tokenInsert, tokenSpending } from './store.ts';

/** The one-time code or token that a token request uses up. */
export interface Spent {
  hash: Buffer;
  kind: 'code' | 'refresh_token' | 'device_code' | 'ciba';
  grantId: string;
}

/** The writes of a token request are deferred, so that all of them commit or none. */
export interface Issue {
  spent: Spent | undefined;
  made: NewToken[];
  /** The client whose token was exchanged (RFC 8693). */
  exchangedFrom?: string;
}

const issues = new WeakMap<object, Issue>();

export function issueOf(ctx: object): Issue {
  const found = issues.get(ctx) ?? { spent: undefined, made: [] };
  issues.set(ctx, found);
  return found;
}

function spendingOf({ kind, hash }: Spent, now: Date): Statement<unknown> {
  const isRequest = kind === 'device_code' || kind === 'ciba';
  return (isRequest ? requestSpending : tokenSpending)(hash, now);
}

const foreignKeyViolation = '23503';

/**
 * Commits a token request after the library has answered it: one conditional statement consumes the code or
 * refresh token in the same round trip and transaction that stores the new tokens. Of concurrent exchanges
 * one commits; every other is a reuse, which also revokes the tokens of the first. A token that a client got
 * for itself needs only an insert.
 */
export async function commitIssue(
  deps: RevocationDeps,
  ctx: KoaContextWithOIDC,
  from: Origin,
): Promise<'issued' | 'refused'> {
  const issue = issues.get(ctx);
  if (issue === undefined) return 'issued';
  // A failed request still consumes its code, and issues nothing.
  const made = ctx.status < 400 ? issue.made : [];
  const { spent } = issue;
  if (spent === undefined && made.every(({ grantId }) => grantId === null)) {
    await Promise.all(made.map(deps.tokens.add));
    return 'issued';
  }
  if (await commitExchange(deps, ctx, from, spent, made)) return 'issued';
  if (spent !== undefined) await revokeReused(deps, from, spent);
  return 'refused';
}

async function commitExchange(
  deps: RevocationDeps,
  ctx: KoaContextWithOIDC,
  from: Origin,
  spent: Spent | undefined,
  made: readonly NewToken[],
): Promise<boolean> {
  const now = deps.now();
  const exchangedFrom = issues.get(ctx)?.exchangedFrom;
  try {
    return await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: from.requestId, now },
      { what: 'oidc.token', events: [events.tokensIssued], auditRequired: () => made.length > 0 },
      async (tx) => {
        if (spent !== undefined) tx.atCommit(spendingOf(spent, now));
        for (const token of made) {
          tx.atCommit(tokenInsert(token));
          if (token.kind === 'RefreshToken' && token.grantId !== null)
            tx.atCommit(grantExtension(token.grantId, secondsAfter(token.expiresAt, 60)));
        }
        const [first] = made;
        if (first?.userId != null)
          tx.audit(events.tokensIssued, {
            target: first.userId,
            subject: first.userId,
            metadata: {
              client_id: first.clientId,
              grant_type: String(ctx.oidc.params?.['grant_type']),
              ...(exchangedFrom === undefined ? {} : { subject_client_id: exchangedFrom }),
              scopes: (ctx.oidc.entities.AccessToken?.scope ?? '').split(' ').filter(Boolean),
            },
          });
        return true;
      },
    );
  } catch (error) {
    // A concurrent exchange was first, or the grant was revoked in the meantime and its row is gone.
    if (isSpent(error) || (error instanceof Error && 'code' in error && error.code === foreignKeyViolation))
      return false;
    throw error;
  }
}
