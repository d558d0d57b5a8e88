import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AssistantServers, findAssistantProblems, readAssistantServers } from './assistant-settings.ts';
import { type CloudProviders, findCloudProblems, readCloudProviders } from './cloud-providers.ts';
import { type ControlPlane, checkControlPlane, readControlPlane } from './control-plane.ts';
import { checkFileStores, type FileStoreSettings, readFileStores } from './file-settings.ts';
import { findSmsProblems, type Messaging, readMessaging } from './message-settings.ts';
import { findModuleProblems } from './module-switches.ts';
import { type Definition, type Environment, type SettingName, settings } from './settings.ts';
import { findSignerProblems } from './signing-settings.ts';

export { describeSettings } from './settings.ts';

type Parsed<D> = D extends Definition<infer T> ? T : never;
type Values = { readonly [K in SettingName]: Parsed<(typeof settings)[K]> };

export type EncryptionKeys = readonly { readonly id: string; readonly secret: string }[];

export interface Config
  extends Omit<Values, 'JWT_SECRET' | 'INTEGRATION_ENC_KEY' | 'EID_RP_SECRET'>,
    AssistantServers,
    Messaging {
  readonly JWT_SECRET: string;
  readonly INTEGRATION_ENC_KEY: EncryptionKeys;
  readonly EID_RP_SECRET: string;
  readonly production: boolean;
  readonly authMode: 'provider' | 'client';
  readonly isIssuer: boolean;
  /** Undefined when Tamga is no identity provider for other applications. */
  readonly issuer:
    | { readonly origin: string; readonly stateKey: string; readonly isKeyDerived: boolean }
    | undefined;
  readonly appOrigin: string;
  readonly backendUrl: string;
  readonly sandboxUrl: string;
  readonly cookieSecure: boolean;
  readonly allowedOrigins: readonly string[];
  readonly embeddedDatabase: boolean;
  /** The directory that /core queries; undefined when production has none. */
  /** Undefined when production has no state registry. */
  readonly stateRegistry:
    | { readonly baseUrl: string; readonly clientId: string; readonly secret: string }
    | undefined;
  readonly directoryApi: { readonly baseUrl: string; readonly token: string } | undefined;
  readonly controlPlane: ControlPlane;
  /** Undefined when production has no payment provider. */
  readonly paymentProvider:
    | { readonly baseUrl: string; readonly apiKey: string; readonly webhookSecret: string }
    | undefined;
  readonly paymentsCallbackUrl: string;
  readonly fileStores: FileStoreSettings;
  /** Outside services that people may connect; a member is undefined when it is not offered. */
  readonly cloudProviders: CloudProviders;
  /** Whether there is an eID provider: false only in production when all people sign in upstream. */
  readonly eidConfigured: boolean;
  readonly eidTrustRootsPem: () => string;
}

