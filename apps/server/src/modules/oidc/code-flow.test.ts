import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  callback,
  fetchFrom,
  issuer,
  openStage,
  type Stage,
  type TestClient,
} from './test/stage.ts';

let stage: Stage;
let app: TestClient;
beforeAll(async () => {
  stage = await openStage();
  app = await stage.register();
});
afterAll(() => stage.world.close());

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error: { error?: string }) => error.error ?? String(error),
  );
const introspect = async (token: string, by = app) =>
  (await stage.form('/oauth2/introspect', { token }, by)).body as Record<string, unknown>;

describe('a sign-in with openid-client', () => {
  it('runs from discovery to a verified id_token, userinfo and a refreshed token', async () => {
    const { config, tokens, returned } = await stage.signInTo(app, {
      scope: 'openid profile email offline_access',
    });
    const claims = tokens.claims();
    expect(returned.searchParams.get('iss')).toBe(issuer);
    expect(claims).toMatchObject({ iss: issuer, aud: app.id, sub: stage.person.userId });
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(3600);
    expect(tokens).toMatchObject({ expires_in: 3600, scope: 'openid profile email offline_access' });
    expect(tokens.access_token).toMatch(/^[A-Za-z0-9_-]{43}$/);

    const info = await openid.fetchUserInfo(config, tokens.access_token, stage.person.userId);
    const me = (await stage.call('GET', '/users/me', undefined, stage.person)).body.data.user;
    expect(info).toMatchObject({
      sub: me.id,
      name: me.full_name,
      given_name: me.first_name,
      family_name: me.last_name,
      given_name_en: me.first_name_en,
      family_name_en: me.last_name_en,
    });
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(renewed.claims()).toMatchObject({ sub: stage.person.userId });
  });

  it('releases at userinfo exactly the claims of each scope', async () => {
    const setEmail = (isProven: boolean) =>
      stage.world.database.query(
        `update users set email = 'a@example.mn', email_verified = $3, ge_id = $2 where id = $1`,
        [stage.person.userId, 'GE-1', isProven],
      );
    await setEmail(true);
    const told = async (scope: string) => {
      const { config, tokens } = await stage.signInTo(app, { scope });
      return openid.fetchUserInfo(config, tokens.access_token, stage.person.userId);
    };
    expect(await told('openid')).toEqual({ sub: stage.person.userId, ge_id: 'GE-1' });
    expect(await told('openid email')).toEqual({
      sub: stage.person.userId,
      ge_id: 'GE-1',
      email: 'a@example.mn',
      email_verified: true,
    });
    expect(await told('openid profile')).not.toHaveProperty('email');
    // A relying party that matches accounts by a verified address must not trust one that an administrator
    // typed.
    await setEmail(false);
    expect(await told('openid email')).toMatchObject({ email: 'a@example.mn', email_verified: false });
  });

  it('reports the time of the sign-in at Tamga, not of the decision', async () => {
    const [row] = await stage.world.database.query<{ at: string }>(
      'select floor(extract(epoch from max(created_at)))::int as at from sessions where user_id = $1',
      [stage.person.userId],
    );
    stage.clock.advance(60_000);
    const { tokens } = await stage.signInTo(app);
    expect(tokens.claims()?.auth_time).toBe(row?.at);
  });
});

describe('a sign-in with oauth4webapi', () => {
  it('works for a public client with only the protocol', async () => {
    const spa = await stage.register({ app_type: 'spa' });
    expect(spa.secret).toBe('');
    const options = {
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: fetchFrom(stage.server.url) as typeof fetch &
        oauth.DiscoveryRequestOptions[typeof oauth.customFetch],
    };
    const url = new URL(issuer);
    const as = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
    const client: oauth.Client = { client_id: spa.id };
    const verifier = oauth.generateRandomCodeVerifier();
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
    const start = new URL(as.authorization_endpoint ?? '');
    start.search = new URLSearchParams({
      client_id: spa.id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }).toString();
    const returned = await stage.decide(stage.openBrowser(), start);
    const parameters = oauth.validateAuthResponse(as, client, returned, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      parameters,
      callback,
      verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(as, answer, options);
    expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(stage.person.userId);
    expect(tokens.refresh_token).toBeUndefined();

    const revoked = await oauth.revocationRequest(as, client, oauth.None(), tokens.access_token, options);
    await oauth.processRevocationResponse(revoked);
    const info = await oauth
      .userInfoRequest(as, client, tokens.access_token, options)
      .catch((error: { status?: number }) => error);
    expect(info.status).toBe(401);
  });
});

describe('an authorization code', () => {
  const start = async (parameters?: Record<string, string>) => {
    const config = await stage.clientOf(app);
    const request = await authorizationRequest(config, callback, parameters ? { parameters } : {});
    const returned = await stage.decide(stage.openBrowser(), request.url);
    return { config, request, returned };
  };

  it('is rejected with a wrong verifier, which does not consume it', async () => {
    const { config, request, returned } = await start();
    const other = { ...request.checks, pkceCodeVerifier: openid.randomPKCECodeVerifier() };
    await expect(openid.authorizationCodeGrant(config, returned, other)).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: 'code_verifier does not match the code_challenge of the request',
    });
    expect(await failure(openid.authorizationCodeGrant(config, returned, request.checks))).toBe('no failure');
  });

  it('is rejected with another redirect URI, from another client, or after a minute', async () => {
    const { request, returned } = await start();
    const fields = {
      grant_type: 'authorization_code',
      code: returned.searchParams.get('code') ?? '',
      code_verifier: request.verifier,
      redirect_uri: callback,
    };
    const refusal = async (changed: object, by = app) => {
      const { body } = await stage.form('/oauth2/token', { ...fields, ...changed }, by);
      return [body.error, (body as { error_description?: string }).error_description];
    };
    expect(await refusal({ redirect_uri: `${callback}/` })).toEqual([
      'invalid_grant',
      'redirect_uri differs from the one in the authorization request',
    ]);
    expect(await refusal({}, await stage.register())).toEqual([
      'invalid_grant',
      'the code or token was given to another application',
    ]);
    stage.clock.advance(61_000);
    expect(await refusal({})).toEqual(['invalid_grant', 'the code or token has expired']);
  });

  it('that is reused ends every token of that person and client', async () => {
    const earlier = await stage.signInTo(app);
    const { config, request, returned } = await start();
    const tokens = await openid.authorizationCodeGrant(config, returned, request.checks);
    expect((await introspect(tokens.access_token))['active']).toBe(true);
    expect(await failure(openid.authorizationCodeGrant(config, returned, request.checks))).toBe(
      'invalid_grant',
    );
    for (const token of [tokens.access_token, earlier.tokens.access_token])
      expect(await introspect(token)).toEqual({ active: false });
    const [event] = await stage.world.database.query<{ kind: string }>(
      `select kind from security_events where user_id = $1 and kind = 'oauth_code_reuse'`,
      [stage.person.userId],
    );
    expect(event).toBeDefined();
  });

  it('exchanged twenty times at once succeeds once, and the reuse revokes that one too', async () => {
    const { request, returned } = await start();
    const fields = {
      grant_type: 'authorization_code',
      code: returned.searchParams.get('code') ?? '',
      code_verifier: request.verifier,
      redirect_uri: callback,
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => stage.form('/oauth2/token', fields, app)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error))).toEqual(
      new Set(['invalid_grant']),
    );
    const [first] = won.map(({ body }) => body as { access_token: string });
    expect(await introspect(first?.access_token ?? '')).toEqual({ active: false });
  });
});
