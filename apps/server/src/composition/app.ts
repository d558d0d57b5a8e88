import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { createSealer, type Sealer } from '../kernel/audit/sealer.ts';
import type { Outbox } from '../kernel/audit/unit-of-work.ts';
import { type Bus, busConnectionName, createBus } from '../kernel/bus/bus.ts';
import { proveRowLevelSecurity } from '../kernel/db/boot-proof.ts';
import { createDatabase, type Database } from '../kernel/db/database.ts';
import { readMigrations } from '../kernel/db/migrate.ts';
import { sealedReply } from '../kernel/http/idempotency.ts';
import type { Maintenance } from '../kernel/http/maintenance.ts';
import { mountRows } from '../kernel/http/mount.ts';
import { openApi } from '../kernel/http/openapi.ts';
import { watchPressure } from '../kernel/http/pressure.ts';
import { createServer } from '../kernel/http/server.ts';
import { createJobs, type Job, type Jobs } from '../kernel/jobs/jobs.ts';
import { maintenanceJobs } from '../kernel/jobs/maintenance.ts';
import { setPlatformZone } from '../kernel/local-day.ts';
import { checkModules, type Module } from '../kernel/module.ts';
import { createMetrics, type Metrics } from '../kernel/observability/metrics.ts';
import { createAddressGuards } from '../kernel/security/address-guard.ts';
import { createKeyring, type Keyring } from '../kernel/security/keyring.ts';
import { resealJob } from '../kernel/security/reseal.ts';
import { serverStops } from '../kernel/stopping.ts';
import { measure } from '../measure.ts';
import { createPublished, type Published } from '../modules/announcements/index.ts';
import { createAppGuard } from '../modules/apps/index.ts';
import { createActivity } from '../modules/developers/index.ts';
import { chooseStore, createLiveScans, createStorage, createStoreWatch } from '../modules/files/index.ts';
import { createGate, createTokens, identity, type SessionDeps } from '../modules/identity/index.ts';
import { seedArticles } from '../modules/knowledge/index.ts';
import { seedDemoOfficer } from '../modules/officer/index.ts';
import { createPermissions } from '../modules/rbac/index.ts';
import { seedDemo } from '../modules/registry/index.ts';
import { isInvited } from '../modules/role-invitations/index.ts';
import { recordAlarm, recordDenials } from '../modules/security-events/index.ts';
import { createLinkOnSignIn } from '../modules/social/index.ts';
import { bootstrapSuperadmin, createSecondFactor, freshProofs } from '../modules/superadmin/index.ts';
import { openActing } from './acting.ts';
import { afterSignIn } from './after-sign-in.ts';
import type { AppDeps, AppParts } from './app-parts.ts';
import { identityProvider } from './identity-provider.ts';
import { createLimiter } from './limiter.ts';
import { listModules } from './modules.ts';
import { operatorConsole } from './operator-console.ts';
import { switchOff } from './platform-modules.ts';
import { openRelay } from './relay.ts';
import { packageVersion } from './release.ts';
import { openRepresentatives } from './representatives.ts';
import { openSigningParts } from './signing.ts';

