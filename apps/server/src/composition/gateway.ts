import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import type { Database } from '../kernel/db/database.ts';
import type { Module } from '../kernel/module.ts';
import type { Metrics } from '../kernel/observability/metrics.ts';
import type { AddressGuards } from '../kernel/security/address-guard.ts';
import type { RightsDeps } from '../modules/eid-console/index.ts';
import { eidProxy, type SignRelay } from '../modules/eid-proxy/index.ts';
import { gateway } from '../modules/gateway/index.ts';
import type { ClientDirectory } from '../modules/oauth-clients/index.ts';
import type { AccessTokens } from '../modules/oidc/index.ts';
import { hasSharedLimits } from './limiter.ts';

/** The surface that OAuth clients call with their tokens: upstreams behind the gateway, and the eID. */
export function gatewayModules(
  parts: {
    config: Config;
    database: Database;
    bus: Bus;
    clients: ClientDirectory;
    accessTokens: AccessTokens;
    guards: AddressGuards;
    now: () => Date;
  },
  deps: { logger: Logger; metrics: Metrics; rights: RightsDeps },
): readonly Module[] {
  const { config, database, bus, now, clients, accessTokens, guards } = parts;
  const timeouts = {
    headersMs: config.GATEWAY_HEADERS_TIMEOUT_SECONDS * 1000,
    idleMs: config.GATEWAY_IDLE_TIMEOUT_SECONDS * 1000,
  };
  const { module, ...shared } = gateway({
    database,
    bus,
    now,
    clients,
    guard: guards.gateway,
    timeouts,
    tokens: accessTokens,
    logger: deps.logger,
    metrics: deps.metrics,
    sharedLimits: hasSharedLimits(config),
    socketsPerClient: config.GATEWAY_SOCKETS_PER_APPLICATION,
    logRetentionMonths: config.GATEWAY_LOG_RETENTION_MONTHS,
  });
  return [module, eidProxy({ ...shared, clients, now, timeouts, ...deps.rights, relay: relayOf(config) })];
}

/** Without a relay token or a token issuer no caller could be admitted, so there is no relay. */
function relayOf(config: Config): SignRelay | undefined {
  const { EID_BASE_URL: baseUrl, EID_RP_SECRET: rpSecret, SIGN_RELAY_TOKEN: relayToken } = config;
  if (baseUrl === undefined || rpSecret === '' || (relayToken === undefined && !config.isIssuer))
    return undefined;
  return { baseUrl, rpSecret, relayToken };
}
