import type Provider from 'oidc-provider';
import { type KoaContextWithOIDC, errors as oauth, type TokenEndpointGrantContext } from 'oidc-provider';
import {
  buildTokenResponse,
  checkDpopReplay,
  checkDpopRequired,
  checkMtlsCert,
  validateDpop,
} from 'oidc-provider/lib/helpers/grants.js';
import { type Client, type ClientDirectory, exchangeGrant } from '../../oauth-clients/index.ts';
import { lifetimes } from '../lifetimes.ts';
import { issueOf } from '../tokens/issue.ts';
import { hashOf, type TokenRow } from '../tokens/store.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { splitScope } from './scopes.ts';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
/** A service may call a service that calls a service; a longer chain is a mistake or an attack. */
const deepestChain = 2;

const parameters = [
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'audience',
  'resource',
  'scope',
] as const;
type Parameters = { [name in (typeof parameters)[number]]?: string };
type ExchangeContext = TokenEndpointGrantContext<Parameters>;

/** The acting party (RFC 8693, 4.1): the client that exchanged, and inside it the one before. */
interface Actor {
  readonly client_id: string;
  readonly act?: Actor;
}

interface ExchangeDeps {
  issuer: string;
  directory: ClientDirectory;
  tokens: Tokens;
  now: () => Date;
}

const actors = new WeakMap<object, Actor>();

/** The claim `act` of the token that this request issues, which introspection shows. */
export function actorOf(ctx: KoaContextWithOIDC | undefined): { act: Actor } | undefined {
  const act = ctx === undefined ? undefined : actors.get(ctx);
  return act === undefined ? undefined : { act };
}

/**
 * Token exchange for services behind the gateway: a service that was called for a person calls another service for
 * the same person, with no more rights than the token that it was handed and its own.
 */
export function registerTokenExchange(provider: Provider, deps: ExchangeDeps): void {
  provider.registerGrantType<Parameters>(exchangeGrant, (ctx) => exchange(provider, deps, ctx), [
    ...parameters,
  ]);
}

async function exchange(provider: Provider, deps: ExchangeDeps, ctx: ExchangeContext): Promise<void> {
  checkForm(ctx);
  const dPoP = await validateDpop(provider, ctx);
  checkDpopRequired(provider, ctx, dPoP);
  const cert = checkMtlsCert(provider, ctx);
  const client = await deps.directory.client(ctx.oidc.client.clientId);
  if (client?.enabled !== true) throw new oauth.InvalidClient('client is invalid', 'client not found');
  const subject = await findSubject(deps, ctx, client);
  const scope = await scopeOf(deps, ctx.oidc.params, client, subject);
  const earlier = actorIn(subject);
  if (depthOf(earlier) >= deepestChain) throw unusable('it was exchanged twice before');

  actors.set(ctx, { client_id: client.id, ...(earlier === undefined ? {} : { act: earlier }) });
  const token = new provider.AccessToken({
    client: ctx.oidc.client,
    accountId: subject.user_id,
    grantId: subject.grant_id,
    gty: 'token_exchange',
    scope,
    expiresIn: lifetimeOf(deps, subject),
  } as ConstructorParameters<Provider['AccessToken']>[0]);
  if (cert !== undefined) token.setThumbprint('x5t', cert);
  if (dPoP !== undefined) {
    await checkDpopReplay(provider, ctx, dPoP, client.id);
    token.setThumbprint('jkt', dPoP.thumbprint);
  }
  ctx.oidc.entity('AccessToken', token);
  issueOf(ctx).exchangedFrom = subject.client_id;
  const accessToken = await token.save();
  ctx.body = buildTokenResponse(provider, {
    accessToken,
    tokenType: token.tokenType,
    expiresIn: token.expiration,
    issuedTokenType: accessTokenType,
    scope,
  });
}

