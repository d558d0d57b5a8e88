import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createKeyring } from '../../kernel/security/keyring.ts';
import { resealColumn } from '../../kernel/security/reseal.ts';
import { createSubjects } from './index.ts';
import { assertionFor } from './test/jwt.ts';
import { authorizationRequest, callback, openStage, type Stage, type TestClient } from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

describe('a client with pairwise subjects', () => {
  const sector = (host: string, more: object = {}) =>
    stage.register({
      redirect_uris: [`https://${host}/callback`],
      options: { subject_type: 'pairwise', ...more },
    });
  const signIn = async (app: TestClient, host: string) => {
    const redirectUri = `https://${host}/callback`;
    const { config, tokens, browser } = await stage.signInTo(app, { redirectUri, scope: 'openid email' });
    return { config, tokens, browser, sub: tokens.claims()?.sub ?? '' };
  };

  it('gets a different sub than other sectors, and always the same one', async () => {
    const [one, sibling, other] = [await sector('a.mn'), await sector('a.mn'), await sector('b.mn')];
    const first = await signIn(one, 'a.mn');
    const again = await signIn(one, 'a.mn');
    expect(first.sub).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(again.sub).toBe(first.sub);
    expect((await signIn(sibling, 'a.mn')).sub).toBe(first.sub);
    expect((await signIn(other, 'b.mn')).sub).not.toBe(first.sub);
    const info = await openid.fetchUserInfo(again.config, again.tokens.access_token, first.sub);
    const { body } = await stage.form('/oauth2/introspect', { token: again.tokens.access_token }, one);
    expect(body).toMatchObject({ active: true, sub: first.sub });
    expect(JSON.stringify([info, body, again.tokens.claims()])).not.toContain(stage.person.userId);
    // The client's own id_token is accepted as a hint.
    const request = await authorizationRequest(again.config, 'https://a.mn/callback', {
      scope: 'openid email',
      parameters: { prompt: 'none', id_token_hint: again.tokens.id_token ?? '' },
    });
    const silent = await again.browser.get(request.url.href);
    expect(silent.headers.get('location')).toContain('https://a.mn/callback?code=');
  });

  it('keeps its subjects when its address changes and when the keyring rotates', async () => {
    const app = await sector('old.mn');
    const { sub } = await signIn(app, 'old.mn');
    await stage.change(app.id, { redirect_uris: ['https://new.mn/callback'] });
    expect((await signIn(app, 'new.mn')).sub).toBe(sub);
    const [kept] = stage.server.config.INTEGRATION_ENC_KEY;
    const keys = [{ id: 'next', secret: 'next-key-0123456789-abcdefghijklmnop' }, ...(kept ? [kept] : [])];
    const column = { table: 'oidc_subject_salt', column: 'sealed', purpose: 'oidc.subject_salt' };
    const deps = { database: stage.server.app.database, keyring: createKeyring(keys) };
    expect(await resealColumn(deps.database, deps.keyring, column)).toBe(1);
    const client = await stage.directoryOf(stage.server).client(app.id);
    expect(client && (await createSubjects(deps).of(client, stage.person.userId))).toBe(sub);
  });

  it('does not get the number that joins subjects; a client with public subjects does', async () => {
    await stage.world.database.query("update users set ge_id = 'GE-9' where id = $1", [stage.person.userId]);
    expect((await signIn(await sector('c.mn'), 'c.mn')).tokens.claims()).not.toHaveProperty('ge_id');
    const { tokens } = await stage.signInTo(await stage.register());
    expect(tokens.claims()).toMatchObject({ sub: stage.person.userId, ge_id: 'GE-9' });
  });

  it('must return to one host and sign people in', async () => {
    for (const fields of [
      { redirect_uris: ['https://a.mn/cb', 'https://b.mn/cb'] },
      { app_type: 'm2m', redirect_uris: [] },
    ]) {
      const body = { name: 'Хоёр', app_type: 'web', options: { subject_type: 'pairwise' }, ...fields };
      const refused = await stage.call('POST', '/applications', body, stage.admin);
      expect([refused.status, refused.body.data]).toMatchObject([422, { field: 'options.subject_type' }]);
    }
    const device = { app_type: 'native', redirect_uris: ['mn.example.app:/cb', 'http://127.0.0.1:7777/cb'] };
    const app = await stage.register({ ...device, options: { subject_type: 'pairwise' } });
    const { tokens } = await stage.signInTo(app, { redirectUri: 'http://127.0.0.1:7777/cb' });
    expect(tokens.claims()?.sub).toHaveLength(43);
  });
});

describe('a client that requires PAR (RFC 9126)', () => {
  it('signs people in only with a request_uri, once', async () => {
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

  it('gets errors for a forbidden request before any browser comes', async () => {
    const app = await stage.register();
    const answer = await stage.form(
      '/oauth2/par',
      { client_id: app.id, response_type: 'code', redirect_uri: `${callback}x`, scope: 'openid' },
      app,
    );
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('a client with DPoP-bound tokens (RFC 9449)', () => {
  it('can use them only with the key', async () => {
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

describe('a client with private_key_jwt (RFC 7523)', () => {
  it('needs no secret, and each assertion works once', async () => {
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
    expect(replayed.status).toBe(401);
    expect(replayed.body).toMatchObject({
      error: 'invalid_client',
      error_description: 'the client assertion was already used',
    });
    const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forged = await stage.form('/oauth2/token', {
      ...fields,
      client_assertion: assertionFor(app.id, other),
    });
    expect([forged.status, forged.body.error]).toEqual([401, 'invalid_client']);
  });

  it('may publish its keys at an address, which never leads into our own network', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' };
    const key = privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const keys = createServer((_request, response) =>
      response.setHeader('content-type', 'application/jwk-set+json').end(JSON.stringify({ keys: [jwk] })),
    );
    await once(keys.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = keys.address() as AddressInfo;
      const fields = { app_type: 'm2m', redirect_uris: [] };
      const app = await stage.register({ ...fields, options: { jwks_uri: `http://127.0.0.1:${port}/keys` } });
      const config = await stage.clientOf(app, openid.PrivateKeyJwt({ key, kid: 'one' }));
      expect((await openid.clientCredentialsGrant(config)).access_token).toHaveLength(43);

      const create = (options: object) =>
        stage.call('POST', '/applications', { name: 'x', ...fields, options }, stage.admin);
      for (const uri of ['https://10.0.0.1/keys', 'http://app.example.mn/keys', 'ftp://app.example.mn/keys'])
        expect((await create({ jwks_uri: uri })).status, uri).toBe(422);
      const both = await create({ jwks: { keys: [jwk] }, jwks_uri: 'https://app.example.mn/keys' });
      expect([both.status, both.body.data.field]).toEqual([422, 'options.jwks_uri']);
    } finally {
      keys.close();
    }
  });
});
