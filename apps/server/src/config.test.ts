import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productionEnv } from '../test/production.ts';
import { ConfigError, type Env, loadConfig } from './config.ts';
import { type Definition, settings } from './settings.ts';

const secrets = {
  JWT_SECRET: 'jwt-test-key-0123456789-abcdefghij',
  INTEGRATION_ENC_KEY: 't1:seal-test-key-0123456789-abcdefgh',
  EID_RP_SECRET: 'eid-test-key-0123456789-abcdefghij',
};
const stateKey = 'state-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j';
const load = (env: Env = {}) => loadConfig(env, () => secrets);

function problemsOf(env: Env): readonly string[] {
  try {
    load(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('without any setting', () => {
  it('development defaults work', () => {
    const config = load();
    expect(config).toMatchObject({
      ENVIRONMENT: 'development',
      production: false,
      PORT: 8080,
      appOrigin: 'http://localhost:3000',
      backendUrl: 'http://127.0.0.1:8080',
      allowedOrigins: ['http://localhost:3000'],
      EID_BASE_URL: 'http://localhost:9000/v3',
      TRUSTED_PROXIES: [],
      cookieSecure: false,
      embeddedDatabase: true,
      authMode: 'provider',
      isIssuer: true,
      issuer: { origin: 'http://localhost:3000' },
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('an empty value counts as not set', () => {
    expect(load({ PORT: '', DATABASE_URL: '', AUTH_MODE: '' })).toMatchObject({
      PORT: 8080,
      embeddedDatabase: true,
      authMode: 'provider',
    });
  });
});

describe('an invalid value', () => {
  it.each([
    ['PORT', ['abc', '-1', '65536', '80.5', ' ', '0x50', '1e3', '80 ', '99999999999']],
    ['DB_MAX_OPEN_CONNS', ['1', '1001', 'many']],
    ['JWT_REFRESH_EXPIRED', ['0', '366']],
    ['SHED_LAG_MS', ['49']],
    ['WEBHOOKS_ALLOWED_NETWORKS', ['10.0.0.0/0', '::/0', 'intranet']],
    ['ENVIRONMENT', ['live', 'Production', 'staging']],
    ['LOG_LEVEL', ['verbose']],
    ['AUTH_MODE', ['both', 'Provider']],
    ['RATE_LIMIT_STORE', ['redis']],
    ['COOKIE_SECURE', ['yes', '1', 'TRUE']],
    ['APP_ORIGIN', ['localhost:3000', 'ftp://a.example', 'portal']],
    [
      'SCANNER_ADDRESS',
      ['localhost:3310', 'tcp://clamd', 'http://clamd:3310', 'unix:clamd.sock', 'tcp://a b:1'],
    ],
    [
      'ALLOWED_ORIGINS',
      ['desk.example.mn', 'https://a.example/path', 'https://a.example,null', 'ftp://a.example'],
    ],
    ['TRUSTED_PROXIES', ['proxy', '10.0.0.0/33', '10.9.8', '10.0.0.0/8/8', '10.0.0.1,nonsense']],
    ['DATABASE_URL', ['mysql://a.example/b', 'postgresql://', 'localhost/db']],
    ['EID_DISPLAY_TEXT', ['x'.repeat(61)]],
  ])('%s is refused by name, and never quoted', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ [name]: value });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name} (must|is) `));
      if (value.trim().length > 3) expect(problems[0]).not.toContain(value);
    }
  });

  it.each([
    { PORT: '0' },
    { PORT: '65535' },
    { ALLOWED_ORIGINS: 'https://a.example.mn, http://localhost:3000' },
    { ALLOWED_ORIGINS: '*' },
    { TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16, ::1, fd00::/8' },
    { DATABASE_URL: 'postgres://tamga@/tamga?host=/run/postgresql' },
    { COOKIE_SECURE: 'false' },
    { SCANNER_ADDRESS: 'tcp://clamd.internal:3310' },
    { SCANNER_ADDRESS: 'tcp://[fd00::7]:3310' },
    { SCANNER_ADDRESS: 'unix:/run/clamav/clamd.ctl' },
  ])('%o is accepted', (env) => {
    expect(problemsOf(env)).toEqual([]);
  });

  it('a time zone must be an IANA name, never an offset', () => {
    expect(load().TIME_ZONE).toBe('Asia/Ulaanbaatar');
    expect(load({ TIME_ZONE: 'Asia/Hovd' }).TIME_ZONE).toBe('Asia/Hovd');
    for (const zone of ['+08:00', 'Ulaanbaatar', 'Asia/Nowhere', 'CST'])
      expect(problemsOf({ TIME_ZONE: zone })).toEqual([
        expect.stringMatching(/^TIME_ZONE must be the IANA name/),
      ]);
  });

  it('an origin is stored as a browser sends it', () => {
    expect(load({ ALLOWED_ORIGINS: 'https://a.example.mn/' }).allowedOrigins).toEqual([
      'https://a.example.mn',
    ]);
  });

  it('all problems are reported at once, invalid and missing alike, each once', () => {
    const problems = problemsOf({
      ENVIRONMENT: 'production',
      PORT: 'abc',
      EID_BASE_URL: 'nowhere',
      COOKIE_SECURE: 'false',
      EID_MOCK_MODE: 'true',
    });
    const names = problems.map((problem) => problem.split(' ')[0]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.sort()).toEqual([
      'ALLOWED_ORIGINS',
      'APP_ORIGIN',
      'COOKIE_SECURE',
      'DATABASE_URL',
      'EID_BASE_URL',
      'EID_MOCK_MODE',
      'EID_RP_SECRET',
      'EID_RP_UUID',
      'EID_TRUST_ROOTS',
      'INTEGRATION_ENC_KEY',
      'JWT_ISSUER',
      'JWT_SECRET',
      'PORT',
    ]);
  });

  it('a refused start creates no secrets', () => {
    let made = 0;
    const make = () => {
      made += 1;
      return secrets;
    };
    expect(() => loadConfig({ PORT: 'abc' }, make)).toThrow(ConfigError);
    expect(() => loadConfig({ ENVIRONMENT: 'production' }, make)).toThrow(ConfigError);
    expect(made).toBe(0);
  });
});

describe('the sign-in mode', () => {
  it.each([
    [{}, 'provider'],
    [{ AUTH_MODE: 'provider', SSO_CLIENT_ID: 'tamga' }, 'provider'],
    [{ SSO_CLIENT_ID: 'tamga', SSO_ISSUER: 'https://sso.example.mn' }, 'client'],
    [{ AUTH_MODE: 'client', SSO_CLIENT_ID: 'tamga', SSO_ISSUER: 'https://sso.example.mn' }, 'client'],
  ])('%o means %s', (env, mode) => {
    expect(load(env).authMode).toBe(mode);
  });

  it('client requires an issuer', () => {
    expect(problemsOf({ SSO_CLIENT_ID: 'tamga' })).toEqual([
      'SSO_ISSUER is required when AUTH_MODE is client',
    ]);
  });

  const upstream = { SSO_CLIENT_ID: 'tamga', SSO_ISSUER: 'https://sso.example.mn' };
  it.each([
    [{ AUTH_MODE: 'client', SSO_ISSUER: upstream.SSO_ISSUER }, 'SSO_CLIENT_ID is required'],
    [{ ...upstream, SSO_ISSUER: 'http://sso.example.mn' }, 'SSO_ISSUER must be an https address'],
    [{ ...upstream, SSO_REDIRECT_URI: 'http://me.example.mn/cb' }, 'SSO_REDIRECT_URI must be an https'],
    [{ ...upstream, SSO_SCOPE: 'profile openid2' }, 'SSO_SCOPE must contain openid'],
    [{ SSO_NATIVE_CLIENT_ID: 'app', SSO_NATIVE_REDIRECT_URIS: 'mn.tamga:/cb' }, 'SSO_ISSUER is required'],
    [{ ...upstream, SSO_NATIVE_CLIENT_ID: 'app' }, 'SSO_NATIVE_REDIRECT_URIS is required'],
    [{ ...upstream, SSO_NATIVE_REDIRECT_URIS: 'http://a.example/cb' }, 'SSO_NATIVE_REDIRECT_URIS must hold'],
    [{ ...upstream, SSO_NATIVE_REDIRECT_URIS: 'https://a.example/#x' }, 'SSO_NATIVE_REDIRECT_URIS must hold'],
  ])('refuses %o and names the setting', (env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${problem}`))]);
  });

  it('through the local sandbox needs no secret', () => {
    const config = load({ SSO_CLIENT_ID: 'tamga', SSO_ISSUER: 'http://localhost:9000/upstream-sso' });
    expect(config.SSO_CLIENT_SECRET).toBe(config.EID_RP_SECRET);
    expect(load(upstream).SSO_CLIENT_SECRET).toBeUndefined();
  });

  it('issuer with one of its two settings completes the other, and is never switched off in silence', () => {
    const address = 'https://a.example.mn';
    expect(load({ OAUTH_ISSUER: address, SSO_STATE_KEY: stateKey }).issuer).toEqual({
      origin: address,
      stateKey,
      isKeyDerived: false,
    });
    for (const ENVIRONMENT of ['development', 'test']) {
      const derived = load({ ENVIRONMENT, OAUTH_ISSUER: address }).issuer;
      expect(derived).toMatchObject({ origin: address, isKeyDerived: true });
      // The same at every start: cookies and challenges survive it.
      expect(load({ ENVIRONMENT, OAUTH_ISSUER: address }).issuer).toEqual(derived);
      expect(load({ ENVIRONMENT, SSO_STATE_KEY: stateKey }).issuer).toMatchObject({ stateKey });
    }
    expect(load({ ENVIRONMENT: 'test' }).issuer).toBeUndefined();
  });
});