/** Only access tokens of ours in, only access tokens out; the authenticated client is the actor. */
function checkForm({ oidc: { params } }: ExchangeContext): void {
  if (params.subject_token === undefined) throw new oauth.InvalidRequest('subject_token is required');
  if (params.subject_token_type !== accessTokenType)
    throw new oauth.InvalidRequest(`subject_token_type must be ${accessTokenType}`);
  if (params.actor_token !== undefined || params.actor_token_type !== undefined)
    throw new oauth.InvalidRequest('actor_token is not supported: the client itself is the actor');
  if (params.requested_token_type !== undefined && params.requested_token_type !== accessTokenType)
    throw new oauth.InvalidRequest(`requested_token_type must be ${accessTokenType}`);
}

/** RFC 8693, 2.2.2: one error for every reason, so that a stranger's token tells nothing. */
function unusable(detail: string): Error {
  return new oauth.InvalidRequest('subject_token cannot be exchanged', undefined, detail);
}

type Subject = TokenRow & { user_id: string; grant_id: string };

/**
 * The token must be alive, of a person, of a client that an administrator named for this one, and not bound to a
 * key: whoever holds that key would lose the protection.
 */
async function findSubject(deps: ExchangeDeps, ctx: ExchangeContext, client: Client): Promise<Subject> {
  const row = await deps.tokens.load(hashOf(ctx.oidc.params.subject_token ?? ''));
  if (row === undefined || row.kind !== 'AccessToken' || new Date(row.expires_at) <= deps.now())
    throw unusable('it is unknown or has expired');
  if (!client.options.exchangeFrom.includes(row.client_id))
    throw unusable(`exchange_from of this application does not name ${row.client_id}`);
  if (row.payload['jkt'] !== undefined || row.payload['x5t#S256'] !== undefined)
    throw unusable('it is bound to a key');
  if (row.payload['aud'] !== undefined) throw unusable('it was issued for one resource');
  const owner = await deps.directory.client(row.client_id);
  if (owner?.enabled !== true) throw unusable('its application is disabled');
  const { user_id, grant_id } = row;
  if (user_id === null || grant_id === null) throw unusable('it acts for no person');
  return { ...row, user_id, grant_id };
}

/**
 * One service of the gateway, by name (`audience`) or address (`resource`). Its scope must be held by all three: the
 * token, the client of that token now, and this client.
 */
async function scopeOf(
  deps: ExchangeDeps,
  params: Parameters,
  client: Client,
  subject: Subject,
): Promise<string> {
  const names = [params.audience, serviceAt(deps.issuer, params.resource)].filter(
    (name) => name !== undefined,
  );
  const [name] = names;
  if (name === undefined || names.some((other) => other !== name))
    throw new oauth.InvalidTarget('name one service of the gateway in audience or resource');
  const upstream = await deps.directory.upstreamByName(name);
  if (upstream?.enabled !== true || !client.scopes.includes(upstream.scope))
    throw new oauth.InvalidTarget('this application may not call that service');
  const owner = await deps.directory.client(subject.client_id);
  const { scope } = upstream;
  const isHeld =
    splitScope(subject.payload['scope']).includes(scope) && owner?.scopes.includes(scope) === true;
  if (!isHeld || splitScope(params.scope).some((asked) => asked !== scope))
    throw new oauth.InvalidScope('the subject token does not allow this', params.scope ?? scope);
  return scope;
}

function serviceAt(issuer: string, resource: string | undefined): string | undefined {
  if (resource === undefined) return undefined;
  const prefix = `${issuer}/gw/`;
  const path = resource.startsWith(prefix) ? resource.slice(prefix.length) : '';
  return path.replace(/\/$/, '');
}

function actorIn({ payload }: TokenRow): Actor | undefined {
  return (payload['extra'] as { act?: Actor } | undefined)?.act;
}

function depthOf(actor: Actor | undefined): number {
  return actor === undefined ? 0 : 1 + depthOf(actor.act);
}

/** Never longer than the token that it was exchanged for. */
function lifetimeOf(deps: ExchangeDeps, subject: TokenRow): number {
  const leftMs = new Date(subject.expires_at).getTime() - deps.now().getTime();
  return Math.max(1, Math.min(lifetimes.exchanged, Math.floor(leftMs / 1000)));
}
