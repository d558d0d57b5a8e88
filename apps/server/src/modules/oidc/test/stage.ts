import * as openid from 'openid-client';
import { vi } from 'vitest';
import { type Answer, type CallOptions, callUntil, createCaller } from '../../../../test/caller.ts';
import { createPhone, letIn, type Phone, type SignedIn } from '../../../../test/citizens.ts';
import { type Clock, openWorld, type TestServer, type TestWorld } from '../../../../test/server.ts';
import { createKeyring } from '../../../kernel/security/keyring.ts';
import { type ClientDirectory, createClientDirectory } from '../../oauth-clients/index.ts';
import { type Browser, createBrowser } from './browser.ts';

export const issuer = 'http://localhost:4000';
export const callback = 'https://app.example.mn/callback';
/** First-party in the settings of the stage; a test registers it if needed. */
export const firstPartyClientId = 'house-app';
const adminKey = 'admin-test-key-0123456789-abcdefghij';

export interface TestClient {
  id: string;
  secret: string;
}

/** An issuer with people and clients, and a helper that plays the portal's pages. */
export interface Stage {
  world: TestWorld;
  server: TestServer;
  phone: Phone;
  clock: Clock;
  admin: SignedIn;
  person: SignedIn;
  newPerson(): Promise<SignedIn>;
  /** Calls as this person, or anonymously, each from its own address. */
  call(method: string, path: string, body?: unknown, who?: SignedIn, on?: TestServer): Promise<Answer>;
  register(fields?: Record<string, unknown>): Promise<TestClient>;
  registerFirstParty(): Promise<TestClient>;
  change(id: string, fields: Record<string, unknown>): Promise<void>;
  openBrowser(on?: TestServer): Browser;
  /** Drives the browser from the authorization request back to the client, with this person's decisions. */
  decide(browser: Browser, start: URL, who?: SignedIn, choose?: Choice): Promise<URL>;
  /** openid-client, configured from discovery alone. */
  clientOf(app: TestClient, auth?: openid.ClientAuth, on?: TestServer): Promise<openid.Configuration>;
  /** A complete sign-in with openid-client. */
  signInTo(app: TestClient, options?: SignInOptions): Promise<Tokens>;
  /** The settings of the stage, to start another instance. */
  env: Record<string, string>;
  directoryOf(server: TestServer): ClientDirectory;
  /** A complete sign-in on another instance; returns the raw id_token. */
  signInOn(on: TestServer, app: TestClient): Promise<string>;
  form(path: string, fields: Record<string, string>, app?: TestClient, on?: TestServer): Promise<Answer>;
}

export interface Choice {
  grantScope?: string[];
  reject?: 'login' | 'consent';
  /** Called for each page on the way. */
  onPage?: (page: 'login' | 'consent', challenge: string) => Promise<void>;
}

export interface SignInOptions {
  scope?: string;
  browser?: Browser;
  who?: SignedIn;
  parameters?: Record<string, string>;
  redirectUri?: string;
  grantScope?: string[];
}

type Granted = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;
export interface Tokens {
  config: openid.Configuration;
  tokens: Granted;
  /** The redirect back, and the values that the client kept for it. */
  returned: URL;
  verifier: string;
  browser: Browser;
}

/** The library and both clients read the process clock, so the stage moves that clock and no test waits. */
export function processClock(): Clock {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
  return {
    now: () => new Date(),
    advance: (ms) => {
      vi.setSystemTime(Date.now() + ms);
    },
  };
}

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const clock = processClock();
  const opened = await openWorld({ clock });
  const world: TestWorld = {
    ...opened,
    // The next test file in this process needs the real clock.
    close: () => opened.close().finally(() => void vi.useRealTimers()),
  };
  const phone = createPhone(world.sandbox);
  const server = await world.startServer({ env: { ...issuerEnv, ...env } });
  let next = 0;
  const newPerson = async () => letIn(world, server, await phone.citizen(/^ordinary/, next++));
  const admin = await newPerson();
  await world.database.query('update users set role_id = 2 where id = $1', [admin.userId]);
  await world.database.query("insert into bus_events (channel, payload) values ('user.changed', $1)", [
    JSON.stringify({ user_id: admin.userId }),
  ]);
  const call: Stage['call'] = async (method, path, body, who, on = server) => {
    // Tests move the clock far, and sensitive applications need a recent proof of the administrator.
    if (who === admin && method !== 'GET')
      await world.database.query('update sessions set created_at = $2 where user_id = $1', [
        admin.userId,
        clock.now(),
      ]);
    const options: CallOptions = {
      ...(body === undefined ? {} : { body }),
      ...(who && { token: who.token }),
    };
    return createCaller(on.url).call(method, `/api/v1${path}`, options);
  };
  await callUntil(200, () => call('GET', '/applications', undefined, admin));
  const person = await newPerson();
  const openBrowser: Stage['openBrowser'] = (on = server) => createBrowser(on.url, issuer);
  const decide = decider({ call, person });
  const clientOf = connector(server);
  const form = formFor(server);
  return {
    world,
    server,
    phone,
    env: { ...issuerEnv, ...env },
    directoryOf: (of) =>
      createClientDirectory({
        database: of.app.database,
        bus: of.app.bus,
        keyring: createKeyring(of.config.INTEGRATION_ENC_KEY),
        firstPartyClients: [firstPartyClientId],
      }),
    clock,
    admin,
    person,
    newPerson,
    call,
    openBrowser,
    decide,
    clientOf,
    register: async (fields = {}) => {
      const body = { name: 'Жишээ апп', app_type: 'web', redirect_uris: [callback], ...fields };
      const answer = await call('POST', '/applications', body, admin);
      if (answer.status !== 201) throw new Error(answer.text);
      return { id: answer.body.data.id, secret: answer.body.data.secret ?? '' };
    },
    registerFirstParty: async () => {
      const body = { client_id: firstPartyClientId, client_name: 'House', redirect_uris: [callback] };
      const answer = await createCaller(server.url).call('POST', '/admin/api/v1/clients', {
        body,
        token: adminKey,
      });
      if (answer.status !== 201) throw new Error(answer.text);
      const { client_id: id, client_secret: secret } = answer.body as Record<string, string>;
      return { id: id ?? '', secret: secret ?? '' };
    },
    change: async (id, fields) => {
      const { data } = (await call('GET', `/applications/${id}`, undefined, admin)).body;
      const { name, app_type, redirect_uris } = data;
      const body = { name, app_type, redirect_uris, ...fields };
      const answer = await call('PUT', `/applications/${id}`, body, admin);
      if (answer.status !== 200) throw new Error(answer.text);
    },
    signInTo: async (app, options = {}) => {
      const config = await clientOf(app);
      const browser = options.browser ?? openBrowser();
      const redirectUri = options.redirectUri ?? callback;
      const request = await authorizationRequest(config, redirectUri, options);
      const choice = options.grantScope === undefined ? {} : { grantScope: options.grantScope };
      const returned = await decide(browser, request.url, options.who ?? person, choice);
      const tokens = await openid.authorizationCodeGrant(config, returned, request.checks);
      return { config, tokens, returned, verifier: request.verifier, browser };
    },
    signInOn: async (on, app) => {
      const config = await clientOf(app, undefined, on);
      const request = await authorizationRequest(config, callback);
      const returned = await decide(openBrowser(on), request.url, person);
      const answer = await form(
        '/oauth2/token',
        {
          grant_type: 'authorization_code',
          code: returned.searchParams.get('code') ?? '',
          redirect_uri: callback,
          code_verifier: request.verifier,
        },
        app,
        on,
      );
      return (answer.body as { id_token?: string }).id_token ?? '';
    },
    form,
  };
}