describe('secrets', () => {
  it('several encryption keys coexist, and the first seals', () => {
    const two = 'new:seal-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j,old:seal-Yp7uM2wJ6vQs4xTd1zKc8aLb3eFg5i';
    expect(load({ INTEGRATION_ENC_KEY: two }).INTEGRATION_ENC_KEY.map((key) => key.id)).toEqual([
      'new',
      'old',
    ]);
  });

  it.each([
    'short',
    'a:seal-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j,b:short',
    'a:seal-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j,a:seal-Yp7uM2wJ6vQs4xTd1zKc8aLb3eFg5i',
    'b.c:seal-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j',
  ])('weak, duplicate or badly named encryption keys are refused: %s', (keys) => {
    const problems = problemsOf({ INTEGRATION_ENC_KEY: keys });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^INTEGRATION_ENC_KEY /);
    expect(problems[0]).not.toContain('seal-');
  });

  it('ports of one process must differ', () => {
    expect(problemsOf({ PORT: '3000' })).toEqual([
      'PORT, PORTAL_PORT and SANDBOX_PORT must differ from each other',
    ]);
    expect(problemsOf({ PORT: '0', PORTAL_PORT: '0', SANDBOX_PORT: '0' })).toEqual([]);
  });

  it('trust roots are PEM or the path of a PEM file', async () => {
    const pem = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
    const dir = await mkdtemp(join(tmpdir(), 'tamga-config-'));
    writeFileSync(join(dir, 'roots.pem'), pem);
    expect(load({ EID_TRUST_ROOTS: pem }).eidTrustRootsPem()).toBe(pem);
    expect(load({ EID_TRUST_ROOTS: join(dir, 'roots.pem') }).eidTrustRootsPem()).toBe(pem);
    await rm(dir, { recursive: true });
  });
});