export type { AppDeps, AppParts, Outside } from './app-parts.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
  readonly modules: readonly Module[];
  /** Every declared job, whether or not this process works on it. */
  readonly declaredJobs: readonly Job[];
  document(): object;
  /** Checks row-level security, then joins the bus and starts the sealer. */
  start(options: { worker: boolean }): Promise<void>;
  /** Releases held requests, finishes the others, closes everything it opened. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
export const migrationsDir = join(root, 'migrations');

/** Builds the whole server once, so that tests run the shipped code. */
export function buildApp(config: Config, deps: AppDeps): App {
  const { logger, now } = deps;
  setPlatformZone(config.TIME_ZONE);
  const version = config.RELEASE_VERSION ?? packageVersion;
  const metrics = createMetrics({ process: config.ENVIRONMENT !== 'test' });
  const keyring = createKeyring(config.INTEGRATION_ENC_KEY);
  const database = createDatabase({
    url: deps.databaseUrl,
    max: config.DB_MAX_OPEN_CONNS,
    connectTimeoutMs: deps.connectTimeoutMs,
    onIdleError: (error) =>
      logger.warn({ reason: error.message.slice(0, 200) }, 'a database connection broke'),
  });
  const storeWatch = createStoreWatch({
    database,
    stores: deps.outside.files,
    logger,
    busConnectionName,
    times: deps.storeWatch,
  });
  const bus = createBus({ url: deps.directUrl, database, logger, label: storeWatch.directory });
  const jobs = createJobs({ database, logger, now, onRun: metrics.jobFinished });
  const outbox: Outbox = { send: jobs.send, announced: bus.announced };
  const sealer = createSealer({ database, logger });
  const pressure = watchPressure({ lagMs: config.SHED_LAG_MS, queue: config.SHED_QUEUE }, database);
  const tokens = createTokens(config.JWT_SECRET, config.JWT_ISSUER);
  const permissionsOf = createPermissions(database, bus);
  const guards = createAddressGuards({
    gateway: config.GATEWAY_ALLOWED_NETWORKS,
    applications: config.APPLICATIONS_ALLOWED_NETWORKS,
    client_documents: config.CLIENT_DOCUMENTS_ALLOWED_NETWORKS,
    webhooks: config.WEBHOOKS_ALLOWED_NETWORKS,
    relay: config.RELAY_ALLOWED_NETWORKS,
    logo: config.LOGO_ALLOWED_NETWORKS,
    revocation: config.REVOCATION_ALLOWED_NETWORKS,
  });
  const stopping = new AbortController();

  const sessions: SessionDeps = {
    raiseAlarm: recordAlarm,
    tokens,
    accessTtlSeconds: config.ACCESS_TOKEN_MINUTES * 60,
    refreshTtlSeconds: config.JWT_REFRESH_EXPIRED * 24 * 3600,
    graceSeconds: config.SESSION_REFRESH_GRACE_SECONDS,
    longestSeconds: {
      superadmin: config.SESSION_SUPERADMIN_MAX_HOURS * 3600,
      others: config.SESSION_MAX_DAYS * 24 * 3600,
    },
  };
  const secondFactor = createSecondFactor();
  const signIn = identity({
    database,
    outbox,
    keyring,
    eid: deps.outside.eid,
    now,
    hashKey: config.JWT_SECRET,
    appOrigin: config.appOrigin,
    callbackUrl: config.EID_CALLBACK_URL ?? `${config.appOrigin}/auth/eid/callback`,
    push: config.EID_PUSH,
    mode: config.authMode,
    startUrl: `${config.appOrigin}/api/auth/sso/start`,
    ...sessions,
    defaultAccessMode: config.PLATFORM_ACCESS_MODE,
    loginEventRetentionMonths: config.LOGIN_EVENT_RETENTION_MONTHS,
    secondFactor,
    afterSignIn,
    isInvited,
    linkOnSignIn: createLinkOnSignIn({ keyring }),
  });

  const { eidFlow } = signIn;
  const { outside } = deps;
  const controlPlane = operatorConsole(config, {
    database,
    keyring,
    logger,
    now,
    outbox,
    eidFlow,
    outside,
  });

  const gate = createGate({
    database,
    bus,
    tokens,
    now,
    permissionsOf,
    production: config.production,
    observabilityToken: config.OBSERVABILITY_TOKEN,
  });
  const activity = createActivity({ database, logger });
  const provider = identityProvider(
    { config, database, bus, keyring, guards, now },
    { outbox, logger, eid: outside.eid, eidFlow, stopping: stopping.signal, activity },
  );
  const appParts: AppParts = {
    config,
    gate,
    stopping: stopping.signal,
    outbox,
    database,
    bus,
    keyring,
    tokens,
    permissionsOf,
    sessions,
    now,
    eidFlow: signIn.eidFlow,
    consoleAccess: controlPlane.access,
    needsApp: createAppGuard({ database, bus, now }),
    guards,
    files: createStorage({
      database,
      keyring,
      stores: outside.files,
      isSealed: config.FILES_SEALED !== false,
      now,
      scans:
        outside.scanner &&
        createLiveScans(outside.scanner, (err) =>
          logger.warn({ err }, 'the virus scanner gave no verdict; a file waits for it'),
        ),
    }),
    clients: provider.clients,
    accessTokens: provider.accessTokens,
  };

  const representatives = openRepresentatives(appParts, outside, logger);
  const acting = openActing(appParts, outside, representatives, logger);
  const announced = createPublished(database, bus);
  const signing = openSigningParts(appParts, outside);
  const agencyRelay = openRelay(appParts, outside, logger);
  const own = listModules(appParts, {
    outside,
    logger,
    metrics,
    secondFactor,
    identity: signIn.module,
    console: controlPlane.module,
    provider: provider.module,
    relay: agencyRelay,
    signing,
    migrations: readMigrations(migrationsDir),
    filesState: storeWatch.state,
    document: () => document(),
    announced,
    activity,
    acting,
    representatives,
  });
  const extra = deps.extraModules?.(appParts) ?? [];
  const modules = switchOff(
    [...own.filter(({ name }) => !extra.some((other) => other.name === name)), ...extra],
    config.MODULES_DISABLED,
  );
  checkModules(modules);
  const declaredJobs = jobsOf(modules, database, keyring).map((job) => restInMaintenance(job, announced));
  const document = () => openApi({ version, modules });

  const workers: { stop(): Promise<void> }[] = [];

  const http = createServer({
    production: config.production,
    trustedProxies: config.TRUSTED_PROXIES,
    forwarderSecret: deps.forwarderSecret,
    allowedOrigins: config.allowedOrigins,
    logger,
    pressure,
    now,
    onFinished: metrics.requestFinished,
    timeoutMs: deps.rowTimeoutMs ?? 30_000,
    uploads: {
      directory: join(config.DATA_DIR, 'spool'),
      uploads: config.UPLOADS_AT_ONCE,
      uploadsPerClient: config.UPLOADS_PER_CLIENT,
      spoolBytes: config.UPLOADS_SPOOL_MIB * 1024 * 1024,
    },
  });
  for (const module of modules) module.attach?.(http);
  mountRows(
    http,
    modules.flatMap((module) => module.rows),
    modules.flatMap((module) => module.mounts ?? []),
    {
      database,
      keyring,
      outbox,
      now,
      stopping: stopping.signal,
      onDenied: recordDenials(database),
      limiter: createLimiter(config, database, now),
      gate,
      maintenance: maintenanceOf(modules, announced),
      acting,
      proofs: freshProofs,
    },
  );
  measure(metrics, { database, jobs, now, lagMs: pressure.lagMs, fileStores: storeWatch.states });

  return {
    http,
    database,
    bus,
    jobs,
    outbox,
    sealer,
    metrics,
    modules,
    declaredJobs,
    document,
    start: async ({ worker }) => {
      await signing.seal.prepare();
      if (signing.seal.state() === 'expired')
        logger.error(
          { ended: signing.seal.endsAt() },
          'the certificate of the seal has expired: nothing is sealed until SIGN_SIGNER_CERT_FILE holds a new one',
        );
      await http.intake.prepare();
      await proveRowLevelSecurity(database, config.production);
      await storeWatch.prepare();
      await bus.start();
      await jobs.start();
      await bootstrapSuperadmin({ database, outbox, now, email: config.SUPERADMIN_EMAIL });
      if (config.GOV_DEMO_SEED) {
        await seedDemo({ database, outbox, now });
        await seedDemoOfficer({ database, outbox, now });
        await agencyRelay.seed();
      }
      if (config.KNOWLEDGE_SEED) await seedArticles({ database, outbox, now });
      await chooseStore({ database, outbox, stores: outside.files, logger, now }, config.FILES_DRIVER);
      await storeWatch.start();
      sealer.start();
      if (worker) await jobs.work(declaredJobs);
      if (worker) workers.push(...modules.flatMap((module) => module.work?.() ?? []));
      await http.ready();
    },
    stop: async () => {
      stopping.abort(serverStops);
      await Promise.all(workers.map((each) => each.stop()));
      await http.close();
      pressure.stop();
      storeWatch.stop();
      for (const store of Object.values(outside.files)) await store?.close?.();
      await sealer.stop();
      await jobs.stop();
      await bus.stop();
      await database.close();
    },
  };
}

function jobsOf(modules: readonly Module[], database: Database, keyring: Keyring): readonly Job[] {
  const sealed = [sealedReply, ...modules.flatMap((module) => module.sealed ?? [])];
  return [
    ...maintenanceJobs(database),
    resealJob(database, keyring, sealed),
    ...modules.flatMap((module) => module.jobs ?? []),
  ];
}

function restInMaintenance(job: Job, announced: Published): Job {
  if (job.watchesDeadlines !== true) return job;
  return {
    ...job,
    run: async (data, context) => {
      if (!(await announced.deadlinesRest(context.now))) await job.run(data, context);
    },
  };
}

function maintenanceOf(modules: readonly Module[], announced: Published): Maintenance {
  const open = new Set(
    modules.flatMap(({ openInMaintenance, rows, mounts = [] }) =>
      [...rows, ...mounts]
        .filter((each) => openInMaintenance === true || 'openInMaintenance' in each)
        .map(({ id }) => id),
    ),
  );
  return { staysOpen: (id) => open.has(id), isReadOnly: announced.isReadOnly };
}
