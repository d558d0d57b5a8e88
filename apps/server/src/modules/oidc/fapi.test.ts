import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { newProofKey, proofOf } from '../gateway/test/proof.ts';
import { decodeJwt } from './test/jwt.ts';
import { callback, issuer, openStage, type Stage, type TestClient } from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

interface FapiClient {
  app: TestClient;
  privateKey: KeyObject;
  key: ReturnType<KeyObject['toCryptoKey']>;
  config: openid.Configuration;
  DPoP: openid.DPoPHandle;
}

const namesIssuerOnly = (_header: object, claims: Record<string, unknown>) => {
  claims['aud'] = issuer;
};

const registerFapi = async (profile: string, options: Record<string, unknown> = {}): Promise<FapiClient> => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' };
  const key = privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const app = await stage.register({ options: { profile, jwks: { keys: [jwk] }, ...options } });
  const discovered = await stage.clientOf(app, openid.PrivateKeyJwt({ key, kid: 'one' }));
  const alg = options['id_token_signed_response_alg'] ?? 'ES256';
  const config = new openid.Configuration(
    discovered.serverMetadata(),
    app.id,
    { id_token_signed_response_alg: String(alg), authorization_signed_response_alg: String(alg) },
    openid.PrivateKeyJwt({ key, kid: 'one' }, { [openid.modifyAssertion]: namesIssuerOnly }),
  );
  openid.allowInsecureRequests(config);
  openid.enableNonRepudiationChecks(config);
  const customFetch = discovered[openid.customFetch];
  if (customFetch !== undefined) config[openid.customFetch] = customFetch;
  const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));
  return { app, privateKey, key, config, DPoP };
};

const parametersFor = async (verifier: string, more: Record<string, string> = {}) => ({
  redirect_uri: callback,
  scope: 'openid profile offline_access',
  code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state: 'some-state',
  nonce: 'some-nonce',
  ...more,
});
const checks = (verifier: string) => ({
  pkceCodeVerifier: verifier,
  expectedState: 'some-state',
  expectedNonce: 'some-nonce',
  idTokenExpected: true,
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signJwt = (header: object, claims: object, key: KeyObject) => {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};
const assertion = ({ app, privateKey }: FapiClient, changed: Record<string, unknown> = {}) => {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: app.id, sub: app.id, aud: issuer, iat: now, exp: now + 60, jti: crypto.randomUUID() };
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt({ alg: 'ES256', kid: 'one' }, { ...claims, ...changed }, privateKey),
  };
};
const push = async (client: FapiClient, fields: Record<string, string> = {}, drop: string[] = []) => {
  const all: Record<string, string> = {
    client_id: client.app.id,
    response_type: 'code',
    ...(await parametersFor('v'.repeat(43))),
    ...assertion(client),
    ...fields,
  };
  for (const name of drop) delete all[name];
  return stage.form('/oauth2/par', all);
};

/** A complete sign-in; returns the answer of the authorization endpoint and the tokens. */
const signIn = async ({ config, DPoP }: FapiClient) => {
  const verifier = openid.randomPKCECodeVerifier();
  const options = { DPoP };
  const url = await openid.buildAuthorizationUrlWithPAR(config, await parametersFor(verifier), options);
  const returned = await stage.decide(stage.openBrowser(), url);
  const tokens = await openid.authorizationCodeGrant(config, returned, checks(verifier), undefined, options);
  return { returned, tokens };
};