function formFor(server: TestServer): Stage['form'] {
  return (path, fields, app, on = server) =>
    createCaller(on.url).call('POST', path, {
      rawBody: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(app && {
          authorization: `Basic ${Buffer.from(`${encodeURIComponent(app.id)}:${encodeURIComponent(app.secret)}`).toString('base64')}`,
        }),
      },
    });
}

export const issuerEnv = {
  OAUTH_ISSUER: issuer,
  SSO_STATE_KEY: 'state-test-key-0123456789-abcdefghij',
  SSO_FIRSTPARTY_CLIENTS: firstPartyClientId,
  SSO_ADMIN_API_KEYS: `test:${adminKey}`,
  GATEWAY_ALLOWED_NETWORKS: '127.0.0.0/8',
  APPLICATIONS_ALLOWED_NETWORKS: '127.0.0.0/8',
  CLIENT_DOCUMENTS_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
  // Tests move the clock by hours; the lifetime of session tokens is tested elsewhere.
  ACCESS_TOKEN_MINUTES: '1440',
};

/** Builds a request with fresh PKCE, state and nonce, like a client does. */
export async function authorizationRequest(
  config: openid.Configuration,
  redirectUri: string,
  options: { scope?: string; parameters?: Record<string, string> } = {},
) {
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: options.scope ?? 'openid profile email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...options.parameters,
  });
  return {
    url,
    verifier,
    checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
  };
}

/** Requests to the issuer's address reach the server, as through the portal's proxy. */
export function fetchFrom(serverUrl: string): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return fetch(url.replace(issuer, serverUrl), init);
  };
}

function connector(server: TestServer): Stage['clientOf'] {
  return (app, auth, on = server) =>
    openid.discovery(
      new URL(issuer),
      app.id,
      undefined,
      auth ?? (app.secret === '' ? openid.None() : openid.ClientSecretBasic(app.secret)),
      {
        execute: [openid.allowInsecureRequests],
        [openid.customFetch]: fetchFrom(on.url) as openid.CustomFetch,
      },
    );
}

function decider({ call, person }: Pick<Stage, 'call' | 'person'>): Stage['decide'] {
  return async (browser, start, who = person, choose = {}) => {
    let next = start.href;
    for (let hops = 0; hops < 8; hops += 1) {
      const answer = await browser.get(next);
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`no redirect from ${next}: ${answer.status} ${answer.text}`);
      const at = new URL(location);
      const page = /^\/oauth\/(login|consent)$/.exec(at.pathname)?.[1] as 'login' | 'consent' | undefined;
      if (page === undefined && at.origin === issuer) {
        next = location;
        continue;
      }
      if (page === undefined) return at;
      const challenge = at.searchParams.get(`${page}_challenge`) ?? '';
      await choose.onPage?.(page, challenge);
      const verb = choose.reject === page ? 'reject' : 'accept';
      const decided = await call(
        'POST',
        `/provider/${page}/${verb}`,
        {
          [`${page}_challenge`]: challenge,
          ...(page === 'consent' && verb === 'accept' && choose.grantScope !== undefined
            ? { grant_scope: choose.grantScope }
            : {}),
        },
        who,
      );
      if (decided.status !== 200) throw new Error(`${page} was refused: ${decided.status} ${decided.text}`);
      next = decided.body.data.redirect_to;
    }
    throw new Error('the redirects do not end');
  };
}
