import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Sandbox, startSandbox } from '@tamga/sandbox';
import { patienceMs } from '../../../scripts/patience.ts';
import { openOutside } from '../src/commands/outside.ts';
import { type App, type AppDeps, type AppParts, buildApp, type Outside } from '../src/composition/app.ts';
import type { Config, Env } from '../src/config.ts';
import type { Module } from '../src/kernel/module.ts';
import { createLogger } from '../src/kernel/observability/logger.ts';
import { testConfig } from './config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createCauseLogger } from './failure-causes.ts';

/** A clock that moves only when a test advances it. */
export interface Clock {
  now: () => Date;
  advance(ms: number): void;
}

export function createClock(start = new Date()): Clock {
  let ms = start.getTime();
  return {
    now: () => new Date(ms),
    advance: (by) => {
      ms += by;
    },
  };
}

/** Real time, which a test may still move ahead. */
function createRunningClock(): Clock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (by) => {
      aheadMs += by;
    },
  };
}

export interface TestWorld {
  clock: Clock;
  database: TestDatabase;
  sandbox: Sandbox;
  dataDir: string;
  /** Starts one more instance on the same database. */
  startServer(options?: ServerOptions): Promise<TestServer>;
  close(): Promise<void>;
}

export interface ServerOptions {
  env?: Env;
  worker?: boolean;
  extraModules?: readonly Module[] | ((parts: AppParts) => readonly Module[]);
  databaseUrl?: string;
  /** For rows that are meant to time out. */
  rowTimeoutMs?: number;
  /** For tests of the checks of the store of files. */
  storeWatch?: AppDeps['storeWatch'];
  /** Simulates a portal started beside it. */
  forwarderSecret?: string;
  /** Replaces adapters of the settings. */
  outside?: Partial<Outside>;
}

export interface TestServer {
  url: string;
  app: App;
  config: Config;
  stop(): Promise<void>;
}

/** The environment (sandbox, database, clock) in which a test starts any number of real servers. */
export async function openWorld(
  options: { clock?: Clock; realTime?: boolean; mailbox?: boolean } = {},
): Promise<TestWorld> {
  const clock = options.clock ?? (options.realTime === true ? createRunningClock() : createClock());
  const dataDir = mkdtempSync(join(tmpdir(), 'tamga-world-'));
  const database = await createTestDatabase();
  const { EID_RP_UUID: rpUuid, EID_RP_NAME: rpName, EID_RP_SECRET: rpSecret } = testConfig();
  const sandboxDir = join(dataDir, 'sandbox');
  const shared = options.clock === undefined ? [socialKey, certificates] : [socialKey];
  plantKeys(sandboxDir, shared);
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir: sandboxDir,
    environment: 'test',
    rpUuid,
    rpName,
    rpSecret,
    smtpPort: options.mailbox === true ? 0 : null,
    now: clock.now,
  });
  keepKeys(sandboxDir, shared);
  const servers: TestServer[] = [];
  return {
    clock,
    database,
    sandbox,
    dataDir,
    startServer: async (serverOptions = {}) => {
      const server = await startServer({ clock, database, sandbox, dataDir }, serverOptions);
      servers.push(server);
      return server;
    },
    close: async () => {
      for (const server of servers) await server.stop();
      await sandbox.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Creating the sandbox's keys takes longer than the rest of its start, so the worlds of a process share them, but not
 * the certificates if a world has a clock of its own: those that were issued today are not valid on its day.
 */
const socialKey = 'social/key.pem';
const certificates = 'pki/pki.json';
const sandboxKeys = new Map<string, Buffer>();

function keepKeys(sandboxDir: string, files: readonly string[]): void {
  for (const file of files)
    sandboxKeys.set(file, sandboxKeys.get(file) ?? readFileSync(join(sandboxDir, file)));
}

function plantKeys(sandboxDir: string, files: readonly string[]): void {
  for (const file of files) {
    const bytes = sandboxKeys.get(file);
    if (bytes === undefined) continue;
    mkdirSync(dirname(join(sandboxDir, file)), { recursive: true, mode: 0o700 });
    writeFileSync(join(sandboxDir, file), bytes, { mode: 0o600 });
  }
}

async function startServer(
  world: Pick<TestWorld, 'clock' | 'database' | 'sandbox' | 'dataDir'>,
  options: ServerOptions,
): Promise<TestServer> {
  const config = testConfig({
    SANDBOX_PORT: new URL(world.sandbox.url).port,
    EID_BASE_URL: `${world.sandbox.url}/v3`,
    EID_TRUST_ROOTS: world.sandbox.trustRootsPath,
    STATE_REGISTRY_BASE: world.sandbox.url,
    SOCIAL_ISSUER: `${world.sandbox.url}/social`,
    VERIFY_API_BASE: world.sandbox.url,
    SMS_API_BASE: world.sandbox.url,
    ...(world.sandbox.smtpPort === null ? {} : { SANDBOX_SMTP_PORT: String(world.sandbox.smtpPort) }),
    CORE_API_BASE: world.sandbox.url,
    PAYMENTS_BASE: world.sandbox.url,
    SIGN_TSA_URL: `${world.sandbox.url}/tsa`,
    GOOGLE_ISSUER: `${world.sandbox.url}/google`,
    GOOGLE_API_BASE: `${world.sandbox.url}/google`,
    DROPBOX_AUTH_BASE: `${world.sandbox.url}/dropbox/www`,
    DROPBOX_API_BASE: `${world.sandbox.url}/dropbox/api`,
    DROPBOX_CONTENT_BASE: `${world.sandbox.url}/dropbox/content`,
    CORE_API_TOKEN: testConfig().EID_RP_SECRET,
    DATABASE_URL: world.database.appUrl,
    DATA_DIR: world.dataDir,
    RATE_LIMIT_STORE: 'memory',
    ...options.env,
  });
  const databaseUrl = options.databaseUrl ?? world.database.appUrl;
  const app = buildApp(config, {
    databaseUrl,
    directUrl: databaseUrl,
    logger: config.LOG_LEVEL === 'silent' ? createCauseLogger() : createLogger(config.LOG_LEVEL),
    now: world.clock.now,
    extraModules: (parts) =>
      typeof options.extraModules === 'function' ? options.extraModules(parts) : (options.extraModules ?? []),
    forwarderSecret: options.forwarderSecret,
    // A busy machine must not make the database seem away; behind a proxy of the test it may be.
    connectTimeoutMs: options.databaseUrl === undefined ? patienceMs : undefined,
    // Nor a row end before its work does.
    rowTimeoutMs: options.rowTimeoutMs ?? patienceMs,
    // A busy machine must not make the store slow.
    storeWatch: { slowAfterMs: 60_000, timeoutMs: 120_000, ...options.storeWatch },
    outside: { ...openOutside(config, world.clock.now), ...options.outside },
  });
  await app.start({ worker: options.worker ?? false });
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  let stopping: Promise<void> | undefined;
  return {
    url,
    app,
    config,
    stop: () => {
      stopping ??= app.stop();
      return stopping;
    },
  };
}
