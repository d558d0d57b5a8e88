import { generateKeyPairSync } from 'node:crypto';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { assertionFor } from './test/jwt.ts';
import { authorizationRequest, callback, openStage, type Stage } from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

describe('an application that leaves its requests beforehand (RFC 9126)', () => {
  it('signs people in with the reference alone, once, and in no other way', async () => {
    const app = await stage.register({ options: { require_par: true } });
    const config = await stage.clientOf(app);
    const plain = await authorizationRequest(config, callback);
    const refused = await stage.openBrowser().get(plain.url.href);
    expect(new URL(refused.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');

    const verifier = openid.randomPKCECodeVerifier();
    const url = await openid.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: callback,
      scope: 'openid offline_access',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const browser = stage.openBrowser();
    const returned = await stage.decide(browser, url);
    const tokens = await openid.authorizationCodeGrant(config, returned, { pkceCodeVerifier: verifier });
    expect(tokens['scope']).toBe('openid offline_access');
    expect(tokens.refresh_token).toHaveLength(43);
    const again = await browser.get(url.href);
    expect(again.headers.get('location') ?? '').not.toContain('code=');
  });

  it('is refused what it may not ask for, before any browser comes', async () => {
    const app = await stage.register();
    const answer = await stage.form(
      '/oauth2/par',
      { client_id: app.id, response_type: 'code', redirect_uri: `${callback}x`, scope: 'openid' },
      app,
    );
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('an application that binds its tokens to a key (RFC 9449)', () => {
  it('can use them with the key, and nobody without it', async () => {
    const app = await stage.register({ options: { dpop: true } });
    const config = await stage.clientOf(app);
    const keys = await openid.randomDPoPKeyPair('ES256');
    const DPoP = openid.getDPoPHandle(config, keys);
    const request = await authorizationRequest(config, callback);
    const returned = await stage.decide(stage.openBrowser(), request.url);
    await expect(openid.authorizationCodeGrant(config, returned, request.checks)).rejects.toThrow();
    const second = await authorizationRequest(config, callback);
    const back = await stage.decide(stage.openBrowser(), second.url);
    const tokens = await openid.authorizationCodeGrant(config, back, second.checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const info = await openid.fetchUserInfo(config, tokens.access_token, stage.person.userId, { DPoP });
    expect(info.sub).toBe(stage.person.userId);
    const stolen = await createCaller(stage.server.url).get('/userinfo', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(stolen.status).toBe(401);
  });
});

describe('an application that proves itself with a key of its own (RFC 7523)', () => {
  it('needs no secret, and an assertion works once', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' };
    const key = privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const app = await stage.register({
      app_type: 'm2m',
      redirect_uris: [],
      options: { jwks: { keys: [jwk] } },
    });
    const config = await stage.clientOf(app, openid.PrivateKeyJwt({ key, kid: 'one' }));
    const tokens = await openid.clientCredentialsGrant(config);
    expect(tokens.access_token).toHaveLength(43);
    const assertion = assertionFor(app.id, privateKey);
    const fields = {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    };
    expect((await stage.form('/oauth2/token', fields)).status).toBe(200);
    const replayed = await stage.form('/oauth2/token', fields);
    expect([replayed.status, replayed.body.error]).toEqual([401, 'invalid_client']);
    const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forged = await stage.form('/oauth2/token', {
      ...fields,
      client_assertion: assertionFor(app.id, other),
    });
    expect([forged.status, forged.body.error]).toEqual([401, 'invalid_client']);
  });
});
