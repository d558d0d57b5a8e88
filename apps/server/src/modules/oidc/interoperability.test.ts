import { constants, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { until } from '../../../test/until.ts';
import type { Browser } from './test/browser.ts';
import { decodeJwt } from './test/jwt.ts';
import {
  authorizationRequest,
  callback,
  issuer,
  openStage,
  type Stage,
  type TestClient,
} from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

const codeOf = (returned: URL) => returned.searchParams.get('code') ?? '';
const exchange = (app: TestClient, code: string, more: Record<string, string> = {}) =>
  stage.form(
    '/oauth2/token',
    { grant_type: 'authorization_code', code, redirect_uri: callback, ...more },
    app,
  );

describe('an application without PKCE', () => {
  const requestWithoutPkce = async (app: TestClient, parameters: Record<string, string> = {}) =>
    openid.buildAuthorizationUrl(await stage.clientOf(app), {
      redirect_uri: callback,
      scope: 'openid',
      state: 'some-state',
      ...parameters,
    });
  const ask = async (url: URL) => (await stage.openBrowser().get(url.href)).headers.get('location') ?? '';

  it('is refused without a nonce, in a sentence that names both ways', async () => {
    const refused = new URL(await ask(await requestWithoutPkce(await stage.register()))).searchParams;
    expect(refused.get('error')).toBe('invalid_request');
    expect(refused.get('error_description')).toMatch(/code_challenge.* or nonce/);
  });

  it('is refused with a nonce if it has no secret, and its developer can read why', async () => {
    const app = await stage.register({ app_type: 'spa' });
    const refused = await ask(await requestWithoutPkce(app, { nonce: 'n-0123456789' }));
    expect(new URL(refused).searchParams.get('error')).toBe('invalid_request');
    const problems = () => stage.call('GET', `/applications/${app.id}/problems`, undefined, stage.admin);
    // The note is written after the answer.
    await until(async () => (await problems()).body.data.total > 0);
    expect((await problems()).body.data.items).toEqual([
      {
        endpoint: 'authorization',
        error: 'invalid_request',
        description: expect.stringContaining('PKCE'),
        count: 1,
        first_at: expect.any(String),
        last_at: expect.any(String),
      },
    ]);
    const other = await stage.call('GET', `/applications/${app.id}/problems`, undefined, stage.person);
    expect(other.status).toBe(403);
    const unknown = await stage.call('GET', '/applications/app-none/problems', undefined, stage.admin);
    expect(unknown.status).toBe(404);
  });

  it('gets tokens with a nonce, and is held to PKCE where it sends it', async () => {
    const app = await stage.register();
    const returned = await stage.decide(
      stage.openBrowser(),
      await requestWithoutPkce(app, { nonce: 'n-0123456789' }),
    );
    // A verifier for a code without a challenge hides a downgrade (RFC 9700, 4.8.2).
    const verifier = openid.randomPKCECodeVerifier();
    const downgraded = await exchange(app, codeOf(returned), { code_verifier: verifier });
    expect(downgraded.body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'code_verifier was sent, but the request had no code_challenge',
    });

    const again = await stage.decide(
      stage.openBrowser(),
      await requestWithoutPkce(app, { nonce: 'n-0123456789' }),
    );
    const tokens = await exchange(app, codeOf(again));
    expect(decodeJwt((tokens.body as { id_token: string }).id_token).claims).toMatchObject({
      nonce: 'n-0123456789',
    });

    const held = await authorizationRequest(await stage.clientOf(app), callback);
    const code = codeOf(await stage.decide(stage.openBrowser(), held.url));
    expect((await exchange(app, code)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'the request had a code_challenge, so code_verifier is required',
    });
  });

  it('needs neither if an administrator waived both, and is marked as weak', async () => {
    const app = await stage.register({ options: { require_pkce: false } });
    const code = codeOf(await stage.decide(stage.openBrowser(), await requestWithoutPkce(app)));
    expect((await exchange(app, code)).body).toMatchObject({ access_token: expect.any(String) });
    const { body: list } = await stage.call('GET', '/applications', undefined, stage.admin);
    const found = (list.data.items as { id: string; weak: boolean }[]).find(({ id }) => id === app.id);
    expect(found?.weak).toBe(true);
    const audit = await stage.call(
      'GET',
      '/audit?action=application.create&limit=50',
      undefined,
      stage.admin,
    );
    const event = (audit.body.data.items as { target: string; metadata: object }[]).find(
      ({ target }) => target === app.id,
    );
    expect(event?.metadata).toMatchObject({ weak: true });

    const held = await authorizationRequest(await stage.clientOf(app), callback);
    const bound = codeOf(await stage.decide(stage.openBrowser(), held.url));
    expect((await exchange(app, bound)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['a single-page application', { app_type: 'spa' }],
    ['a native application', { app_type: 'native' }],
  ])('cannot be %s', async (_kind, fields) => {
    const body = { name: 'x', redirect_uris: [callback], options: { require_pkce: false }, ...fields };
    const answer = await stage.call('POST', '/applications', body, stage.admin);
    expect([answer.status, answer.body.data?.field]).toEqual([422, 'options.require_pkce']);
  });
});

describe('an application that cannot prove itself', () => {
  const fields = { grant_type: 'client_credentials', scope: 'openid', token: 'unknown' };

  it.each(['/oauth2/token', '/oauth2/par', '/oauth2/revoke', '/oauth2/introspect'])(
    'reads at %s what is wrong',
    async (path) => {
      const app = await stage.register();
      const refusal = async (by?: TestClient) => {
        const answer = await stage.form(path, { ...fields, client_id: by?.id ?? app.id }, by);
        const { error_description: sentence } = answer.body as { error_description?: string };
        const challenge = answer.headers.get('www-authenticate');
        expect(challenge).toBe(
          `Basic realm="${issuer}", error="invalid_client", error_description="${sentence}"`,
        );
        return [answer.status, answer.body.error, sentence];
      };
      for (const by of [{ ...app, secret: 'x'.repeat(43) }, { ...app, id: 'app-unknown' }, undefined])
        expect(await refusal(by)).toEqual([
          401,
          'invalid_client',
          'the client_id or the secret is wrong or has ended, or token_endpoint_auth_method is another one',
        ]);
    },
  );

  it('finds the sentence in the error of openid-client, which shows the challenge and not the body', async () => {
    const app = await stage.register({ app_type: 'm2m', redirect_uris: [] });
    const config = await stage.clientOf(app, openid.ClientSecretPost('x'.repeat(43)));
    const told = { error: 'invalid_client', error_description: expect.stringContaining('secret is wrong') };
    await expect(openid.clientCredentialsGrant(config)).rejects.toMatchObject({
      cause: [{ scheme: 'basic', parameters: told }],
    });
  });
});

describe('a request sent as a form', () => {
  const post = (path: string, fields: URLSearchParams, headers: Record<string, string> = {}) =>
    fetch(`${stage.server.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'x-forwarded-for': createCaller(stage.server.url).ip,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: fields.toString(),
    });
  /** A browser that was sent by a form follows the redirect with its Lax cookies. */
  const follow = async (browser: Browser, path: string, fields: URLSearchParams) => {
    const answer = await post(path, fields);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const location = answer.headers.get('location') ?? '';
    expect(location.startsWith(`${path}?`)).toBe(true);
    return browser.get(location);
  };

  it('starts a sign-in with every parameter, offline access included', async () => {
    const app = await stage.register();
    const config = await stage.clientOf(app);
    const request = await authorizationRequest(config, callback, { scope: 'openid offline_access' });
    const browser = stage.openBrowser();
    const answer = await follow(browser, '/oauth2/auth', request.url.searchParams);
    const location = answer.headers.get('location') ?? '';
    expect(location).toContain('/oauth/login?login_challenge=');
    const returned = await stage.decide(
      browser,
      new URL(`${issuer}/oauth2/auth?${request.url.searchParams}`),
    );
    const tokens = await openid.authorizationCodeGrant(config, returned, request.checks);
    expect(tokens.refresh_token).toEqual(expect.any(String));
  });

  it('signs out and returns to the application', async () => {
    const app = await stage.register();
    const { browser, tokens } = await stage.signInTo(app);
    const answer = await follow(
      browser,
      '/oauth2/sessions/logout',
      new URLSearchParams({
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: 'https://app.example.mn',
        state: 's1',
      }),
    );
    const page = new URL(answer.headers.get('location') ?? '');
    expect(page.pathname).toBe('/oauth/logout');
    const done = await stage.call('POST', '/provider/logout/accept', {
      logout_challenge: page.searchParams.get('logout_challenge'),
    });
    expect(done.body.data.redirect_to).toBe('https://app.example.mn?state=s1');
  });

  it('is refused if it is too long for an address', async () => {
    const answer = await post('/oauth2/auth', new URLSearchParams({ state: 'x'.repeat(9000) }));
    expect(answer.status).toBe(413);
  });
});

describe('response_mode=form_post', () => {
  const start = async (app: TestClient, parameters: Record<string, string> = {}) => {
    const config = await stage.clientOf(app);
    return authorizationRequest(config, callback, {
      parameters: { response_mode: 'form_post', ...parameters },
    });
  };
  const fieldsOf = (html: string) =>
    new URLSearchParams(
      [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&#x2F;', '/')],
      ),
    );
  const isAllowedScript = (answer: { headers: Headers; text: string }) =>
    /script-src 'sha256-[A-Za-z0-9+/=]{44}'/.test(answer.headers.get('content-security-policy') ?? '');

  it('returns the code in a page whose script the browser may run', async () => {
    const app = await stage.register();
    // The first round gives consent, the second answers without a page.
    const { browser, config } = await stage.signInTo(app);
    const request = await start(app);
    const answer = await browser.get(request.url.href);
    expect(answer.status).toBe(200);
    expect(isAllowedScript(answer)).toBe(true);
    expect(answer.text).toContain(`action="${callback}"`);
    const returned = new URL(`${callback}?${fieldsOf(answer.text)}`);
    const tokens = await openid.authorizationCodeGrant(config, returned, request.checks);
    expect(tokens.claims()?.sub).toBe(stage.person.userId);
  });

  it('returns an error in the same way, and by the query where a client cannot receive a form', async () => {
    const app = await stage.register();
    const answer = await stage.openBrowser().get((await start(app, { prompt: 'none' })).url.href);
    expect(isAllowedScript(answer)).toBe(true);
    expect(fieldsOf(answer.text).get('error')).toBe('login_required');
    const spa = await stage.register({ app_type: 'spa' });
    const refused = await stage.openBrowser().get((await start(spa)).url.href);
    const location = new URL(refused.headers.get('location') ?? '');
    expect(location.searchParams.get('error')).toBe('unsupported_response_mode');
  });
});

describe('the algorithm of the id_token', () => {
  it.each(['RS256', 'PS256', 'ES256'])('is %s where the application asks for it', async (alg) => {
    const app = await stage.register({ options: { id_token_signed_response_alg: alg } });
    const config = await stage.clientOf(app);
    const browser = stage.openBrowser();
    const request = await authorizationRequest(config, callback);
    const returned = await stage.decide(browser, request.url);
    // openid-client verifies the signature against the published keys.
    const verifying = new openid.Configuration(
      config.serverMetadata(),
      app.id,
      { id_token_signed_response_alg: alg },
      openid.ClientSecretBasic(app.secret),
    );
    openid.allowInsecureRequests(verifying);
    openid.enableNonRepudiationChecks(verifying);
    const { [openid.customFetch]: customFetch } = config;
    if (customFetch !== undefined) verifying[openid.customFetch] = customFetch;
    const tokens = await openid.authorizationCodeGrant(verifying, returned, request.checks);
    expect(decodeJwt(tokens.id_token ?? '').header['alg']).toBe(alg);
  });
});

describe('a signed request object', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (alg: 'RS256' | 'PS256', claims: object) => {
    const text = `${encode({ alg, kid: 'one' })}.${encode(claims)}`;
    const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
    const padding = alg === 'PS256' ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING;
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, padding, saltLength: 32 });
    return `${text}.${signature.toString('base64url')}`;
  };
  const requestOf = async (app: TestClient, alg: 'RS256' | 'PS256') => {
    const now = Math.floor(Date.now() / 1000);
    return signed(alg, {
      iss: app.id,
      aud: issuer,
      nbf: now,
      exp: now + 60,
      client_id: app.id,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid',
      code_challenge: await openid.calculatePKCECodeChallenge('v'.repeat(43)),
      code_challenge_method: 'S256',
    });
  };

  it('starts a sign-in for an application with its own key, also with RS256', async () => {
    const { body } = await createCaller(stage.server.url).get('/.well-known/openid-configuration');
    expect(body).toMatchObject({
      request_object_signing_alg_values_supported: expect.arrayContaining(['RS256']),
    });
    const app = await stage.register({ options: { jwks } });
    for (const alg of ['RS256', 'PS256'] as const) {
      const query = new URLSearchParams({ client_id: app.id, request: await requestOf(app, alg) });
      const answer = await stage.openBrowser().get(`${issuer}/oauth2/auth?${query}`);
      expect(answer.headers.get('location')).toContain(`${issuer}/oauth/login?`);
    }
  });

  it('is refused with RS256 from an application with a FAPI profile', async () => {
    const app = await stage.register({ options: { jwks, profile: 'fapi2' } });
    const push = async (alg: 'RS256' | 'PS256') => {
      const now = Math.floor(Date.now() / 1000);
      const own = { iss: app.id, sub: app.id, aud: issuer, iat: now, exp: now + 60, jti: randomUUID() };
      return stage.form('/oauth2/par', {
        client_id: app.id,
        request: await requestOf(app, alg),
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: signed('PS256', own),
      });
    };
    expect((await push('PS256')).status).toBe(201);
    const refused = await push('RS256');
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request_object']);
  });
});
