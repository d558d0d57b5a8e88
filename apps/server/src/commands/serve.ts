import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startPortal } from '@tamga/portal';
import { buildPortalIfStale } from '@tamga/portal/build';
import { startSandbox } from '@tamga/sandbox';
import type { Logger } from 'pino';
import { type App, buildApp } from '../composition/app.ts';
import type { Config } from '../config.ts';
import { createLogger } from '../kernel/observability/logger.ts';
import { migrateDatabase, type OpenDatabase } from './open-database.ts';
import { openOutside } from './outside.ts';
import type { Part } from './parts.ts';
import { Stop } from './stop.ts';

/** A started part; parts stop in the reverse order. */
interface Running {
  stop(): Promise<void>;
}

const portalDir = join(import.meta.dirname, '../../../portal');
const now = () => new Date();

/** Starts the requested parts and resolves when all are ready; when one fails, the started ones are stopped. */
export async function serve(
  config: Config,
  wanted: ReadonlySet<Part>,
  say: (line: string) => void,
  opening: Promise<OpenDatabase> | undefined,
): Promise<Running & { logger: Logger }> {
  const logger = createLogger(config.LOG_LEVEL);
  const running: Running[] = [];
  if (opening !== undefined)
    running.push({
      stop: () =>
        opening.then(
          (database) => database.stop(),
          () => undefined,
        ),
    });
  const parts = { config, wanted, logger, say };
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  try {
    // The API reads the trust roots that the sandbox writes, and the portal build takes the longest, so both
    // run in parallel.
    const building = wanted.has('portal') ? buildPortalIfStale({ portalDir, log: say }) : undefined;
    building?.catch(() => undefined);
    if (wanted.has('sandbox')) running.push(await openSandbox(config));
    // Known only to these two processes: the API trusts the visitor addresses that the portal forwards, and
    // no others.
    const forwarderSecret =
      wanted.has('api') && wanted.has('portal') ? randomBytes(32).toString('base64url') : undefined;
    if (opening !== undefined) running.push(await openApp({ ...parts, forwarderSecret }, await opening));
    if (building !== undefined) running.push(await openPortal({ ...parts, forwarderSecret }, await building));
    return { stop, logger };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openSandbox(config: Config): Promise<Running> {
  if (config.production)
    throw new Stop('The sandbox never starts in production: unset ENVIRONMENT or leave it out.');
  const sandbox = await startSandbox({
    host: config.HOST,
    port: config.SANDBOX_PORT,
    dataDir: join(config.DATA_DIR, 'sandbox'),
    environment: config.ENVIRONMENT,
    publicUrl: config.sandboxUrl,
    rpUuid: config.EID_RP_UUID,
    rpName: config.EID_RP_NAME,
    rpSecret: config.EID_RP_SECRET,
    smtpPort: config.SANDBOX_SMTP_PORT,
    applicationHosts: config.SANDBOX_APPLICATION_HOSTS,
    platformUrl: `http://localhost:${config.PORT}`,
  });
  return { stop: () => sandbox.close() };
}

interface Starting {
  config: Config;
  wanted: ReadonlySet<Part>;
  logger: Logger;
  say: (line: string) => void;
  forwarderSecret: string | undefined;
}

async function openApp(
  { config, wanted, logger, say, forwarderSecret }: Starting,
  database: OpenDatabase,
): Promise<Running> {
  if (config.OAUTH_ISSUER !== undefined && config.issuer?.isKeyDerived)
    logger.warn('OAUTH_ISSUER is set without SSO_STATE_KEY: its key is derived from JWT_SECRET');
  let built: App | undefined;
  const build = () => {
    built ??= buildApp(config, {
      databaseUrl: database.appUrl,
      directUrl: database.directUrl,
      outside: openOutside(config, now),
      logger,
      now,
      forwarderSecret,
    });
    return built;
  };
  // The migrations create the queues that the app declares; it connects to nothing until it starts.
  const applied = await migrateDatabase(config, database.ownerUrl, () => build().declaredJobs);
  if (applied.length > 0) say(`database brought up to date (${applied.length} migrations)`);
  const app = build();
  try {
    await app.start({ worker: wanted.has('worker') });
    if (wanted.has('api')) await app.http.listen({ host: config.HOST, port: config.PORT });
    return app;
  } catch (error) {
    await app.stop().catch(() => undefined);
    throw error;
  }
}

async function openPortal({ config, logger, forwarderSecret }: Starting, distDir: string): Promise<Running> {
  const portal = await startPortal({
    host: config.HOST,
    port: config.PORTAL_PORT,
    backendUrl: config.backendUrl,
    appOrigin: config.appOrigin,
    timeZone: config.TIME_ZONE,
    controlPlaneHost: config.CONTROL_PLANE_HOST,
    cookieSecure: config.cookieSecure,
    production: config.production,
    distDir,
    accessTtlSeconds: config.ACCESS_TOKEN_MINUTES * 60,
    refreshTtlSeconds: config.JWT_REFRESH_EXPIRED * 24 * 3600,
    trustedProxies: [...config.TRUSTED_PROXIES],
    forwarderSecret,
    logger,
  });
  return { stop: () => portal.close() };
}
