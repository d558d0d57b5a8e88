import { createHash, randomBytes } from 'node:crypto';
import { type Answer, createCaller } from '../../../../test/caller.ts';
import { testConfig } from '../../../../test/config.ts';
import { openWorld, type ServerOptions, type TestServer, type TestWorld } from '../../../../test/server.ts';

export interface UpstreamPerson {
  sub: string;
  claims: Record<string, string | boolean>;
}

/** Query parameters of the upstream's redirect. */
export interface Back {
  code: string;
  state: string;
  iss: string;
}

export interface Stage {
  world: TestWorld;
  server: TestServer;
  issuer: string;
  env: Record<string, string>;
  startServer(options?: ServerOptions): Promise<TestServer>;
  /** A new account at the upstream, with these claims beside generated names. */
  person(claims?: UpstreamPerson['claims'], sub?: string): Promise<UpstreamPerson>;
  misbehave(kind: string): Promise<void>;
  /** Each call comes from a different address, so that rate limits do not matter here. */
  post(path: string, body?: object, headers?: Record<string, string>, server?: TestServer): Promise<Answer>;
  start(body?: object, headers?: Record<string, string>): Promise<{ authUrl: URL; answer: Answer }>;
  /** The person signs in upstream and consents. */
  visit(authUrl: URL, sub: string): Promise<Back>;
  /** From the start to the answer of the callback. */
  signIn(sub: string, server?: TestServer): Promise<Answer>;
  native(sub: string, change?: object, nonce?: string): Promise<Answer>;
  audited(answer: Answer): Promise<{ action: string; target: string | null; metadata: object }[]>;
}

export const nativeRedirect = 'mn.tamga.app:/sso';

export async function openStage(scope = 'openid profile email nationalid offline_access'): Promise<Stage> {
  const world = await openWorld();
  const issuer = `${world.sandbox.url}/upstream-sso`;
  const env = {
    SSO_ISSUER: issuer,
    SSO_CLIENT_ID: 'tamga',
    SSO_CLIENT_SECRET: testConfig().EID_RP_SECRET,
    SSO_SCOPE: scope,
    SSO_NATIVE_CLIENT_ID: 'tamga-native',
    SSO_NATIVE_REDIRECT_URIS: nativeRedirect,
  };
  const startServer: Stage['startServer'] = (options = {}) =>
    world.startServer({ ...options, env: { ...env, ...options.env } });
  const server = await startServer();

  const control = async (path: string, body: object) => {
    const answer = await fetch(`${world.sandbox.url}/control/upstream-sso/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const person: Stage['person'] = async (claims = {}, sub = randomBytes(8).toString('hex')) => {
    const made = { sub, claims: { given_name: 'Болд', family_name: 'Бат', ...claims } };
    await control('people', made);
    return made;
  };
  const post: Stage['post'] = (path, body = {}, headers = {}, at = server) =>
    createCaller(at.url).post(`/api/v1/sso/${path}`, body, { headers });
  const start: Stage['start'] = async (body = {}, headers = {}) => {
    const answer = await post('start', body, headers);
    return { answer, authUrl: new URL(answer.body.data.auth_url) };
  };
  const visit: Stage['visit'] = async (authUrl, sub) => {
    const form = new URLSearchParams(authUrl.searchParams);
    form.set('sub', sub);
    form.set('decision', 'allow');
    const url = `${authUrl.origin}${authUrl.pathname}/decide`;
    const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '').searchParams;
    return { code: back.get('code') ?? '', state: back.get('state') ?? '', iss: back.get('iss') ?? '' };
  };
  return {
    world,
    server,
    issuer,
    env,
    startServer,
    person,
    misbehave: (kind) => control('misdeeds', { kind }),
    post,
    start,
    visit,
    signIn: async (sub, at = server) => {
      const begun = await post('start', {}, {}, at);
      return post('callback', await visit(new URL(begun.body.data.auth_url), sub), {}, at);
    },
    native: async (sub, change = {}, nonce = 'n-1') => {
      const verifier = randomBytes(32).toString('base64url');
      const authUrl = new URL(`${issuer}/authorize`);
      authUrl.search = new URLSearchParams({
        client_id: 'tamga-native',
        redirect_uri: nativeRedirect,
        response_type: 'code',
        scope,
        state: 's',
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      const { code } = await visit(authUrl, sub);
      return post('native', { code, code_verifier: verifier, redirect_uri: nativeRedirect, ...change });
    },
    audited: (answer) =>
      world.database.query(
        'select action, target, metadata from audit_log where request_id = $1 order by id',
        [answer.body.request_id],
      ),
  };
}