describe('production', () => {
  it('starts with all required settings', () => {
    expect(load(productionEnv)).toMatchObject({
      production: true,
      cookieSecure: true,
      embeddedDatabase: false,
      appOrigin: 'https://tamga.example.mn',
    });
  });

  it.each([
    'DATABASE_URL',
    'JWT_SECRET',
    'JWT_ISSUER',
    'INTEGRATION_ENC_KEY',
    'EID_RP_UUID',
    'EID_RP_SECRET',
    'EID_BASE_URL',
    'EID_TRUST_ROOTS',
    'APP_ORIGIN',
    'ALLOWED_ORIGINS',
  ])('does not start without %s, even when development would create or default it', (name) => {
    const problems = problemsOf({ ...productionEnv, [name]: undefined });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
  });

  it.each([
    ['JWT_SECRET', 'short-Zq8vN3xK7wRt'],
    ['JWT_SECRET', 'a'.repeat(64)],
    ['JWT_SECRET', 'change-me-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j'],
    ['EID_RP_SECRET', 'abababababababababababababababababab'],
    ['INTEGRATION_ENC_KEY', 'k1:short-Zq8vN3xK7wRt'],
    ['SSO_STATE_KEY', 'short-Zq8vN3xK7wRt'],
    ['OBSERVABILITY_TOKEN', 'short-Zq8vN3xK7wRt'],
    ['JWT_ISSUER', 'tamga-development'],
    ['EID_RP_UUID', '00000000-0000-4000-8000-000000000001'],
    ['EID_OCSP', 'off'],
    ['EID_MOCK_MODE', 'true'],
    ['GOV_DEMO_SEED', 'true'],
    ['SIGN_PATIENCE_SECONDS', '26'],
    ['COOKIE_SECURE', 'false'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://tamga.example.mn,*'],
    ['ALLOWED_ORIGINS', 'http://tamga.example.mn'],
    ['ALLOWED_ORIGINS', 'https://tamga.example.mn,https://localhost:3000'],
    ['DATABASE_URL', 'postgres://tamga@db.example.mn/tamga'],
    ['DATABASE_URL', 'postgres://tamga@db.example.mn/tamga?sslmode=require'],
    ['DATABASE_OWNER_URL', 'postgres://owner@db.example.mn/tamga?sslmode=prefer'],
    ['DATABASE_DIRECT_URL', 'postgres://tamga@db.example.mn/tamga'],
    ['EID_BASE_URL', 'http://eid.example.mn/v3'],
    ['EID_BASE_URL', 'https://localhost/v3'],
    ['EID_BASE_URL', 'https://127.0.0.2/v3'],
    ['EID_BASE_URL', 'https://[::1]/v3'],
    ['EID_BASE_URL', 'https://eid.localhost/v3'],
    ['EID_BASE_URL', 'https://eid-sandbox.example.mn/v3'],
    ['EID_BASE_URL', 'https://eid.example.mn:9000/v3'],
    ['EID_CALLBACK_URL', 'http://tamga.example.mn/auth/eid/callback'],
    ['APP_ORIGIN', 'http://tamga.example.mn'],
    ['APP_ORIGIN', 'https://0.0.0.0'],
    ['SSO_ISSUER', 'http://sso.example.mn'],
    ['SSO_REDIRECT_URI', 'http://tamga.example.mn/sso/callback'],
    ['OAUTH_ISSUER', 'https://localhost:8443'],
  ])('refuses %s=%s, by name and without its value', (name, value) => {
    const issuer = { OAUTH_ISSUER: 'https://tamga.example.mn', SSO_STATE_KEY: stateKey };
    const problems = problemsOf({ ...productionEnv, ...issuer, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} `));
    if (!['*', 'off', 'true', 'false'].includes(value)) expect(problems[0]).not.toContain(value);
  });

  it.each([
    ['OAUTH_ISSUER', 'https://tamga.example.mn'],
    ['SSO_STATE_KEY', stateKey],
  ])('with %s alone names both settings of the OIDC provider', (name, value) => {
    expect(problemsOf(productionEnv)).toEqual([]);
    expect(problemsOf({ ...productionEnv, [name]: value })).toEqual([
      expect.stringMatching(/^OAUTH_ISSUER and SSO_STATE_KEY are set together/),
    ]);
  });

  const addresses = Object.entries<Definition<unknown>>(settings).filter(
    ([, { reach }]) => reach !== undefined,
  );

  it('every address setting declares its reach', () => {
    for (const [name, { form, reach }] of Object.entries<Definition<unknown>>(settings))
      if (/^address|origin/.test(form) && !name.startsWith('DATABASE_')) expect(reach, name).toBeDefined();
    expect(addresses.length).toBeGreaterThan(15);
  });

  it.each(addresses)('refuses the sandbox and this machine as %s', (name, { reach, form }) => {
    const scheme = form.includes('smtp') ? 'smtp' : 'https';
    const about = (value: string) =>
      problemsOf({ ...productionEnv, [name]: value }).filter((problem) => problem.startsWith(`${name} must`));
    expect(about(`${scheme}://other.example.mn`)).toEqual([]);
    expect(about(`${scheme}://sandbox.example.mn`)).toHaveLength(1);
    expect(about(`${scheme}://localhost:9000`)).toHaveLength(1);
    expect(about(`${scheme}://127.0.0.1:9025`)).toHaveLength(1);
    expect(about(`${scheme}://127.0.0.1`)).toHaveLength(reach === 'internal' ? 0 : 1);
    if (scheme === 'https')
      expect(about('http://other.example.mn')).toHaveLength(reach === 'internal' ? 0 : 1);
  });

  it('gives the payment provider an address that it can reach', () => {
    expect(load(productionEnv).paymentsCallbackUrl).toBe(
      'https://tamga.example.mn/api/v1/gov/payments/callback',
    );
    expect(
      load({ ...productionEnv, PAYMENTS_CALLBACK_URL: 'https://api.example.mn' }).paymentsCallbackUrl,
    ).toBe('https://api.example.mn/api/v1/gov/payments/callback');
  });

  const client = {
    ...productionEnv,
    ...{ EID_RP_UUID: '', EID_RP_SECRET: '', EID_BASE_URL: '', EID_TRUST_ROOTS: '' },
    SSO_ISSUER: 'https://sso.example.mn',
    SSO_CLIENT_ID: 'tamga',
  };

  it('starts without an eID provider when all people sign in upstream', () => {
    expect(load(client)).toMatchObject({ authMode: 'client', eidConfigured: false, EID_RP_SECRET: '' });
    expect(load(client).EID_BASE_URL).toBeUndefined();
  });

  it.each([
    ['AUTH_MODE', 'provider'],
    ['CONTROL_PLANE_HOST', 'console.example.mn'],
    ['SUPERADMIN_EMAIL', 'owner@example.mn'],
    ['EID_BASE_URL', 'https://eid.example.mn/v3'],
  ])('requires the eID settings with %s, which uses eID', (name, value) => {
    const problems = problemsOf({ ...client, [name]: value }).join('\n');
    expect(problems).toContain('EID_RP_SECRET is required');
    expect(problems).toContain('EID_TRUST_ROOTS is required');
  });

  it('reads eID records at the upstream only with the scopes for it', () => {
    const env = { ...client, SSO_EID_PROXY_BASE_URL: 'https://sso.example.mn/api/v1' };
    expect(problemsOf(env)).toHaveLength(3);
    const scoped = { ...env, SSO_SCOPE: 'openid offline_access svc:eid-proxy svc:eid-org-proxy' };
    expect(problemsOf(scoped)).toEqual([]);
    expect(problemsOf({ ...scoped, SSO_EID_PROXY_BASE_URL: 'http://sso.example.mn/api/v1' })).toEqual([
      expect.stringMatching(/^SSO_EID_PROXY_BASE_URL /),
    ]);
  });

  it('accepts a database on a private socket, and several encryption keys', () => {
    const env = {
      ...productionEnv,
      DATABASE_URL: 'postgres://tamga@/tamga?host=/run/postgresql',
      INTEGRATION_ENC_KEY:
        '2027:seal-Yp7uM2wJ6vQs4xTd1zKc8aLb3eFg5i,2026:seal-Zq8vN3xK7wRt5yUe2aLd9bMc4fGh6j',
    };
    expect(problemsOf(env)).toEqual([]);
  });
});
