import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../../test/caller.ts';
import type { TestServer } from '../../../../test/server.ts';
import { until } from '../../../../test/until.ts';
import { createKeyring } from '../../../kernel/security/keyring.ts';
import { resealColumn } from '../../../kernel/security/reseal.ts';
import { addKeys } from '../index.ts';
import { type KeySet, verifyJwt } from '../test/jwt.ts';
import { issuer, openStage, type Stage, type TestClient } from '../test/stage.ts';
import { keyPurpose } from './keys.ts';

let stage: Stage;
let second: TestServer;
let app: TestClient;
beforeAll(async () => {
  stage = await openStage();
  second = await stage.world.startServer({ env: stage.env });
  app = await stage.register();
});
afterAll(() => stage.world.close());

const hour = 3600_000;
const read = (path: string, on = stage.server) => createCaller(on.url).get(path);
const published = async (on = stage.server) =>
  (await read('/.well-known/jwks.json', on)).body as unknown as KeySet;
const kidsOf = async (on = stage.server) => (await published(on)).keys.map(({ kid }) => kid);
const runJob = async (name: string) => {
  const job = stage.server.app.declaredJobs.find((declared) => declared.name === name);
  await job?.run({}, { now: stage.clock.now(), log: { info: () => undefined } as never });
};
const keyDeps = () => ({
  database: stage.server.app.database,
  outbox: stage.server.app.outbox,
  keyring: createKeyring(stage.server.config.INTEGRATION_ENC_KEY),
  now: stage.clock.now,
});

