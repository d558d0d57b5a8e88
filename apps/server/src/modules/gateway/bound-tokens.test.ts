import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type CallOptions, createCaller } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import { fetchFrom, issuer } from '../oidc/test/stage.ts';
import { newProofKey, type ProofKey, type ProofParts, proofOf } from './test/proof.ts';
import { type GatewayClient, type GatewayStage, openGatewayStage, type TestUpstream } from './test/stage.ts';

let stage: GatewayStage;
let service: TestUpstream;
/** One client is registered with DPoP, the other with plain bearer tokens. */
let app: { id: string; secret: string };
let plain: GatewayClient;
let token: string;
const key = newProofKey();

beforeAll(async () => {
  stage = await openGatewayStage();
  service = await stage.newUpstream();
  plain = await stage.newClient([service]);
  app = await registerBound();
  token = await tokenFor(app, key);
});
afterAll(() => stage.close());

async function registerBound() {
  const limits = { per_minute: 60_000, burst: 10_000 };
  const fields = { app_type: 'm2m', redirect_uris: [], service_ids: [service.id] };
  const made = await stage.register({ ...fields, options: { dpop: true, limits } });
  await stage.grant({ ...made, token: '' }, [service]);
  return made;
}

async function tokenFor({ id, secret }: { id: string; secret: string }, bound: ProofKey): Promise<string> {
  const dpop = proofOf(bound, { method: 'POST', path: '/oauth2/token', nowMs: nowMs() });
  const answer = await createCaller(stage.server.url).call('POST', '/oauth2/token', {
    rawBody: 'grant_type=client_credentials',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      dpop,
    },
  });
  const body = answer.body as { access_token?: string; token_type?: string };
  expect([answer.status, body.token_type]).toEqual([200, 'DPoP']);
  return body.access_token ?? '';
}

const nowMs = () => stage.clock.now().getTime();
const here = () => `/gw/${service.name}/x`;
const proof = (spoiled?: ProofParts, by = key, path = here()) =>
  proofOf(by, { path, token, nowMs: nowMs() }, spoiled);

async function send(
  dpop: string | undefined,
  options: CallOptions & { method?: string; on?: TestServer } = {},
) {
  const { method = 'GET', on = stage.server, ...rest } = options;
  const answer = await createCaller(on.url).call(method, `${here()}?a=1`, {
    ...rest,
    headers: { authorization: `DPoP ${token}`, ...(dpop === undefined ? {} : { dpop }), ...rest.headers },
  });
  return { ...answer, challenge: answer.headers.get('www-authenticate') ?? '' };
}

describe('a token that is bound to a key', () => {
  it('is accepted with its proof, and neither reaches the upstream', async () => {
    const answer = await send(proof());
    expect(answer.status).toBe(200);
    const { headers, url } = JSON.parse(answer.text);
    expect(url).toBe('/base/x?a=1');
    expect(headers).toMatchObject({ 'x-tamga-client-id': app.id });
    expect([headers.dpop, headers.authorization]).toEqual([undefined, undefined]);
    expect(JSON.stringify(headers)).not.toContain(token);
  });

  it('is accepted for every method and key type, whatever the query or the case of the scheme', async () => {
    const posted = proofOf(key, { method: 'POST', path: here(), token, nowMs: nowMs() });
    expect((await send(posted, { method: 'POST', rawBody: '{}' })).status).toBe(200);
    const headers = { authorization: `dpop  ${token} ` };
    expect((await send(proof({ claims: { htu: `${issuer}${here()}?b=2#c` } }), { headers })).status).toBe(
      200,
    );
    const edwards = newProofKey('ed25519');
    const own = await tokenFor(app, edwards);
    const signed = proofOf(edwards, { path: here(), token: own, nowMs: nowMs() });
    expect((await send(signed, { headers: { authorization: `DPoP ${own}` } })).status).toBe(200);
  });

  it('works with an independent OpenID client, also for the usage report', async () => {
    const config = await stage.clientOf(app);
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));
    const { access_token: own } = await openid.clientCredentialsGrant(config, undefined, { DPoP });
    config[openid.customFetch] = fetchFrom(stage.server.url) as openid.CustomFetch;
    for (const path of [`${here()}?q=1`, '/api/v1/gateway/usage']) {
      const url = new URL(path, issuer);
      const answer = await openid.fetchProtectedResource(config, own, url, 'GET', undefined, undefined, {
        DPoP,
      });
      expect(answer.status).toBe(200);
    }
    await expect(
      openid.fetchProtectedResource(config, own, new URL(here(), issuer), 'GET'),
    ).rejects.toThrow();
  });

  it('is rejected as a bearer token, and a bearer token is rejected with a proof', async () => {
    for (const headers of [{}, { dpop: proof() }]) {
      const answer = await stage.gw({ token }, 'GET', `${service.name}/x`, { headers });
      expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toMatch(
        /^DPoP error="invalid_token", .*algs="ES256 Ed25519 EdDSA"$/,
      );
    }
    const swapped = proofOf(key, { path: here(), token: plain.token, nowMs: nowMs() });
    const answer = await send(swapped, { headers: { authorization: `DPoP ${plain.token}` } });
    expect([answer.status, answer.challenge.slice(0, 26)]).toEqual([401, 'DPoP error="invalid_token"']);
    const unknown = await send(proof(), { headers: { authorization: `DPoP ${'x'.repeat(43)}` } });
    expect([unknown.status, unknown.challenge.slice(0, 26)]).toEqual([401, 'DPoP error="invalid_token"']);
  });

  it('gets a challenge with the algorithms that discovery lists', async () => {
    const { body } = await createCaller(stage.server.url).get('/.well-known/openid-configuration');
    expect((body as Record<string, unknown>)['dpop_signing_alg_values_supported']).toEqual([
      'ES256',
      'Ed25519',
      'EdDSA',
    ]);
  });

  it('is rejected by endpoints that accept only bearer tokens', async () => {
    const answer = await createCaller(stage.server.url).post('/api/v1/tools/host_status', {}, { token });
    expect(answer.status).toBe(401);
  });
});

