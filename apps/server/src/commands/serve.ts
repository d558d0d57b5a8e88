import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startPortal } from '@tamga/portal';
import { buildPortalIfStale } from '@tamga/portal/build';
import { startSandbox } from '@tamga/sandbox';
import type { Logger } from 'pino';
import { type App, buildApp } from '../composition/app.ts';
import type { Config } from '../config.ts';
import { createLogger } from '../kernel/observability/logger.ts';
import { migrateDatabase, openDatabase } from './open-database.ts';
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
): Promise<Running & { logger: Logger }> {
  const logger = createLogger(config.LOG_LEVEL);
  const running: Running[] = [];
  const parts = { config, wanted, logger, say };
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  try {
    await refuseTakenPorts(config, wanted);
    // The API reads the trust roots that the sandbox writes, and the portal build takes the longest, so both
    // run in parallel.
    const building = wanted.has('portal') ? buildPortalIfStale({ portalDir, log: say }) : undefined;
    building?.catch(() => undefined);
    if (wanted.has('sandbox')) running.push(await openSandbox(config));
    // Known only to these two processes: the API trusts the visitor addresses that the portal forwards, and
    // no others.
    const forwarderSecret =
      wanted.has('api') && wanted.has('portal') ? randomBytes(32).toString('base64url') : undefined;
    if (wanted.has('api') || wanted.has('worker'))
      running.push(...(await openApp({ ...parts, forwarderSecret })));
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

async function openApp({ config, wanted, logger, say, forwarderSecret }: Starting): Promise<Running[]> {
  const database = await openDatabase(config, {
    whenInUse: wanted.has('portal') ? 'refuse' : 'join',
    log: say,
  });
  const running: Running[] = [{ stop: database.stop }];
  try {
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
    running.push({ stop: app.stop });
    await app.start({ worker: wanted.has('worker') });
    if (wanted.has('api')) await app.http.listen({ host: config.HOST, port: config.PORT });
    return running;
  } catch (error) {
    for (const part of running.reverse()) await part.stop().catch(() => undefined);
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

/** Checked before anything is started, so that nothing has to be undone. */
async function refuseTakenPorts(config: Config, wanted: ReadonlySet<Part>): Promise<void> {
  const needed: [Part, string, number][] = [
    ['api', 'PORT', config.PORT],
    ['portal', 'PORTAL_PORT', config.PORTAL_PORT],
    ['sandbox', 'SANDBOX_PORT', config.SANDBOX_PORT],
    ['sandbox', 'SANDBOX_SMTP_PORT', config.SANDBOX_SMTP_PORT],
  ];
  for (const [part, name, port] of needed) {
    if (!wanted.has(part) || port === 0) continue;
    const problem = await tryPort(config.HOST, port);
    if (problem === 'EADDRINUSE')
      throw new Stop(`Port ${port} is taken by another program. Stop it, or set ${name} to a free port.`);
    if (problem === 'EACCES')
      throw new Stop(`Port ${port} needs more rights. Set ${name} to a port above 1023.`);
    if (problem !== undefined)
      throw new Stop(`HOST and ${name} cannot be listened on (${problem}). Check HOST.`);
  }
}

function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)));
  });
}