describe('discovery', () => {
  it('matches the contract exactly and names the issuer, whatever host the caller used', async () => {
    const answer = await createCaller(stage.server.url).get('/.well-known/openid-configuration', {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example' },
    });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(answer.text).not.toContain('evil');
    expect(answer.body).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/oauth2/auth`,
      token_endpoint: `${issuer}/oauth2/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      revocation_endpoint: `${issuer}/oauth2/revoke`,
      introspection_endpoint: `${issuer}/oauth2/introspect`,
      end_session_endpoint: `${issuer}/oauth2/sessions/logout`,
      pushed_authorization_request_endpoint: `${issuer}/oauth2/par`,
      scopes_supported: ['openid', 'offline_access', 'profile', 'email', 'nationalid'],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post', 'jwt', 'query.jwt', 'form_post.jwt'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      subject_types_supported: ['public', 'pairwise'],
      id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256'],
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'none',
        'private_key_jwt',
      ],
      code_challenge_methods_supported: ['S256'],
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
      claims_parameter_supported: true,
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
    });
    expect((answer.body as unknown as { claims_supported: string[] }).claims_supported).toEqual(
      expect.arrayContaining(['email', 'ge_id', 'auth_time', 'national_id']),
    );
  });

  it('is readable by any origin; the token endpoint only by origins of public clients', async () => {
    const asks = (path: string, origin: string) =>
      createCaller(stage.server.url).get(path, { headers: { origin } });
    expect(
      (await asks('/.well-known/jwks.json', 'https://any.example')).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe('https://any.example');
    const spa = await stage.register({ app_type: 'spa' });
    const post = async (by: string, origin: string) =>
      createCaller(stage.server.url).call('POST', '/oauth2/token', {
        rawBody: `grant_type=refresh_token&refresh_token=x&client_id=${by}`,
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      });
    const own = await post(spa.id, 'https://app.example.mn');
    expect(own.headers.get('access-control-allow-origin')).toBe('https://app.example.mn');
    const foreign = await post(spa.id, 'https://evil.example');
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('without an issuer', () => {
  it('no endpoint of the provider exists', async () => {
    const plain = await stage.world.startServer();
    for (const path of [
      '/.well-known/openid-configuration',
      '/.well-known/jwks.json',
      '/oauth2/auth',
      '/userinfo',
    ])
      expect([path, (await read(path, plain)).status]).toEqual([path, 404]);
    for (const path of ['/oauth2/token', '/oauth2/introspect', '/oauth2/revoke', '/oauth2/par'])
      expect([path, (await stage.form(path, {}, app, plain)).status]).toEqual([path, 404]);
    expect((await read('/api/v1/provider/login?login_challenge=x', plain)).status).toBe(404);
    await plain.stop();
  });
});

describe('keys', () => {
  it('are one of each algorithm, named by their thumbprint, sealed at rest, and the same on every instance', async () => {
    const answer = await read('/.well-known/jwks.json');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const { keys } = await published();
    expect(keys.map(({ alg, kty }) => [alg, kty])).toEqual([
      ['RS256', 'RSA'],
      ['PS256', 'RSA'],
      ['ES256', 'EC'],
    ]);
    for (const key of keys) {
      const { crv, e, kty, n, x, y, ...rest } = key as Record<string, string>;
      // No member of a private key.
      expect(Object.keys(rest).sort()).toEqual(['alg', 'kid', 'use']);
      if (kty === 'RSA') expect(Buffer.from(n ?? '', 'base64url')).toHaveLength(256);
      const members = JSON.stringify(kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y });
      expect(key.kid).toBe(createHash('sha256').update(members).digest('base64url'));
    }
    expect(await kidsOf(second)).toEqual(await kidsOf());
    const [row] = await stage.world.database.query<{ sealed: string }>('select sealed from oidc_keys');
    expect(row?.sealed).toMatch(/^v1\.t1\./);
  });

  it('survive a rotation of the sealing key', async () => {
    const { secret, id } = stage.server.config.INTEGRATION_ENC_KEY[0] ?? { id: '', secret: '' };
    const keyring = createKeyring([
      { id: 'next', secret: 'next-test-key-0123456789-abcdefgh' },
      { id, secret },
    ]);
    const column = { table: 'oidc_keys', column: 'sealed', purpose: keyPurpose };
    expect(await resealColumn(stage.server.app.database, keyring, column)).toBe(3);
    const back = createKeyring([
      { id, secret },
      { id: 'next', secret: 'next-test-key-0123456789-abcdefgh' },
    ]);
    await resealColumn(stage.server.app.database, back, column);
  });

  it('rotate under traffic, and every id_token stays verifiable', async () => {
    const before = await kidsOf();
    let cached = await published();
    const seen = new Set<string>();
    const check = async (on: TestServer) => {
      const answer = await stage.signInOn(on, app);
      // A relying party caches the keys for five minutes.
      seen.add(String(verifyJwt(answer, cached).header['kid']));
    };
    await check(stage.server);
    const rotation = await addKeys(keyDeps(), { leadMinutes: 10 });
    expect(rotation.kind).toBe('made');
    expect((await addKeys(keyDeps(), { leadMinutes: 10 })).kind).toBe('waiting');
    for (const on of [stage.server, second]) await until(async () => (await kidsOf(on)).length === 6);
    for (let minute = 0; minute < 14; minute += 1) {
      stage.clock.advance(60_000);
      if (minute % 5 === 0) cached = await published();
      await Promise.all([check(stage.server), check(second)]);
    }
    const made = rotation.kind === 'made' ? rotation.kids : [];
    expect([...seen]).toEqual([before[0], made[0]]);
    // The old keys stay until their last id_token has expired.
    await runJob('oidc.keys');
    expect((await kidsOf()).sort()).toEqual([...before, ...made].sort());
    stage.clock.advance(hour + 5 * 60_000);
    await runJob('oidc.keys');
    await until(async () => (await kidsOf(second)).length === 3);
    const left = await stage.world.database.query<{ kid: string }>('select kid from oidc_keys');
    expect(left.map(({ kid }) => kid).sort()).toEqual([...made].sort());
  });

  it('are rotated by the job when they are old enough', async () => {
    stage.clock.advance(91 * 24 * hour);
    await runJob('oidc.keys');
    await until(async () => (await kidsOf()).length === 6);
    const [event] = await stage.world.database.query<{ metadata: { kid: string } }>(
      `select metadata from audit_log where action = 'oidc.key.rotated' order by id desc limit 1`,
    );
    expect(await kidsOf()).toContain(event?.metadata.kid);
  });
});
