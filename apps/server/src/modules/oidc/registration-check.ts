import type { Reader } from '../../kernel/db/database.ts';
import type { Client } from '../oauth-clients/index.ts';
import type { Outgoing } from './library/outgoing.ts';
import { secondsAfter } from './lifetimes.ts';
import { listProblems, readLastSignIn } from './problem-store.ts';
import type { CheckView } from './schemas.ts';

const recentSeconds = 7 * 24 * 3600;

const isLoopback = (uri: string) => /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(uri);

/**
 * Looks at one registration like a colleague who knows the usual mistakes. It changes nothing, and calls only
 * the client's back-channel logout address.
 */
export async function checkRegistration(
  deps: { outgoing: Outgoing },
  db: Reader,
  client: Client,
  now: Date,
): Promise<CheckView[]> {
  const signsPeopleIn = client.type !== 'm2m';
  const since = secondsAfter(now, -recentSeconds).toISOString();
  const recent = (await listProblems(db, client.id)).filter(({ last_at }) => last_at >= since);
  return [
    client.enabled ? ok('enabled') : { check: 'enabled', state: 'problem', reason: 'off' },
    ...(signsPeopleIn ? await checkSignIn(deps, db, client) : []),
    checkSecret(client, now),
    countProblems('scopes', recent.filter(({ error }) => error === 'invalid_scope').length),
    countProblems('problems', recent.length),
  ];
}

const ok = (check: CheckView['check'], value?: string): CheckView => ({
  check,
  state: 'ok',
  reason: 'fine',
  ...(value === undefined ? {} : { value }),
});

async function checkSignIn(deps: { outgoing: Outgoing }, db: Reader, client: Client): Promise<CheckView[]> {
  const loopback = client.redirectUris.find(isLoopback);
  const lastAt = await readLastSignIn(db, client.id);
  return [
    loopback === undefined
      ? ok('redirect_uris')
      : { check: 'redirect_uris', state: 'warning', reason: 'loopback', value: loopback },
    client.postLogoutRedirectUris.length > 0
      ? ok('post_logout')
      : { check: 'post_logout', state: 'warning', reason: 'none' },
    client.options.requirePkce ? ok('pkce') : { check: 'pkce', state: 'warning', reason: 'waived' },
    await checkBackChannel(deps.outgoing, client.options.backchannelLogoutUri),
    lastAt === null ? { check: 'sign_in', state: 'warning', reason: 'never' } : ok('sign_in', lastAt),
  ];
}

/** Without a token a correct address answers 400 (OpenID Connect Back-Channel Logout, 2.8). */
async function checkBackChannel(outgoing: Outgoing, uri: string | undefined): Promise<CheckView> {
  if (uri === undefined) return { check: 'back_channel', state: 'ok', reason: 'none' };
  try {
    const answer = await outgoing(uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
    await answer.body?.cancel();
    const isExpected = answer.ok || answer.status === 400;
    if (isExpected) return ok('back_channel');
    return { check: 'back_channel', state: 'warning', reason: 'status', value: String(answer.status) };
  } catch {
    return { check: 'back_channel', state: 'problem', reason: 'unreachable' };
  }
}

function checkSecret(client: Client, now: Date): CheckView {
  const ending = client.secrets.find(({ expiresAt }) => expiresAt !== null && expiresAt > now)?.expiresAt;
  if (ending === undefined || ending === null) return ok('secret');
  return { check: 'secret', state: 'warning', reason: 'ending', value: ending.toISOString() };
}

function countProblems(check: 'scopes' | 'problems', count: number): CheckView {
  return count === 0 ? ok(check) : { check, state: 'warning', reason: 'refused', value: String(count) };
}
