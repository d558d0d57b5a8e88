import type { Logger } from 'pino';
import type { Outbox } from '../kernel/audit/unit-of-work.ts';
import type { Module } from '../kernel/module.ts';
import type { Activity } from '../modules/developers/index.ts';
import type { EidFlow, EidPort } from '../modules/identity/index.ts';
import { type ClientDirectory, createClientDirectory } from '../modules/oauth-clients/index.ts';
import {
  type AccessTokens,
  createAccessTokens,
  createCertificateReader,
  createSubjects,
  createTokenMemory,
  oidc,
} from '../modules/oidc/index.ts';
import { mcpUrl } from '../modules/tools/index.ts';
import type { AppParts } from './app-parts.ts';
import { createLimiter } from './limiter.ts';

/** The OIDC provider, its OAuth clients, and token checks for the modules that accept its tokens. */
export function identityProvider(
  parts: Pick<AppParts, 'config' | 'database' | 'bus' | 'keyring' | 'guards' | 'now'>,
  deps: {
    outbox: Outbox;
    logger: Logger;
    eid: EidPort;
    eidFlow: EidFlow;
    stopping: AbortSignal;
    activity: Activity;
  },
): { module: Module; accessTokens: AccessTokens; clients: ClientDirectory } {
  const { config, database, bus, keyring, guards, now } = parts;
  const firstPartyClients = config.SSO_FIRSTPARTY_CLIENTS;
  const clients = createClientDirectory({ database, bus, keyring, firstPartyClients });
  const tokens = createTokenMemory({ database, bus });
  const subjects = createSubjects({ database, keyring });
  const certificateHeader = config.OAUTH_CLIENT_CERTIFICATE_HEADER;
  const readCertificate = createCertificateReader(certificateHeader, config.TRUSTED_PROXIES);
  return {
    clients,
    accessTokens: createAccessTokens({
      database,
      keyring,
      tokens,
      subjects,
      directory: clients,
      origin: config.issuer?.origin,
      readCertificate,
      now,
    }),
    module: oidc({
      database,
      bus,
      keyring,
      guards,
      readCertificate: certificateHeader === undefined ? undefined : readCertificate,
      now,
      tokens,
      subjects,
      directory: clients,
      limiter: createLimiter(config, database, now),
      outbox: deps.outbox,
      eid: deps.eid,
      eidFlow: deps.eidFlow,
      stopping: deps.stopping,
      platformName: config.EID_RP_NAME,
      issuer: config.issuer,
      clients: config.MCP_CLIENTS,
      toolsResource: mcpUrl(config.issuer?.origin ?? ''),
      sessionTtlSeconds: config.JWT_REFRESH_EXPIRED * 24 * 3600,
      keyDays: config.OIDC_KEY_DAYS,
      keyLeadMinutes: config.OIDC_KEY_LEAD_MINUTES,
      simulatorUrl: config.production ? undefined : `${config.sandboxUrl}/check`,
      onCredentialUse: deps.activity.used,
      onClientEvent: deps.activity.happened,
      onFailure: (error) => deps.logger.error({ err: error }, 'the OIDC provider failed'),
    }),
  };
}
