import type { Logger } from 'pino';
import { systemIdentity } from '../kernel/db/identity.ts';
import type { Migration } from '../kernel/db/migrate.ts';
import { fail } from '../kernel/http/errors.ts';
import type { Module } from '../kernel/module.ts';
import type { Metrics } from '../kernel/observability/metrics.ts';
import { account } from '../modules/account/index.ts';
import { type Acting, actingModule } from '../modules/acting/index.ts';
import { adminApi } from '../modules/admin-api/index.ts';
import { administration } from '../modules/administration/index.ts';
import { announcements, type Published } from '../modules/announcements/index.ts';
import { apps, openCatalogue } from '../modules/apps/index.ts';
import { accessRecorder, auditLog } from '../modules/audit-log/index.ts';
import { authorities } from '../modules/authorities/index.ts';
import { openCatalogue as openPublished } from '../modules/catalogue/index.ts';
import { contacts } from '../modules/contacts/index.ts';
import { dashboard } from '../modules/dashboard/index.ts';
import { type Activity, developers } from '../modules/developers/index.ts';
import { directory } from '../modules/directory/index.ts';
import { eidConsole, eidConsoleErrors } from '../modules/eid-console/index.ts';
import { files } from '../modules/files/index.ts';
import { gatewayDocs } from '../modules/gateway-docs/index.ts';
import { describePaper, listMostUsed } from '../modules/gov/index.ts';
import { identityEvents, type SecondFactor } from '../modules/identity/index.ts';
import { infrastructure } from '../modules/infrastructure/index.ts';
import { openIssuedDocuments } from '../modules/issued-documents/index.ts';
import { openKnowledge } from '../modules/knowledge/index.ts';
import { gatewayUpstreams, oauthClients } from '../modules/oauth-clients/index.ts';
import { createOutgoing, createSubjects } from '../modules/oidc/index.ts';
import { organisationEvents, organisations } from '../modules/organisations/index.ts';
import { personalData } from '../modules/personal-data/index.ts';
import { profile } from '../modules/profile/index.ts';
import { rbac } from '../modules/rbac/index.ts';
import type { Exchange } from '../modules/relay/index.ts';
import { roleInvitations } from '../modules/role-invitations/index.ts';
import { securityEvents } from '../modules/security-events/index.ts';
import { signing } from '../modules/signing/index.ts';
import { appearance, createBranding, site } from '../modules/site/index.ts';
import { createSocialAccounts, social, socialRedirectUri } from '../modules/social/index.ts';
import { sso } from '../modules/sso/index.ts';
import { superadmin } from '../modules/superadmin/index.ts';
import { users } from '../modules/users/index.ts';
import { webhooks } from '../modules/webhooks/index.ts';
import { afterSignIn } from './after-sign-in.ts';
import type { AppParts, Outside } from './app-parts.ts';
import { citizenAssistant } from './assistant.ts';
import { assistantTools } from './assistant-tools.ts';
import { gatewayModules } from './gateway.ts';
import { independentModules } from './independent-modules.ts';
import { organisationLookup } from './organisation-lookup.ts';
import { organisationParts } from './organisation-parts.ts';
import { describeModules } from './platform-modules.ts';
import { publicServices } from './public-services.ts';
import { packageVersion, readRelease } from './release.ts';
import type { Representatives } from './representatives.ts';
import { type SigningParts, signingDeps } from './signing.ts';

export interface ModuleListDeps {
  readonly outside: Outside;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly secondFactor: SecondFactor;
  /** Created before this list, because other modules use their parts. */
  readonly identity: Module;
  readonly console: Module;
  readonly provider: Module;
  readonly relay: { readonly module: Module; readonly exchange: Exchange };
  readonly signing: SigningParts;
  readonly migrations: readonly Migration[];
  /** The last known state of the store of files. */
  readonly filesState: () => string;
  /** The OpenAPI document of the whole list. */
  readonly document: () => object;
  readonly announced: Published;
  readonly activity: Activity;
  readonly acting: Acting;
  readonly representatives: Representatives;
}