describe('FAPI 2.0 Security Profile', () => {
  let client: FapiClient;
  beforeAll(async () => {
    client = await registerFapi('fapi2');
  });

  it.each(['ES256', 'PS256'])(
    'signs a person in with PAR, PKCE, private_key_jwt, DPoP and %s',
    async (alg) => {
      const own = await registerFapi('fapi2', { id_token_signed_response_alg: alg });
      const { returned, tokens } = await signIn(own);
      // 5.3.2.2: the answer names the issuer (RFC 9207), which openid-client also checks.
      expect(returned.searchParams.get('iss')).toBe(issuer);
      expect(tokens.token_type).toBe('dpop');
      expect(decodeJwt(tokens.id_token ?? '').header['alg']).toBe(alg);
      const info = await openid.fetchUserInfo(own.config, tokens.access_token, stage.person.userId, {
        DPoP: own.DPoP,
      });
      expect(info.sub).toBe(stage.person.userId);
    },
  );

  it('5.3.2.1: keeps the refresh token, so that a lost answer does not lock the client out', async () => {
    const { tokens } = await signIn(client);
    const { config, DPoP } = client;
    const options = { DPoP };
    const refresh = tokens.refresh_token ?? '';
    const first = await openid.refreshTokenGrant(config, refresh, undefined, options);
    const second = await openid.refreshTokenGrant(config, refresh, undefined, options);
    expect(second.access_token).not.toBe(first.access_token);
    for (const { access_token } of [first, second])
      expect((await openid.fetchUserInfo(config, access_token, stage.person.userId, options)).sub).toBe(
        stage.person.userId,
      );
    const events = await stage.world.database.query<{ metadata: { grant_type: string } }>(
      "select metadata from audit_log where action = 'oidc.tokens.issued' and metadata->>'client_id' = $1 order by id",
      [client.app.id],
    );
    expect(events.map(({ metadata }) => metadata.grant_type)).toEqual([
      'authorization_code',
      'refresh_token',
      'refresh_token',
    ]);
  });

  it('5.3.2.1: issues no token that is not bound to a key', async () => {
    const fields = { grant_type: 'authorization_code', redirect_uri: callback, code: 'x'.repeat(43) };
    const answer = await stage.form('/oauth2/token', { ...fields, ...assertion(client) });
    expect(answer.status).toBe(400);
    const verifier = openid.randomPKCECodeVerifier();
    const url = await openid.buildAuthorizationUrlWithPAR(client.config, await parametersFor(verifier));
    const returned = await stage.decide(stage.openBrowser(), url);
    await expect(
      openid.authorizationCodeGrant(client.config, returned, checks(verifier)),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['an array with the issuer', [issuer]],
    ['the PAR endpoint', `${issuer}/oauth2/par`],
    ['the token endpoint', `${issuer}/oauth2/token`],
    ['another issuer', 'https://other.example'],
  ])('5.3.2.1: refuses a client assertion whose audience is %s', async (_what, aud) => {
    const answer = await push(client, assertion(client, { aud }));
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });

  it.each([8.65e12, 1e300, Math.floor(Date.now() / 1000) + 2 * 86_400])(
    'refuses a client assertion that is valid for more than an hour: %s',
    async (exp) => {
      const answer = await push(client, assertion(client, { exp }));
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    },
  );

  it('5.3.2.1: allows ten seconds of clock skew, and not sixty', async () => {
    const now = Math.floor(Date.now() / 1000);
    const skewed = (claims: Record<string, unknown>) =>
      push(client, assertion(client, { exp: now + 3600, ...claims }));
    expect((await skewed({ iat: now + 9, nbf: now + 9 })).status).toBe(201);
    for (const ahead of [62, 86_400])
      for (const claims of [{ iat: now + ahead }, { nbf: now + ahead, iat: undefined }]) {
        const answer = await skewed(claims);
        expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
      }
  });

  it('5.3.2.1: accepts no DPoP proof from the future', async () => {
    const key = newProofKey();
    const ask = async (ahead: number) => {
      const dpop = proofOf(
        key,
        { method: 'POST', path: '/oauth2/par', nowMs: Date.now() },
        { claims: { iat: Math.floor(Date.now() / 1000) + ahead } },
      );
      return createCaller(stage.server.url).call('POST', '/oauth2/par', {
        rawBody: new URLSearchParams({
          client_id: client.app.id,
          response_type: 'code',
          ...(await parametersFor('v'.repeat(43))),
          ...assertion(client),
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', dpop },
      });
    };
    expect((await ask(9)).status).toBe(201);
    for (const ahead of [62, 290]) {
      const answer = await ask(ahead);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_dpop_proof']);
    }
  });

  it('5.3.2.2: takes requests only through PAR, from an authenticated client, once and for a minute', async () => {
    const direct = openid.buildAuthorizationUrl(client.config, await parametersFor('v'.repeat(43)));
    const refused = await stage.openBrowser().get(direct.href);
    expect(new URL(refused.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
    const anonymous = await push(client, {}, ['client_assertion', 'client_assertion_type']);
    expect(anonymous.status).toBe(401);
    const pushed = (await push(client)).body as unknown as { request_uri: string; expires_in: number };
    expect(pushed.expires_in).toBeLessThan(600);
    const late = await push(client);
    stage.clock.advance(61_000);
    const uri = (late.body as unknown as { request_uri: string }).request_uri;
    const address = `${issuer}/oauth2/auth?client_id=${client.app.id}&request_uri=${encodeURIComponent(uri)}`;
    expect((await stage.openBrowser().get(address)).status).toBe(400);
  });

  it.each([
    ['no PKCE', {}, ['code_challenge', 'code_challenge_method'], 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, [], 'invalid_request'],
    ['no redirect_uri', {}, ['redirect_uri'], 'invalid_request'],
    ['another redirect_uri', { redirect_uri: `${callback}/other` }, [], 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, [], 'unsupported_response_type'],
    ['the hybrid flow', { response_type: 'code id_token' }, [], 'unsupported_response_type'],
    [
      'a request_uri',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      [],
      'request_uri_not_supported',
    ],
  ])('5.3.2.2: refuses a pushed request with %s', async (_case, fields, drop, error) => {
    const answer = await push(client, fields as Record<string, string>, drop);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it('5.3.2.2: redirects with 303, and only applications without the profile get 302', async () => {
    const { request_uri } = (await push(client)).body as unknown as { request_uri: string };
    const query = new URLSearchParams({ client_id: client.app.id, request_uri });
    const answer = await stage.openBrowser().get(`${issuer}/oauth2/auth?${query}`);
    expect(answer.status).toBe(303);
  });

  it('5.3.2.2: a code works for sixty seconds and for the key that the request named', async () => {
    const verifier = openid.randomPKCECodeVerifier();
    const options = { DPoP: client.DPoP };
    const start = async () => {
      const url = await openid.buildAuthorizationUrlWithPAR(
        client.config,
        await parametersFor(verifier),
        options,
      );
      return stage.decide(stage.openBrowser(), url);
    };
    const late = await start();
    stage.clock.advance(61_000);
    await expect(
      openid.authorizationCodeGrant(client.config, late, checks(verifier), undefined, options),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
    const bound = await start();
    const other = openid.getDPoPHandle(client.config, await openid.randomDPoPKeyPair('ES256'));
    await expect(
      openid.authorizationCodeGrant(client.config, bound, checks(verifier), undefined, { DPoP: other }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('5.3.3: a resource takes the token only in the header and with a proof', async () => {
    const { tokens } = await signIn(client);
    const caller = createCaller(stage.server.url);
    expect((await caller.get(`/userinfo?access_token=${tokens.access_token}`)).status).toBe(400);
    const bearer = { authorization: `Bearer ${tokens.access_token}` };
    expect((await caller.get('/userinfo', { headers: bearer })).status).toBe(401);
  });
});

describe('FAPI 2.0 Message Signing', () => {
  let client: FapiClient;
  beforeAll(async () => {
    client = await registerFapi('fapi2_message_signing');
    openid.useJwtResponseMode(client.config);
  });
  const requestObject = async (changed: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1000);
    return signJwt(
      { alg: 'ES256', kid: 'one', typ: 'oauth-authz-req+jwt' },
      {
        iss: client.app.id,
        aud: issuer,
        nbf: now,
        exp: now + 300,
        client_id: client.app.id,
        response_type: 'code',
        response_mode: 'jwt',
        ...(await parametersFor('v'.repeat(43))),
        ...changed,
      },
      client.privateKey,
    );
  };
  const pushObject = (request: string) =>
    stage.form('/oauth2/par', { client_id: client.app.id, request, ...assertion(client) });

  it('takes a signed request and returns a signed answer', async () => {
    const verifier = openid.randomPKCECodeVerifier();
    const parameters = await parametersFor(verifier, { nbf: `${Math.floor(Date.now() / 1000)}` });
    const jar = await openid.buildAuthorizationUrlWithJAR(client.config, parameters, {
      key: client.key,
      kid: 'one',
    });
    const request = jar.searchParams.get('request') ?? '';
    const pushed = (await pushObject(request)).body as unknown as { request_uri: string };
    const query = new URLSearchParams({ client_id: client.app.id, request_uri: pushed.request_uri });
    const returned = await stage.decide(stage.openBrowser(), new URL(`${issuer}/oauth2/auth?${query}`));
    expect([...returned.searchParams.keys()]).toEqual(['response']);
    const options = { DPoP: client.DPoP };
    const tokens = await openid.authorizationCodeGrant(
      client.config,
      returned,
      checks(verifier),
      undefined,
      options,
    );
    expect(tokens.claims()?.sub).toBe(stage.person.userId);
    // The scope for offline access stands only inside the signed request.
    expect(tokens.refresh_token).toEqual(expect.any(String));
  });

  it('returns errors signed too', async () => {
    const pushed = (await pushObject(await requestObject({ prompt: 'none' }))).body as unknown as {
      request_uri: string;
    };
    const query = new URLSearchParams({ client_id: client.app.id, request_uri: pushed.request_uri });
    const answer = await stage.openBrowser().get(`${issuer}/oauth2/auth?${query}`);
    const location = new URL(answer.headers.get('location') ?? '');
    const { claims, header } = decodeJwt(location.searchParams.get('response') ?? '');
    expect(header['alg']).toBe('ES256');
    expect(claims).toMatchObject({ iss: issuer, aud: client.app.id, error: 'login_required' });
  });

  it.each([
    ['another audience', { aud: 'https://other.example' }],
    ['no nbf', { nbf: undefined }],
    ['an old nbf', { nbf: 1 }],
    [
      'a future nbf',
      { nbf: Math.floor(Date.now() / 1000) + 3600, exp: Math.floor(Date.now() / 1000) + 3700 },
    ],
    ['a future iat', { iat: Math.floor(Date.now() / 1000) + 3600 }],
    ['an expired object', { exp: 1000, nbf: 900 }],
    ['the name of another client', { client_id: 'app-0000000000000000' }],
  ])('refuses a request object with %s', async (_case, changed) => {
    const answer = await pushObject(await requestObject(changed));
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request_object']);
  });

  it('answers unsigned only if the signed request asks for it', async () => {
    const answerTo = async (changed: Record<string, unknown>, outside: Record<string, string> = {}) => {
      const { request_uri } = (await pushObject(await requestObject(changed))).body as unknown as {
        request_uri: string;
      };
      const query = new URLSearchParams({ client_id: client.app.id, request_uri, ...outside });
      const returned = await stage.decide(stage.openBrowser(), new URL(`${issuer}/oauth2/auth?${query}`));
      return [...returned.searchParams.keys()].sort();
    };
    expect(await answerTo({ response_mode: undefined })).toEqual(['code', 'iss', 'state']);
    expect(await answerTo({}, { response_mode: 'query' })).toEqual(['response']);
  });

  it('refuses a request without an object and a forged object', async () => {
    const plain = await push(client);
    expect(plain.status).toBe(400);
    const forged = (await requestObject()).replace(/\.[^.]+$/, `.${'A'.repeat(86)}`);
    expect((await pushObject(forged)).body.error).toBe('invalid_request_object');
  });
});
