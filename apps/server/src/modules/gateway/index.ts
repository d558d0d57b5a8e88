import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { leasedLimiter } from '../../kernel/http/leased-limiter.ts';
import { memoryLimiter } from '../../kernel/http/limits.ts';
import type { Module } from '../../kernel/module.ts';
import type { Metrics } from '../../kernel/observability/metrics.ts';
import { deferContinue } from '../../kernel/proxy/expectation.ts';
import type { ProxyTimeouts } from '../../kernel/proxy/forward.ts';
import { routeHandshakes } from '../../kernel/proxy/handshakes.ts';
import { createUpstreams } from '../../kernel/proxy/upstreams.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import { type ClientDirectory, clientsChannel } from '../oauth-clients/index.ts';
import type { AccessTokens } from '../oidc/index.ts';
import { userChanged } from '../users/index.ts';
import { type Admission, createAdmission } from './admission.ts';
import { type Allowance, createAllowance, createQuotaLeases, dayOf } from './allowance.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { insertLog } from './figures-store.ts';
import { createLiveCalls } from './live-calls.ts';
import { createLogQueue } from './log-queue.ts';
import { gatewayMounts, gatewayRows } from './routes.ts';
import { names } from './schemas.ts';
import { deleteOldPaths, deleteOldQuota, keepMonths } from './store.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { mountPrefix } from './upstream-call.ts';

export { type Admission, type ClientCaller, refuseToken, requireGrant } from './admission.ts';
export type { Allowance } from './allowance.ts';
export { errors as gatewayErrors } from './errors.ts';
export type { Traffic } from './traffic.ts';
export { failAs } from './upstream-call.ts';

export interface GatewayDeps {
  database: Database;
  bus: Bus;
  now: () => Date;
  logger: Pick<Logger, 'warn'>;
  metrics: Pick<Metrics, 'gauge'>;
  clients: ClientDirectory;
  tokens: AccessTokens;
  guard: AddressGuard<'gateway'>;
  /** Whether other instances share the limits of the same clients. */
  sharedLimits: boolean;
  timeouts: ProxyTimeouts;
  socketsPerClient: number;
  logRetentionMonths: number;
}

export interface Gateway {
  readonly module: Module;
  readonly admission: Admission;
  readonly allowance: Allowance;
  readonly traffic: Traffic;
}

const quotaKeptDays = 40;
const pathsKeptDays = 2;
const dayMs = 24 * 3_600_000;
/** The provider publishes here when a token is revoked before it expires. */
const oidcChannel = 'oidc';

export function gateway(deps: GatewayDeps): Gateway {
  const { database, bus, now } = deps;
  const system = database.reader(systemIdentity);
  const shared = deps.sharedLimits ? leasedLimiter(database) : undefined;
  const limiter = shared ?? memoryLimiter(() => now().getTime());
  const quota = createQuotaLeases(system);
  const log = createLogQueue({ write: (entries) => insertLog(system, entries), logger: deps.logger });
  const live = createLiveCalls({ bus, now, channels: [clientsChannel, oidcChannel, userChanged] });
  const upstreams = createUpstreams({ guard: deps.guard, now });
  const admission = createAdmission(deps);
  const allowance = createAllowance({ limiter, quota, now });
  const traffic = createTraffic({ log, now });
  let stopping = false;
  let http: FastifyInstance | undefined;

  const { gauge } = deps.metrics;
  gauge('tamga_gateway_log_dropped', 'Gateway calls that were not logged since the start', [], (figure) =>
    figure.set(log.dropped()),
  );
  gauge('tamga_gateway_live_calls', 'Gateway calls whose answer is running', [], (figure) =>
    figure.set(live.size()),
  );

  const module: Module = {
    name: 'gateway',
    rows: gatewayRows({ admission, quota, clients: deps.clients }),
    mounts: gatewayMounts({
      clients: deps.clients,
      admission,
      allowance,
      upstreams,
      live,
      traffic,
      timeouts: deps.timeouts,
      socketsPerClient: deps.socketsPerClient,
      stopping: () => stopping,
      route: (request, response) => http?.routing(request, response),
    }),
    errors,
    events,
    schemas: names,
    jobs: [
      {
        name: 'gateway.partitions',
        about:
          'Makes room for the coming months of gateway traffic and its figures, drops what is past its retention and old quotas',
        schedule: '25 3 * * *',
        run: async (_data, { now: at }) => {
          await keepMonths(database, deps.logRetentionMonths);
          const daysAgo = (days: number) => new Date(at.getTime() - days * dayMs);
          await database.transaction(systemIdentity, async (tx) => {
            await deleteOldQuota(tx, dayOf(daysAgo(quotaKeptDays)));
            await deleteOldPaths(tx, daysAgo(pathsKeptDays));
          });
        },
      },
    ],
    attach: (app) => {
      http = app;
      traffic.watch(app);
      routeHandshakes(app, mountPrefix);
      deferContinue(app.server, [mountPrefix, '/rp/sign']);
      app.addHook('onReady', async () => live.start());
      app.addHook('preClose', async () => {
        stopping = true;
        live.closeEndless();
      });
      app.addHook('onClose', async () => {
        live.stop();
        await upstreams.close();
        await Promise.all([log.stop(), quota.stop(), shared?.stop()]);
      });
    },
  };
  return { module, admission, allowance, traffic };
}