/** Lists every problem at once, so that an operator fixes them in one go; never contains a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Secrets that development creates once and production must be given. */
export interface DevelopmentSecrets {
  JWT_SECRET: string;
  INTEGRATION_ENC_KEY: string;
  EID_RP_SECRET: string;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** The only reader of the process environment and `.env`; the environment wins. */
export function readEnvironment(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

export function loadConfig(env: Env, developmentSecrets: () => DevelopmentSecrets): Config {
  const unreadable = new Map<string, string>();
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(settings) as [SettingName, Definition<unknown>][]) {
    const text = env[name];
    if (text === undefined || text === '') {
      values[name] = definition.fallback;
      continue;
    }
    const result = definition.parse(text);
    values[name] = result.ok ? result.value : definition.fallback;
    if (!result.ok) unreadable.set(name, result.problem);
  }
  const given = values as unknown as Values;
  const production = given.ENVIRONMENT === 'production';
  const problems = [...unreadable].map(([name, problem]) => `${name} ${problem}`);
  const found: string[] = [];

  // Created only for a start that can succeed: a refused one leaves no file behind.
  const secrets = production || unreadable.size > 0 ? undefined : developmentSecrets();
  const eidConfigured = !production || usesEid(given);
  const secretOf = (name: keyof DevelopmentSecrets, isNeeded = true): string => {
    const value = given[name] ?? secrets?.[name];
    if (value === undefined && production && isNeeded) found.push(`${name} is required in production`);
    return value ?? '';
  };
  const jwtSecret = secretOf('JWT_SECRET');
  const encryption = parseKeys(secretOf('INTEGRATION_ENC_KEY'), found);
  const eidSecret = secretOf('EID_RP_SECRET', eidConfigured);
  for (const [name, value] of Object.entries({
    JWT_SECRET: jwtSecret,
    EID_RP_SECRET: eidSecret,
    SSO_STATE_KEY: given.SSO_STATE_KEY,
    OBSERVABILITY_TOKEN: given.OBSERVABILITY_TOKEN,
    SIGN_RELAY_TOKEN: given.SIGN_RELAY_TOKEN,
    PAYMENTS_WEBHOOK_SECRET: given.PAYMENTS_WEBHOOK_SECRET,
  }))
    if (value && isWeak(value)) found.push(`${name} is too weak: use at least 32 random characters`);
  if (given.SSO_ADMIN_API_KEYS.some((key) => isWeak(key.slice(key.indexOf(':') + 1))))
    found.push('SSO_ADMIN_API_KEYS holds a weak key: use at least 32 random characters each');
  if (given.TOOLS_API_KEYS.some((key) => isWeak(key.slice(key.indexOf(':') + 1))))
    found.push('TOOLS_API_KEYS holds a weak key: use at least 32 random characters each');

  const sandboxUrl = `http://localhost:${given.SANDBOX_PORT}`;
  const appOrigin = given.APP_ORIGIN ?? `http://localhost:${given.PORTAL_PORT}`;
  const backendUrl = given.BACKEND_URL ?? `http://127.0.0.1:${given.PORT}`;
  const allowedOrigins = given.ALLOWED_ORIGINS ?? [appOrigin];
  const cookieSecure = given.COOKIE_SECURE ?? (production || appOrigin.startsWith('https:'));
  checkModes(given, found);
  checkControlPlane(given, { appOrigin }, found);
  checkFileStores(given, found);
  if (production) checkProduction(given, { appOrigin, cookieSecure }, found);
  // An invalid value counts as missing, and is reported once.
  problems.push(...found.filter((problem) => !unreadable.has(problem.split(' ')[0] ?? '')));
  if (problems.length > 0) throw new ConfigError(problems);

  const issuer = issuerOf(given, { appOrigin, jwtSecret });
  const dataDir = resolve(given.DATA_DIR);
  const trustRoots = given.EID_TRUST_ROOTS ?? resolve(dataDir, 'sandbox/pki/trust.pem');
  return Object.freeze({
    ...given,
    DATA_DIR: dataDir,
    JWT_SECRET: jwtSecret,
    INTEGRATION_ENC_KEY: encryption,
    EID_RP_SECRET: eidSecret,
    EID_BASE_URL: given.EID_BASE_URL ?? (eidConfigured ? `${sandboxUrl}/v3` : undefined),
    eidConfigured,
    production,
    authMode: modeOf(given),
    isIssuer: issuer !== undefined,
    issuer,
    appOrigin,
    backendUrl,
    sandboxUrl,
    cookieSecure,
    allowedOrigins,
    embeddedDatabase: given.DATABASE_URL === undefined,
    SSO_CLIENT_SECRET:
      given.SSO_CLIENT_SECRET ??
      // Never in production, which accepts no address of the sandbox.
      (given.SSO_ISSUER?.startsWith(`${sandboxUrl}/`) ? eidSecret : undefined),
    SOCIAL_ISSUER: given.SOCIAL_ISSUER ?? (production ? undefined : `${sandboxUrl}/social`),
    SOCIAL_CLIENT_SECRET: given.SOCIAL_CLIENT_SECRET ?? (production ? undefined : eidSecret),
    GOV_DEMO_SEED: given.GOV_DEMO_SEED ?? given.ENVIRONMENT === 'development',
    KNOWLEDGE_SEED: given.KNOWLEDGE_SEED ?? given.ENVIRONMENT === 'development',
    VERIFY_API_BASE: given.VERIFY_API_BASE ?? (production ? undefined : sandboxUrl),
    VERIFY_API_KEY: given.VERIFY_API_KEY ?? (production ? undefined : eidSecret),
    stateRegistry: registryOf(given, production ? undefined : { baseUrl: sandboxUrl, secret: eidSecret }),
    directoryApi: directoryOf(given, production ? undefined : { baseUrl: sandboxUrl, token: eidSecret }),
    controlPlane: readControlPlane(given),
    cloudProviders: readCloudProviders(given, production ? undefined : { sandboxUrl, secret: eidSecret }),
    ...readMessaging(given, production ? undefined : { baseUrl: sandboxUrl, apiKey: eidSecret }),
    ...readAssistantServers(given),
    fileStores: readFileStores(given, dataDir),
    // From outside only the public origin is reachable.
    paymentsCallbackUrl: `${given.PAYMENTS_CALLBACK_URL ?? (production ? appOrigin : backendUrl)}/api/v1/gov/payments/callback`,
    paymentProvider: providerOf(given, production ? undefined : { baseUrl: sandboxUrl, secret: eidSecret }),
    SIGN_TSA_URL: given.SIGN_TSA_URL ?? (production ? undefined : `${sandboxUrl}/tsa`),
    eidTrustRootsPem: () =>
      trustRoots.includes('-----BEGIN') ? trustRoots : readFileSync(resolve(trustRoots), 'utf8'),
  });
}

/**
 * Production has both settings or neither (checkModes). Elsewhere the missing one has a default: the portal's
 * address, or a key derived from our own secret, which every start and every instance derives alike.
 */
function issuerOf(given: Values, defaults: { appOrigin: string; jwtSecret: string }): Config['issuer'] {
  const { OAUTH_ISSUER: address, SSO_STATE_KEY: stateKey } = given;
  if (address === undefined && stateKey === undefined && given.ENVIRONMENT !== 'development')
    return undefined;
  const derived = createHmac('sha256', defaults.jwtSecret).update('SSO_STATE_KEY').digest('base64url');
  return {
    origin: address ?? defaults.appOrigin,
    stateKey: stateKey ?? derived,
    isKeyDerived: stateKey === undefined,
  };
}

function directoryOf(given: Values, fallback: Config['directoryApi']): Config['directoryApi'] {
  return given.CORE_API_BASE !== undefined && given.CORE_API_TOKEN !== undefined
    ? { baseUrl: given.CORE_API_BASE, token: given.CORE_API_TOKEN }
    : fallback;
}

function registryOf(
  given: Values,
  fallback: { baseUrl: string; secret: string } | undefined,
): Config['stateRegistry'] {
  const baseUrl = given.STATE_REGISTRY_BASE ?? fallback?.baseUrl;
  const secret = given.STATE_REGISTRY_SECRET ?? fallback?.secret;
  return baseUrl === undefined || secret === undefined
    ? undefined
    : { baseUrl, clientId: given.STATE_REGISTRY_CLIENT_ID, secret };
}

function providerOf(
  given: Values,
  fallback: { baseUrl: string; secret: string } | undefined,
): Config['paymentProvider'] {
  const baseUrl = given.PAYMENTS_BASE ?? fallback?.baseUrl;
  const apiKey = given.PAYMENTS_API_KEY ?? fallback?.secret;
  const webhookSecret = given.PAYMENTS_WEBHOOK_SECRET ?? fallback?.secret;
  return baseUrl === undefined || apiKey === undefined || webhookSecret === undefined
    ? undefined
    : { baseUrl, apiKey, webhookSecret };
}

const modeOf = (given: Values): 'provider' | 'client' =>
  given.AUTH_MODE ?? (given.SSO_CLIENT_ID ? 'client' : 'provider');

/** True when citizens, operators or future super administrators use eID, or when any eID setting is given. */
function usesEid(given: Values): boolean {
  const names = [
    'CONTROL_PLANE_HOST',
    'SUPERADMIN_EMAIL',
    'EID_BASE_URL',
    'EID_TRUST_ROOTS',
    'EID_RP_SECRET',
    'SIGN_RELAY_TOKEN',
  ] as const;
  return modeOf(given) === 'provider' || names.some((name) => given[name] !== undefined);
}

function checkModes(given: Values, problems: string[]): void {
  problems.push(
    ...findModuleProblems(given.MODULES_DISABLED),
    ...findCloudProblems(given),
    ...findSignerProblems(given),
    ...findAssistantProblems(given),
    ...findSmsProblems(given),
  );
  const mode = modeOf(given);
  for (const name of ['SSO_ISSUER', 'SSO_CLIENT_ID'] as const)
    if (mode === 'client' && !given[name]) problems.push(`${name} is required when AUTH_MODE is client`);
  checkSso(given, problems);
  if (given.EID_MOCK_MODE)
    problems.push('EID_MOCK_MODE is not offered: leave it unset and use the sandbox for development');
  if (given.CORE_API_BASE !== undefined && given.CORE_API_TOKEN === undefined)
    problems.push('CORE_API_TOKEN is required when CORE_API_BASE is set');
  if (given.ENVIRONMENT === 'production' && given.PAYMENTS_BASE !== undefined)
    for (const name of ['PAYMENTS_API_KEY', 'PAYMENTS_WEBHOOK_SECRET'] as const)
      if (!given[name]) problems.push(`${name} is required with PAYMENTS_BASE`);
  if (given.ENVIRONMENT === 'production' && given.VERIFY_API_BASE !== undefined && !given.VERIFY_API_KEY)
    problems.push('VERIFY_API_KEY is required when VERIFY_API_BASE is set');
  if (given.ENVIRONMENT === 'production' && given.SOCIAL_ISSUER !== undefined && !given.SOCIAL_CLIENT_SECRET)
    problems.push('SOCIAL_CLIENT_SECRET is required when SOCIAL_ISSUER is set');
  if (
    given.ENVIRONMENT === 'production' &&
    given.STATE_REGISTRY_BASE !== undefined &&
    !given.STATE_REGISTRY_SECRET
  )
    problems.push('STATE_REGISTRY_SECRET is required when STATE_REGISTRY_BASE is set');
  if (
    given.ENVIRONMENT === 'production' &&
    (given.OAUTH_ISSUER === undefined) !== (given.SSO_STATE_KEY === undefined)
  )
    problems.push(
      'OAUTH_ISSUER and SSO_STATE_KEY are set together (Tamga signs people in for other applications) or not at all',
    );
  if ((given.APP_CATALOG_PATH === undefined) !== (given.APP_CATALOG_PUBLIC_KEY === undefined))
    problems.push('APP_CATALOG_PATH and APP_CATALOG_PUBLIC_KEY are set together or not at all');
  const ports = [given.PORT, given.PORTAL_PORT, given.SANDBOX_PORT].filter((port) => port !== 0);
  if (new Set(ports).size !== ports.length)
    problems.push('PORT, PORTAL_PORT and SANDBOX_PORT must differ from each other');
}

/** Tokens and codes of people travel to these addresses: https only, or loopback in development. */
function checkSso(given: Values, problems: string[]): void {
  const isSafe = (address: string) =>
    URL.canParse(address) &&
    !address.includes('#') &&
    (new URL(address).protocol !== 'http:' || isThisMachine(new URL(address).hostname));
  for (const name of ['SSO_ISSUER', 'SSO_REDIRECT_URI', 'SSO_EID_PROXY_BASE_URL'] as const)
    if (given.ENVIRONMENT !== 'production' && given[name] !== undefined && !isSafe(given[name]))
      problems.push(`${name} must be an https address, or http on this machine`);
  const scopes = given.SSO_SCOPE.split(' ');
  if (!scopes.includes('openid')) problems.push('SSO_SCOPE must contain openid');
  if (given.SSO_EID_PROXY_BASE_URL !== undefined) {
    if (given.SSO_ISSUER === undefined || given.SSO_CLIENT_ID === undefined)
      problems.push('SSO_EID_PROXY_BASE_URL needs SSO_ISSUER and SSO_CLIENT_ID');
    for (const scope of ['offline_access', 'svc:eid-proxy', 'svc:eid-org-proxy'])
      if (!scopes.includes(scope))
        problems.push(`SSO_SCOPE must contain ${scope} when SSO_EID_PROXY_BASE_URL is set`);
  }
  if (given.SSO_NATIVE_CLIENT_ID !== undefined && given.SSO_ISSUER === undefined)
    problems.push('SSO_ISSUER is required when SSO_NATIVE_CLIENT_ID is set');
  if (given.SSO_NATIVE_CLIENT_ID !== undefined && given.SSO_NATIVE_REDIRECT_URIS.length === 0)
    problems.push('SSO_NATIVE_REDIRECT_URIS is required when SSO_NATIVE_CLIENT_ID is set');
  if (!given.SSO_NATIVE_REDIRECT_URIS.every(isSafe))
    problems.push('SSO_NATIVE_REDIRECT_URIS must hold https addresses or addresses of an application');
}

/** Production accepts no development default: each refusal names the variable and never its value. */
function checkProduction(
  given: Values,
  derived: { appOrigin: string; cookieSecure: boolean },
  problems: string[],
): void {
  if (!given.DATABASE_URL) problems.push('DATABASE_URL is required in production');
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const) {
    const url = given[name];
    if (url !== undefined && !/[?&]sslmode=verify-(ca|full)(&|$)/.test(url) && !isLocalDatabase(url))
      problems.push(`${name} must ask for sslmode=verify-ca or sslmode=verify-full in production`);
  }
  if (given.GOV_DEMO_SEED) problems.push('GOV_DEMO_SEED must not be on in production');
  // A call ends after 30 seconds, and its person would get an error instead of a signature.
  if (given.SIGN_PATIENCE_SECONDS > 25)
    problems.push('SIGN_PATIENCE_SECONDS must be at most 25 in production');
  if (usesEid(given)) checkEid(given, problems);
  if (given.JWT_ISSUER === settings.JWT_ISSUER.fallback)
    problems.push('JWT_ISSUER must not be the development default in production');
  if (!given.APP_ORIGIN) problems.push('APP_ORIGIN is required in production');
  if (!given.ALLOWED_ORIGINS) problems.push('ALLOWED_ORIGINS is required in production');
  if (given.ALLOWED_ORIGINS?.includes('*')) problems.push('ALLOWED_ORIGINS must not contain * in production');
  if (!derived.cookieSecure) problems.push('COOKIE_SECURE must not be off in production');
  for (const [name, { reach }] of Object.entries(settings) as [SettingName, Definition<unknown>][]) {
    if (reach === undefined) continue;
    const addresses = ([given[name] ?? []].flat() as string[]).filter((address) => address !== '*');
    if (reach !== 'internal' && addresses.some((address) => !address.startsWith('https:')))
      problems.push(`${name} must be an https address in production`);
    const isDesk = (address: string) =>
      isSandboxAddress(address, given) || (reach !== 'internal' && isThisMachine(new URL(address).hostname));
    if (addresses.some(isDesk))
      problems.push(`${name} must not be a sandbox or loopback address in production`);
  }
}

