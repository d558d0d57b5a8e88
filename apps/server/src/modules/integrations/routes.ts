import { notAudited } from '../../kernel/audit/events.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { failUnknown } from '../../kernel/http/errors.ts';
import { type ReplyFacts, type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { connect, disconnect, isProvider, show } from './connections.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { begin, bindingOf, type FlowDeps, type FlowError, finish, keepFlow } from './flow.ts';
import type { Provider } from './provider-port.ts';
import {
  ByProvider,
  CallbackQuery,
  CloudFileList,
  ConnectBody,
  FilesQuery,
  Integration,
  IntegrationList,
  TokensView,
} from './schemas.ts';
import { serverSideOnly } from './server-side-only.ts';
import { listIntegrations } from './store.ts';
import type { PersonTokens } from './tokens.ts';

export type IntegrationRowDeps = FlowDeps & { tokens: PersonTokens; appOrigin: string };

const writes: Limit = { group: 'integrations', perMinute: 30, burst: 15, by: 'person' };
const reads: Limit = { group: 'integrations-files', perMinute: 120, burst: 60, by: 'person' };
const tokenErrors = [
  errors.not_connected,
  errors.provider_grant_invalid,
  errors.not_configured,
  errors.upstream_unavailable,
];
export const bindingHeader = 'x-oauth-binding';

export const providerOf = ({ provider }: { provider: string }): Provider =>
  isProvider(provider) ? provider : failUnknown('provider');

export function integrationRows(deps: IntegrationRowDeps): readonly Row[] {
  const { keyring, tokens, appOrigin } = deps;
  const goTo = (reply: ReplyFacts, address: string) => {
    reply.status(302);
    reply.header('location', address);
    // The current address holds a code and a state.
    reply.header('referrer-policy', 'no-referrer');
    return {};
  };
  const goToPage = (reply: ReplyFacts, result: { connected: Provider } | { error: FlowError }) =>
    goTo(reply, `${appOrigin}/connections?${new URLSearchParams(result)}`);

  return [
    read({
      id: 'integrations.list',
      path: '/integrations',
      access: signedIn,
      reply: IntegrationList,
      errors: [],
      summary: 'Outside services that the person connected; never their tokens',
      handler: async ({ actor, db }) => {
        const items = (await listIntegrations(db, actor.userId)).map(show);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'integrations.put',
      method: 'POST',
      path: '/integrations',
      access: signedIn,
      limit: writes,
      bodyLimitBytes: 16 * 1024,
      body: ConnectBody,
      reply: Integration,
      errors: [],
      audit: [events.connected],
      summary: 'Store the tokens of a connection that the caller made itself; replaces an earlier one',
      handler: ({ actor, body, tx }) =>
        connect(keyring, tx, {
          userId: actor.userId,
          provider: body.provider,
          tokens: {
            accessToken: body.access_token,
            refreshToken: body.refresh_token || null,
            expiresAt: body.expires_at_ms ? new Date(body.expires_at_ms) : null,
            account: null,
          },
          through: 'api',
        }),
    }),
    write({
      id: 'integrations.connect',
      method: 'GET',
      path: '/integrations/:provider/connect',
      access: signedIn,
      limit: writes,
      params: ByProvider,
      reply: Empty,
      otherStatus: 302,
      errors: [],
      audit: notAudited('a started connection changes nothing of a person; its end is audited'),
      noStore: true,
      summary: 'Send the browser to the provider; bound to the person and to the browser',
      prepare: ({ params }): Promise<Awaited<ReturnType<typeof begin>>> =>
        isProvider(params.provider)
          ? begin(deps, params.provider)
          : Promise.resolve({ ok: false, error: 'unknown_provider' }),
      handler: async ({ actor, params, request, reply, tx, prepared }) => {
        if (!prepared.ok) return goToPage(reply, { error: prepared.error });
        const binding = bindingOf(request.header(bindingHeader));
        const owner = { userId: actor.userId, provider: providerOf(params), binding };
        await keepFlow(deps, tx, prepared.secrets, owner);
        reply.header(bindingHeader, binding);
        return goTo(reply, prepared.url);
      },
    }),
    write({
      id: 'integrations.callback',
      method: 'GET',
      path: '/integrations/:provider/callback',
      access: signedIn,
      limit: writes,
      params: ByProvider,
      query: CallbackQuery,
      reply: Empty,
      otherStatus: 302,
      errors: [],
      audit: [events.connected],
      noStore: true,
      summary: 'Where the provider sends the browser back; a state is valid once, for its person and browser',
      prepare: ({ actor, params, query, request, db }): Promise<Awaited<ReturnType<typeof finish>>> =>
        isProvider(params.provider)
          ? finish(deps, db, {
              provider: params.provider,
              userId: actor.userId,
              binding: request.header(bindingHeader),
              query,
              now: request.now,
            })
          : Promise.resolve({ ok: false, error: 'unknown_provider' }),
      handler: async ({ actor, reply, tx, prepared }) => {
        if (!prepared.ok) return unchanged(goToPage(reply, { error: prepared.error }));
        await connect(keyring, tx, { ...prepared, userId: actor.userId, through: 'page' });
        return goToPage(reply, { connected: prepared.provider });
      },
    }),
    write({
      id: 'integrations.token',
      method: 'GET',
      path: '/integrations/:provider/token',
      access: serverSideOnly(appOrigin),
      limit: writes,
      params: ByProvider,
      reply: TokensView,
      errors: tokenErrors,
      audit: [events.tokenRead],
      noStore: true,
      summary:
        'The tokens of a connection, for server-side callers only: 404 for browsers and through the portal',
      prepare: ({ actor, params, request }) =>
        tokens.current({ actor, requestId: request.id }, providerOf(params)),
      handler: async ({ tx, prepared: { row, tokens: held } }) => {
        tx.audit(events.tokenRead, { target: row.id, metadata: { provider: row.provider } });
        return {
          access_token: held.accessToken,
          refresh_token: held.refreshToken ?? '',
          expires_at_ms: held.expiresAt?.getTime() ?? 0,
        };
      },
    }),
    write({
      id: 'integrations.remove',
      method: 'DELETE',
      path: '/integrations/:provider',
      access: signedIn,
      limit: writes,
      params: ByProvider,
      reply: Empty,
      errors: [],
      audit: [events.disconnected],
      summary: 'Remove a connection and revoke it at the provider; a missing one is no error',
      handler: async ({ actor, params, tx }) =>
        (await disconnect(keyring, tx, actor.userId, providerOf(params))) ? {} : unchanged({}),
    }),
    read({
      id: 'integrations.files',
      path: '/integrations/:provider/files',
      access: signedIn,
      limit: reads,
      params: ByProvider,
      query: FilesQuery,
      reply: CloudFileList,
      errors: [...tokenErrors, errors.upstream_failed],
      noStore: true,
      summary: 'Files at the provider that the platform may see',
      handler: async ({ actor, params, query, request }) => {
        const asked = { q: query.q?.trim() || undefined, cursor: query.cursor };
        const found = await tokens.withFiles(
          { actor, requestId: request.id },
          providerOf(params),
          (files, token) => files.list(token, asked),
        );
        const { items, next } = found;
        return { items, total: items.length, ...(next === undefined ? {} : { next }) };
      },
    }),
  ];
}
