import { randomUUID } from 'node:crypto';
import { type CIBAConfiguration, type KoaContextWithOIDC, errors as oauth } from 'oidc-provider';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { AppError, kernelErrors } from '../../../kernel/http/errors.ts';
import { applicationText } from '../../identity/index.ts';
import { isOwner } from '../../oauth-clients/index.ts';
import { findUser, findUserByNationalId, type UserRow } from '../../users/index.ts';
import { heldAcrs, meets } from '../assurance.ts';
import { originOf } from '../library/origin.ts';
import { wantedAcr } from '../library/requests.ts';
import { hashOf } from '../tokens/store.ts';
import { signInByPush } from './authentication.ts';
import { type CibaDeps, canBeAsked, ringAndWatch } from './ciba-watch.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const registerNumber = /^[А-ЯЁӨҮ]{2}\d{8}$/u;
/** Letters, digits and a few signs: no control or direction marks that could change what the phone shows. */
const bindingMessage = /^[\p{Script=Latin}\p{Script=Cyrillic}\d .,:#№₮$€/()+-]{1,30}$/u;

/** CIBA over the eID push. Answers are the same for known and unknown people: the phone is called afterwards. */
export function cibaConfiguration(deps: CibaDeps): CIBAConfiguration {
  return {
    enabled: true,
    deliveryModes: ['poll', 'ping'],
    validateRequestContext: async (ctx) => {
      if (ctx.oidc.params?.['id_token_hint'] !== undefined && ctx.oidc.client?.subjectType === 'pairwise')
        throw new oauth.InvalidRequest('a pairwise subject does not find a person; send login_hint');
      const wanted = wantedAcr(ctx.oidc.params ?? {});
      const now = deps.now();
      if (wanted?.essential === true && !meets(heldAcrs(signInByPush(now), now), wanted))
        throw new oauth.UnmetAuthenticationRequirements('the phone asks for PIN1 alone');
    },
    validateBindingMessage: async (_ctx, message) => {
      if (message !== undefined && !bindingMessage.test(message))
        throw new oauth.InvalidBindingMessage('at most 30 letters, digits and plain punctuation');
    },
    processLoginHint: async (ctx, hint = '') => {
      const text = normalizeHint(hint);
      if (registerNumber.test(text)) {
        const user = await findUserByNationalId(deps.database.reader(systemIdentity), text);
        // An unknown person gets an id of nobody, so that the request goes on as any other.
        return user?.id ?? randomUUID();
      }
      if (uuid.test(hint) && ctx.oidc.client?.subjectType !== 'pairwise') return hint;
      throw new oauth.InvalidRequest('login_hint must be a register number or a sub');
    },
    processLoginHintToken: async () => {
      throw new oauth.InvalidRequest('login_hint_token is not supported');
    },
    verifyUserCode: async () => undefined,
    triggerAuthenticationDevice: async (ctx, request, account) => {
      if (ctx === undefined || request?.jti === undefined || account == null) return;
      await trigger(deps, ctx, hashOf(request.jti), account.accountId);
    },
  };
}

const normalizeHint = (hint: string): string => hint.replace(/\s/g, '').toUpperCase();

async function trigger(
  deps: CibaDeps,
  ctx: KoaContextWithOIDC,
  hash: Buffer,
  accountId: string,
): Promise<void> {
  const client = await deps.directory.client(ctx.oidc.client?.clientId ?? '');
  if (client === undefined) throw new oauth.InvalidClient('client is invalid', 'client not found');
  const reader = deps.database.reader(systemIdentity);
  // The same answer for everybody else, known or not: no phone rings for an application on trial.
  if (client.stage === 'trial' && !(await isOwner(reader, client.id, accountId)))
    throw new oauth.AccessDenied('application_on_trial: only its owners can sign in');
  const user = await findUser(reader, accountId);
  const { ip } = originOf(ctx);
  const hint = ctx.oidc.params?.['login_hint'];
  const asker = await admit(ctx, () =>
    deps.eidFlow.admitClientPush(reader, {
      target: user?.national_id ?? (typeof hint === 'string' ? normalizeHint(hint) : accountId),
      client: { id: client.id, name: client.name },
      ip,
      now: deps.now(),
    }),
  );
  if (!isAskable(user, deps.now())) return;
  const message = ctx.oidc.params?.['binding_message'];
  const displayText = applicationText(client.name, typeof message === 'string' ? message : undefined);
  ringAndWatch(deps, { hash, nationalId: user.national_id, displayText, asker });
}

function isAskable(user: UserRow | undefined, now: Date): user is UserRow & { national_id: string } {
  return user !== undefined && user.national_id !== null && canBeAsked(user, now);
}

/** CIBA has no error for these; temporarily_unavailable is the one of OAuth. */
async function admit<T>(ctx: KoaContextWithOIDC, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isLimited = error.definition === kernelErrors.rate_limited;
    if (error.retryAfterSeconds !== undefined) ctx.set('retry-after', String(error.retryAfterSeconds));
    const refusal = new oauth.CustomOIDCProviderError(
      isLimited ? 'temporarily_unavailable' : 'access_denied',
      isLimited ? 'too many requests to this person or by this client' : 'pushes are switched off here',
    );
    const status = isLimited ? 429 : 403;
    throw Object.assign(refusal, { status, statusCode: status });
  }
}