/** Every module of the server, in the order of the specification. */
export function listModules(parts: AppParts, deps: ModuleListDeps): readonly Module[] {
  const { config, database, bus, keyring, guards, now, outbox, permissionsOf, sessions, eidFlow } = parts;
  const { outside, logger, metrics, secondFactor } = deps;
  const { rights, naming, askRegister, prove, proveErrors, listSigners } = deps.representatives;
  const branding = createBranding({ database, bus });
  const published = openPublished({
    database,
    bus,
    origin: config.appOrigin,
    publisher: config.EID_RP_NAME,
    listMostUsed: () => listMostUsed(database.reader(systemIdentity), 50),
  });
  const knowledge = openKnowledge({
    ...parts,
    catalogue: published,
    embedding: outside.embedding,
    minCosine: config.AI_EMBEDDING_MIN_PERCENT / 100,
    onFailure: (what, error) =>
      logger.warn({ what, reason: error instanceof Error ? error.message : 'unknown' }, 'knowledge failed'),
  });
  const version = config.RELEASE_VERSION ?? packageVersion;
  const signatures = signingDeps(parts, outside, deps.signing, deps.representatives, deps.acting);
  const { seal } = deps.signing;
  const issued = openIssuedDocuments({ database, outbox, now, files: parts.files, logger, metrics, seal });
  return [
    deps.identity,
    users({
      eidThroughUpstream: config.SSO_EID_PROXY_BASE_URL !== undefined,
      socialOf: createSocialAccounts({ database, bus, keyring }),
    }),
    rbac({ permissionsOf }),
    site({
      mode: config.authMode,
      ssoIssuer: config.SSO_ISSUER ?? '',
      isIssuer: config.isIssuer,
      social: config.SOCIAL_ISSUER !== undefined && config.SOCIAL_CLIENT_SECRET !== undefined,
      modules: describeModules(config.MODULES_DISABLED),
      branding,
      fetchOutside: createOutgoing(guards.logo),
      now,
    }),
    appearance({ database, bus }),
    announcements(deps.announced),
    auditLog({ database, keyring, outbox, now }),
    securityEvents({
      database,
      retentionMonths: config.SECURITY_EVENT_RETENTION_MONTHS,
      shown: accessRecorder('security.events.list'),
    }),
    directory({ directory: outside.directory, hashKey: config.JWT_SECRET }),
    dashboard({ database, permissionsOf, now, disabled: config.MODULES_DISABLED }),
    authorities,
    administration({
      database,
      outbox,
      keyring,
      eid: outside.eid,
      platformName: config.EID_RP_NAME,
      clients: parts.clients,
    }),
    roleInvitations({
      database,
      mail: outside.mail,
      appOrigin: config.appOrigin,
      platformName: config.EID_RP_NAME,
    }),
    profile({ ...rights, database, outbox, now, files: parts.files }),
    account({ clients: parts.clients }),
    personalData({
      database,
      outbox,
      now,
      keyring,
      files: parts.files,
      platformName: config.EID_RP_NAME,
      listeners: { directory: parts.clients, subjects: createSubjects({ database, keyring }) },
    }),
    contacts({
      database,
      keyring,
      hashKey: config.JWT_SECRET,
      platformName: config.EID_RP_NAME,
      appOrigin: config.appOrigin,
      phonePrefixes: config.SMS_PREFIXES,
      mail: outside.mail,
      sms: outside.sms,
    }),
    actingModule(deps.acting),
    organisations({
      ...organisationParts(parts),
      stateRegistry: outside.stateRegistry,
      naming,
      askRegister,
      prove,
      proveErrors,
      listSigners,
    }),
    eidConsole({
      ...rights,
      organisations: organisationLookup(outside.stateRegistry),
      hashKey: config.JWT_SECRET,
      whenConfirmed: naming.confirm,
      whenConfirmedEvents: [organisationEvents.verified, organisationEvents.takenOver],
      whenEnded: naming.end,
      recheck: naming.recheckNumber,
      whenEndedEvents: [organisationEvents.representationEnded],
    }),
    apps({
      database,
      outbox,
      naming,
      platformVersion: packageVersion,
      catalogue: openCatalogue({
        path: config.APP_CATALOG_PATH,
        publicKey: config.APP_CATALOG_PUBLIC_KEY,
        production: config.production,
        now,
        onRefused: (reason) => logger.warn({ reason }, 'the app catalogue was refused'),
      }),
    }),
    superadmin({
      database,
      keyring,
      eidFlow: eidFlow,
      sessions,
      secondFactor,
      signInFailed: identityEvents.signInFailed,
      social: outside.social,
      emailCodes: outside.emailCodes,
      appOrigin: config.appOrigin,
      platformName: config.EID_RP_NAME,
      defaultAccessMode: config.PLATFORM_ACCESS_MODE,
    }),
    sso({
      database,
      keyring,
      sso: outside.sso,
      sessions,
      secondFactor,
      defaultAccessMode: config.PLATFORM_ACCESS_MODE,
      afterSignIn,
    }),
    social({
      database,
      keyring,
      social: outside.social,
      sessions,
      secondFactor,
      mode: config.authMode,
      startUrl: `${config.appOrigin}/api/auth/sso/start`,
      redirectUri: socialRedirectUri(config.appOrigin),
      allowedDomains: config.SOCIAL_ALLOWED_DOMAINS,
    }),
    deps.console,
    oauthClients({ keyring, guards, platformName: config.EID_RP_NAME }),
    webhooks({ database, bus, outbox, keyring, logger, now, receivers: outside.receivers(guards.webhooks) }),
    gatewayUpstreams({ keyring, guards, platformName: config.EID_RP_NAME }),
    gatewayDocs(),
    deps.provider,
    developers({
      database,
      outbox,
      keyring,
      guard: guards.applications,
      platformName: config.EID_RP_NAME,
      activity: deps.activity,
      selfService: config.DEVELOPER_APPLICATIONS ?? (config.production ? 'never' : 'approval'),
    }),
    ...gatewayModules(parts, { logger, metrics, rights }),
    adminApi({
      database,
      keyring,
      guard: guards.applications,
      platformName: config.EID_RP_NAME,
      gate: parts.gate,
      now,
      environmentKeys: config.SSO_ADMIN_API_KEYS,
    }),
    files({
      database,
      outbox,
      now,
      metrics,
      stores: outside.files,
      storage: parts.files,
      scanner: outside.scanner,
      describe: {
        paper: describePaper,
        space: async () => ({ name: '', link: '/space' }),
        signature: async () => ({ name: '', link: '/profile' }),
        sign_request: async () => ({ name: '', link: '/sign/requests?box=sent' }),
      },
    }),
    deps.relay.module,
    signing(signatures),
    issued.module,
    ...publicServices(parts, {
      ...outside,
      documents: issued.documents,
      exchange: deps.relay.exchange,
      logger,
      branding,
      signatures,
      acting: deps.acting,
      confirmRepresentative: async (_db, { userId, regNo }) => {
        const named = await askRegister(userId, regNo);
        if (named === undefined) fail(eidConsoleErrors.upstream_unavailable, { retryAfterSeconds: 5 });
        if (named === null) fail(eidConsoleErrors.not_representative);
      },
      published,
    }),
    knowledge.module,
    citizenAssistant(parts, {
      logger,
      metrics,
      branding,
      catalogue: published,
      knowledge: knowledge.search,
      model: outside.model,
    }),
    assistantTools(parts, { logger, version, embedding: outside.embedding, branding }),
    ...independentModules,
    infrastructure({
      database,
      bus,
      metrics,
      version: config.RELEASE_VERSION ?? readRelease(),
      now,
      migrations: deps.migrations,
      filesState: deps.filesState,
      sealState: seal.state,
      document: deps.document,
    }),
  ];
}