function checkEid(given: Values, problems: string[]): void {
  if (!given.EID_BASE_URL) problems.push('EID_BASE_URL is required in production');
  if (!given.EID_TRUST_ROOTS) problems.push('EID_TRUST_ROOTS is required in production');
  if (given.EID_OCSP !== 'required') problems.push('EID_OCSP must be required in production');
  if (given.EID_RP_UUID === settings.EID_RP_UUID.fallback)
    problems.push('EID_RP_UUID must not be the development default in production');
}

function isLocalDatabase(url: string): boolean {
  return /[?&]host=%2F/i.test(url) || /[?&]host=\//.test(url);
}

function isSandboxAddress(value: string, given: Values): boolean {
  const { hostname, port } = new URL(value);
  return (
    hostname.includes('sandbox') || [given.SANDBOX_PORT, given.SANDBOX_SMTP_PORT].map(String).includes(port)
  );
}

function isThisMachine(hostname: string): boolean {
  return /^(127\..*|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\]|(.*\.)?localhost\.?)$/.test(hostname);
}

/** Fewer than 32 characters, or so few different ones that a person typed it. */
function isWeak(secret: string): boolean {
  return (
    secret.length < 32 || new Set(secret).size < 10 || /change.?me|example|secret123|password/i.test(secret)
  );
}

/** `secret`, or `id:secret,id:secret`: the first seals, all open. */
function parseKeys(text: string, problems: string[]): EncryptionKeys {
  if (text === '') return [];
  const keys = text.split(',').map((part, index) => {
    const at = part.indexOf(':');
    return at > 0
      ? { id: part.slice(0, at), secret: part.slice(at + 1) }
      : { id: `k${index + 1}`, secret: part };
  });
  if (keys.some((key) => isWeak(key.secret) || !/^[A-Za-z0-9_-]{1,32}$/.test(key.id)))
    problems.push('INTEGRATION_ENC_KEY holds a weak key or a key id that is not plain letters and digits');
  if (new Set(keys.map((key) => key.id)).size !== keys.length)
    problems.push('INTEGRATION_ENC_KEY names the same key id twice');
  return keys;
}

export type { Environment };
