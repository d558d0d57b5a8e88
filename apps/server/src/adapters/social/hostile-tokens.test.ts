import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSocialAdapter } from './index.ts';

/** A provider with hostile answers, which openid-client must detect. */
let app: FastifyInstance;
let issuer: string;
let idToken: () => string | undefined;
let published: JsonWebKey[];
let advertised: string[];
let padding: string;

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const jwkOf = (key: KeyObject, kid: string): JsonWebKey => ({ ...key.export({ format: 'jwk' }), kid });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
function tokenOf(body: object, header: object = { alg: 'RS256', kid: 'k1' }, key = pair.privateKey): string {
  const text = `${encode(header)}.${encode(body)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

const seconds = 2_000_000_000;
const claims = () => ({
  iss: issuer,
  aud: 'tamga',
  sub: 'person-1',
  email: 'person@example.mn',
  email_verified: true as unknown,
  nonce: 'n-1',
  iat: seconds,
  exp: seconds + 600,
});

beforeAll(async () => {
  app = Fastify();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.get('/.well-known/openid-configuration', async () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: advertised,
  }));
  app.get('/jwks', async () => ({ keys: published }));
  app.post('/token', async () => ({
    access_token: 'x',
    token_type: 'Bearer',
    padding,
    id_token: idToken(),
  }));
  issuer = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

function tryToken(
  token: () => string | undefined,
  provider: { keys?: JsonWebKey[]; algorithms?: string[]; padding?: string } = {},
) {
  idToken = token;
  published = provider.keys ?? [jwkOf(pair.publicKey, 'k1')];
  advertised = provider.algorithms ?? ['RS256'];
  padding = provider.padding ?? '';
  const now = () => new Date(seconds * 1000);
  const social = createSocialAdapter({ issuer, clientId: 'tamga', clientSecret: 's', now });
  return social.exchange({ code: 'c', redirectUri: 'https://tamga.example/back', nonce: 'n-1' });
}

describe('an id_token (OpenID Connect Core, 3.1.3.7)', () => {
  it('is accepted when it is valid', async () => {
    const proof = {
      issuer,
      subject: 'person-1',
      email: 'person@example.mn',
      emailVerified: true,
      name: '',
      picture: '',
    };
    expect(await tryToken(() => tokenOf(claims()))).toEqual({ ok: true, proof });
    const several = () => tokenOf({ ...claims(), aud: ['tamga', 'other'], azp: 'tamga' });
    expect(await tryToken(several)).toEqual({ ok: true, proof });
  });

  it('proves an e-mail address only with email_verified true', async () => {
    for (const word of ['true', 1, undefined, false])
      expect(await tryToken(() => tokenOf({ ...claims(), email_verified: word }))).toMatchObject({
        ok: true,
        proof: { emailVerified: false },
      });
  });

  const changed = () => {
    const parts = tokenOf(claims()).split('.');
    parts[1] = encode({ ...claims(), sub: 'person-2' });
    return parts.join('.');
  };
  const bySharedSecret = () => {
    const text = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(claims())}`;
    const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' });
    return `${text}.${createHmac('sha256', publicPem).update(text).digest('base64url')}`;
  };
  const unsigned = () => `${encode({ alg: 'none' })}.${encode(claims())}.`;
  it.each<[string, () => string | undefined]>([
    ['is missing', () => undefined],
    ['has four parts', () => `${tokenOf(claims())}.x`],
    ['is not signed', unsigned],
    ['is signed with our public key as a shared secret', bySharedSecret],
    ['names a key nobody knows', () => tokenOf(claims(), { alg: 'RS256', kid: 'k9' })],
    ['is signed by a stranger under a known name', () => tokenOf(claims(), undefined, stranger.privateKey)],
    ['was changed after it was signed', changed],
    ['is of another issuer', () => tokenOf({ ...claims(), iss: `${issuer}/` })],
    ['is for another application', () => tokenOf({ ...claims(), aud: 'other' })],
    ['is for several applications, without naming ours', () => tokenOf({ ...claims(), aud: ['tamga', 'x'] })],
    ['is old', () => tokenOf({ ...claims(), exp: seconds - 61 })],
    ['has no end', () => tokenOf({ ...claims(), exp: undefined })],
    ['has another nonce', () => tokenOf({ ...claims(), nonce: 'n-2' })],
    ['has no nonce', () => tokenOf({ ...claims(), nonce: undefined })],
    ['names nobody', () => tokenOf({ ...claims(), sub: '' })],
    ['has no address', () => tokenOf({ ...claims(), email: undefined })],
  ])('is refused when it %s', async (_what, token) => {
    expect(await tryToken(token)).toMatchObject({ ok: false, failure: 'rejected' });
  });

  it('is refused unsigned, or with a shared secret, even where the provider allows it', async () => {
    const algorithms = ['none', 'HS256', 'RS256'];
    for (const token of [unsigned, bySharedSecret])
      expect(await tryToken(token, { algorithms })).toMatchObject({ failure: 'rejected' });
  });

  it('is refused when its key is too short', async () => {
    const keys = [jwkOf(short.publicKey, 'k1')];
    const token = () => tokenOf(claims(), undefined, short.privateKey);
    expect(await tryToken(token, { keys })).toMatchObject({ failure: 'rejected' });
  });

  it('is refused when the answer exceeds the cap', async () => {
    const outcome = await tryToken(() => tokenOf(claims()), { padding: 'x'.repeat(300_000) });
    expect(outcome).toMatchObject({ ok: false, failure: 'unavailable' });
  });
});