describe('the gateway rejects a proof', () => {
  const other = newProofKey();
  const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsaJwk = rsa.export({ format: 'jwk' });
  const privateJwk = () => key.privateKey.export({ format: 'jwk' });
  const unsigned = (alg: unknown) => proof({ header: { alg }, signature: '' });
  const withHmac = (alg: string, jwk: object, secret: string | Buffer) => {
    const text = proof({ header: { alg, jwk } }).split('.').slice(0, 2).join('.');
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const changed = (dpop: string, claims: object) => {
    const [header, , signature] = dpop.split('.');
    return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  };
  const claimsOf = (dpop: string) =>
    JSON.parse(Buffer.from(dpop.split('.')[1] ?? '', 'base64url').toString());
  const faults: [fault: string, reason: string, () => string | undefined][] = [
    ['that is missing', 'one', () => undefined],
    ['that is empty', 'JWT', () => ''],
    ['that is no JWT', 'JWT', () => 'a.b'],
    ['whose parts are no JSON', 'JWT', () => 'YQ.YQ.YQ'],
    ['whose parts are no objects', 'JWT', () => 'bnVsbA.W10.YQ'],
    ['that came twice in one header', 'JWT', () => `${proof()}, ${proof()}`],
    ['that is oversized', 'one', () => proof({ claims: { more: 'x'.repeat(8000) } })],
    ['of another key', 'bound to another key', () => proof({}, other)],
    ['signed by another key than it shows', 'signature', () => proof({ header: { jwk: key.jwk } }, other)],
    ['without a key', 'jwk', () => proof({ header: { jwk: undefined } })],
    ['that shows its private key', 'jwk', () => proof({ header: { jwk: privateJwk() } })],
    ['whose key is a secret', 'jwk', () => withHmac('HS256', { kty: 'oct', k: 'c2VjcmV0' }, 'secret')],
    ['signed with HMAC by its public key', 'jwk', () => withHmac('HS256', key.jwk, JSON.stringify(key.jwk))],
    [
      'whose key is on no curve',
      'bound to another key',
      () => proof({ header: { jwk: { ...key.jwk, x: key.jwk['y'] } } }),
    ],
    ['that names no algorithm', 'jwk', () => proof({ header: { alg: undefined } })],
    ['with alg none and no signature', 'JWT', () => unsigned('none')],
    ['with alg None and no signature', 'JWT', () => unsigned('None')],
    ['with alg none and a signature', 'jwk', () => proof({ header: { alg: 'none' } })],
    ['with an algorithm that is not listed', 'jwk', () => proof({ header: { alg: 'RS256', jwk: rsaJwk } })],
    ['with the algorithm of another kind of key', 'jwk', () => proof({ header: { alg: 'EdDSA' } })],
    ['that is a JWT of another kind', 'typ', () => proof({ header: { typ: 'JWT' } })],
    ['without typ', 'typ', () => proof({ header: { typ: undefined } })],
    ['with extensions we do not know', 'typ', () => proof({ header: { crit: ['x'], x: 1 } })],
    ['for another method', 'htm', () => proof({ claims: { htm: 'POST' } })],
    ['for a method in another case', 'htm', () => proof({ claims: { htm: 'get' } })],
    ['for another path', 'htu', () => proof({}, key, `/gw/${service.name}/y`)],
    ['for a longer path', 'htu', () => proof({}, key, `${here()}/`)],
    ['for another origin', 'htu', () => proof({ claims: { htu: `https://elsewhere.mn${here()}` } })],
    [
      'for the address behind the proxy',
      'htu',
      () => proof({ claims: { htu: `${stage.server.url}${here()}` } }),
    ],
    ['for a path alone', 'htu', () => proof({ claims: { htu: here() } })],
    ['for several addresses', 'htu', () => proof({ claims: { htu: [`${issuer}${here()}`] } })],
    ['without an address', 'htu', () => proof({ claims: { htu: undefined } })],
    ['for another token', 'ath', () => proof({ claims: { ath: 'x'.repeat(43) } })],
    ['for no token', 'ath', () => proof({ claims: { ath: undefined } })],
    ['that is old', 'iat', () => proof({ claims: { iat: Math.floor(nowMs() / 1000) - 302 } })],
    ['from the future', 'iat', () => proof({ claims: { iat: Math.floor(nowMs() / 1000) + 62 } })],
    ['that begins later', 'nbf', () => proof({ claims: { nbf: Math.floor(nowMs() / 1000) + 62 } })],
    ['without a time', 'iat', () => proof({ claims: { iat: undefined } })],
    ['whose time is a text', 'iat', () => proof({ claims: { iat: String(Math.floor(nowMs() / 1000)) } })],
    ['without jti', 'jti', () => proof({ claims: { jti: undefined } })],
    ['whose jti is empty', 'jti', () => proof({ claims: { jti: '' } })],
    ['whose jti is a number', 'jti', () => proof({ claims: { jti: 7 } })],
    ['without a signature', 'JWT', () => proof({ signature: '' })],
    ['with half a signature', 'signature', () => proof({ signature: 'AAAA' })],
    ['whose claims were changed', 'signature', () => changed(proof(), { ...claimsOf(proof()), jti: 'x' })],
  ];

  it.each(faults)('%s', async (_fault, reason, spoil) => {
    const seen = stage.upstream.seen.length;
    const answer = await send(spoil());
    expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
    expect(answer.challenge).toMatch(/^DPoP error="invalid_dpop_proof", error_description="[^"]+", algs="/);
    expect(answer.challenge.slice(31)).toContain(reason);
    expect(stage.upstream.seen).toHaveLength(seen);
  });

  it('that is sent twice in two headers', async () => {
    const asked = httpRequest(`${stage.server.url}${here()}`, {
      headers: { authorization: `DPoP ${token}`, dpop: [proof(), proof()] },
    });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(401);
  });

  it('that was used, on this or another instance, until it is too old anyway', async () => {
    const second = await stage.world.startServer({ env: stage.env });
    const used = proof({ claims: { iat: Math.floor(nowMs() / 1000) + 59 } });
    expect((await send(used)).status).toBe(200);
    for (const on of [stage.server, second])
      expect((await send(used, { on })).challenge).toContain('the proof was used before');
    stage.clock.advance(350_000);
    await stage.world.database.query('delete from oidc_states where expires_at < $1', [stage.clock.now()]);
    for (const on of [stage.server, second])
      expect((await send(used, { on })).challenge).toContain('the proof was used before');
    const contested = Array.from({ length: 8 }, () => proof());
    const answers = await Promise.all(
      [...contested, ...contested.toReversed(), ...contested].map((dpop, n) =>
        send(dpop, { on: n % 2 === 0 ? stage.server : second }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(16);
  });

  it('only for the key that used its jti: another key may use the same jti', async () => {
    const [jti, edwards] = [randomUUID(), newProofKey('ed25519')];
    const own = await tokenFor(app, edwards);
    expect((await send(proof({ claims: { jti } }))).status).toBe(200);
    const signed = proofOf(edwards, { path: here(), token: own, nowMs: nowMs() }, { claims: { jti } });
    expect((await send(signed, { headers: { authorization: `DPoP ${own}` } })).status).toBe(200);
  });
});

describe('a WebSocket with a bound token', () => {
  it('opens with a proof for the handshake, and is rejected without a proof or with a used one', async () => {
    const echo = new WebSocketServer({ noServer: true });
    const handshakes: IncomingMessage[] = [];
    stage.upstream.http.on('upgrade', (request, socket, head) => {
      handshakes.push(request);
      echo.handleUpgrade(request, socket, head, (ws) => ws.on('message', (data) => ws.send(data)));
    });
    const dial = (headers: Record<string, string>) => {
      const ws = new WebSocket(`${stage.server.url.replace('http', 'ws')}${here()}?room=1`, { headers });
      return ws.on('error', () => undefined);
    };
    const refusal = async (ws: WebSocket) => {
      const [, answer] = (await once(ws, 'unexpected-response')) as [unknown, IncomingMessage];
      return [answer.resume().statusCode, answer.headers['www-authenticate']?.split(',')[0]];
    };
    const dpop = proof();
    const ws = dial({ authorization: `DPoP ${token}`, dpop });
    await once(ws, 'open');
    ws.send('сайн уу');
    expect(String((await once(ws, 'message'))[0])).toBe('сайн уу');
    expect([handshakes[0]?.headers['dpop'], handshakes[0]?.headers.authorization]).toEqual([
      undefined,
      undefined,
    ]);
    const faulty = [401, 'DPoP error="invalid_dpop_proof"'];
    expect(await refusal(dial({ authorization: `DPoP ${token}`, dpop }))).toEqual(faulty);
    expect(await refusal(dial({ authorization: `DPoP ${token}` }))).toEqual(faulty);
    expect(await refusal(dial({ authorization: `Bearer ${token}` }))).toEqual([
      401,
      'DPoP error="invalid_token"',
    ]);
    const ended = once(ws, 'close');
    await stage.form('/oauth2/revoke', { token }, app);
    expect((await ended)[0]).toBe(1008);
  });
});
