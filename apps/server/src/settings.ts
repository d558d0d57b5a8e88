import { assistantForms } from './assistant-settings.ts';
import { cloudSettings } from './cloud-providers.ts';
import { fileForms } from './file-settings.ts';
import { smsForms } from './message-settings.ts';
import { publicServiceForms } from './public-service-settings.ts';
import { scannerForms } from './scanner-settings.ts';
import {
  address,
  database,
  type Form,
  flag,
  host,
  integer,
  internal,
  list,
  networks,
  networksOrOpen,
  origins,
  outside,
  own,
  reachableNetworks,
  secret,
  secrets,
  text,
  timeZone,
  word,
} from './setting-forms.ts';
import { signingForms } from './signing-settings.ts';
import { toolForms } from './tools-settings.ts';

/** Every setting of Tamga: its type, its default, and its sentence in the configuration reference. */

export type Environment = 'development' | 'test' | 'production';

export type Definition<T> = Form<T> & { readonly section: string };

/** The section of the configuration reference that lists these settings. */
function section<F extends Record<string, Form<unknown>>>(
  name: string,
  forms: F,
): { readonly [K in keyof F]: F[K] & { readonly section: string } } {
  const defined = Object.entries(forms).map(([key, form]) => [key, { ...form, section: name }]);
  return Object.fromEntries(defined);
}

export const settings = {
  ...section('Server', {
    ENVIRONMENT: word(
      ['development', 'test', 'production'],
      'Production accepts no development default.',
      'development',
    ),
    HOST: text(255, 'Address the API, the portal and the sandbox listen on.', '127.0.0.1'),
    PORT: integer(0, 65535, 8080, 'Port of the API; 0 takes any free one.'),
    PORTAL_PORT: integer(0, 65535, 3000, 'Port of the portal.'),
    SANDBOX_PORT: integer(0, 65535, 9000, 'Port of the sandbox; it never starts in production.'),
    SANDBOX_SMTP_PORT: integer(0, 65535, 9025, "Port of the sandbox's mail sink."),
    SANDBOX_APPLICATION_HOSTS: list(
      "host or host:port values of applications that the sandbox's sign-in checks may open, beside those on its machine.",
      [],
    ),
    TIME_ZONE: timeZone(
      'Zone of every official date and time: on pages, papers, letters and calendar files, wherever the reader is.',
      'Asia/Ulaanbaatar',
    ),
    DATA_DIR: text(
      4096,
      'Where the embedded database, development secrets and the sandbox keep their files.',
      '.data',
    ),
    LOG_LEVEL: word(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'Level of detail of the log.',
      'info',
    ),
    RELEASE_VERSION: text(
      64,
      'Version reported by /health; when unset, the package version and the commit of the checkout, as in 0.2.0+1a2b3c4d5e6f.',
    ),
    SHUTDOWN_GRACE_SECONDS: integer(1, 600, 20, 'How long a stopping server may finish open requests.'),
    MODULES_DISABLED: list(
      'Modules to switch off, such as registry,tools: their addresses answer 404 and leave the menus and the API document.',
      [],
    ),
    SHED_LAG_MS: integer(50, 60000, 750, 'Event-loop delay above which new requests are answered 503.'),
    SHED_QUEUE: integer(
      10,
      100000,
      2000,
      'Requests waiting for a database connection above which new ones are answered 503.',
    ),
    UPLOADS_AT_ONCE: integer(
      4,
      100000,
      256,
      'Files that may arrive at the same time on one instance; a quarter of them from people who are not signed in.',
    ),
    UPLOADS_PER_CLIENT: integer(
      1,
      1000,
      32,
      'Of these, how many of one person; a quarter of it of one address that is not signed in.',
    ),
    UPLOADS_SPOOL_MIB: integer(
      64,
      1000000,
      2048,
      'Disk space in DATA_DIR/spool that arriving documents may use; they are sealed with a key in memory.',
    ),
  }),
  ...section('Browser and network', {
    APP_ORIGIN: own('Origin browsers see. Default: the portal on localhost.'),
    BACKEND_URL: internal('Where the portal reaches the API. Default: the API on this host.'),
    ALLOWED_ORIGINS: origins('Origins that may call the API from a browser. Default: APP_ORIGIN.'),
    TRUSTED_PROXIES: networks('Addresses or CIDR ranges whose X-Forwarded-For is trusted.'),
    COOKIE_SECURE: flag(
      'Secure cookies with the __Host- prefix. Default: on in production and on https origins.',
    ),
    RATE_LIMIT_STORE: word(
      ['auto', 'memory', 'shared'],
      'Where token buckets live; auto is memory on the embedded database and shared otherwise.',
      'auto',
    ),
    OBSERVABILITY_TOKEN: secret(
      'Bearer token for /metrics and /swagger/ in production; both are closed there without it.',
    ),
  }),
  ...section('Database', {
    DATABASE_URL: database('PostgreSQL 15 or newer. Unset: Tamga starts its own in DATA_DIR.'),
    DATABASE_OWNER_URL: database(
      'Role that owns the tables, used by migrations only. Default: DATABASE_URL.',
    ),
    DATABASE_DIRECT_URL: database('Address that bypasses a pooler, for LISTEN. Default: DATABASE_URL.'),
    DB_MAX_OPEN_CONNS: integer(2, 1000, 25, 'Connections one process may hold.'),
  }),
  ...section('Sessions', {
    JWT_SECRET: secret('Signs session tokens; changing it ends every session.'),
    JWT_ISSUER: text(200, 'Issuer in session tokens; changing it ends every session.', 'tamga-development'),
    ACCESS_TOKEN_MINUTES: integer(1, 1440, 15, 'Life of an access token.'),
    JWT_REFRESH_EXPIRED: integer(1, 365, 7, 'Life of a refresh token in days.'),
    SESSION_MAX_DAYS: integer(
      1,
      365,
      30,
      'Days after which a person signs in again, however often the session was refreshed.',
    ),
    SESSION_SUPERADMIN_MAX_HOURS: integer(1, 168, 12, 'The same for super administrators, in hours.'),
    SESSION_REFRESH_GRACE_SECONDS: integer(
      0,
      60,
      0,
      'Within it a replaced refresh token gets the same successor again; 0 ends the chain at once.',
    ),
    INTEGRATION_ENC_KEY: secret('Seals stored secrets. `id:secret,id:secret`: the first seals, all open.'),
    PLATFORM_ACCESS_MODE: word(
      ['public', 'private'],
      'In private only accounts that already exist may sign in.',
      'public',
    ),
    AUTH_MODE: word(
      ['provider', 'client'],
      'provider signs people in itself, client sends them to SSO_ISSUER. Default: client when SSO_CLIENT_ID is set.',
    ),
    SSO_ISSUER: outside('Upstream OIDC provider in mode client.'),
    SSO_CLIENT_ID: text(200, 'Client id at the upstream provider.'),
    SSO_CLIENT_SECRET: secret('Our secret at the upstream provider. Unset: we are a public client there.'),
    SSO_REDIRECT_URI: own('Where the upstream sends the browser back. Default: the portal.'),
    SSO_SCOPE: text(
      500,
      'Scopes asked for; nationalid identifies people by their numbers, offline_access keeps a refresh token.',
      'openid profile email',
    ),
    SSO_EID_PROXY_BASE_URL: outside(
      "API of the upstream, ending with /api/v1: the eID console reads people's eID records there. Needs offline_access, svc:eid-proxy and svc:eid-org-proxy in SSO_SCOPE.",
    ),
    SSO_NATIVE_CLIENT_ID: text(200, 'Public client id of the mobile application at the upstream provider.'),
    SSO_NATIVE_REDIRECT_URIS: list(
      'Return addresses of the mobile application, exactly as it sends them.',
      [],
    ),
    OAUTH_ISSUER: own(
      'Issuer address when Tamga signs people in for other applications; production needs SSO_STATE_KEY with it. Default in development: the portal.',
    ),
    SSO_STATE_KEY: secret(
      'Protects sign-in challenges and cookies of the OIDC provider. Default in development: derived from JWT_SECRET.',
    ),
    OAUTH_CLIENT_CERTIFICATE_HEADER: text(
      64,
      'Header in which a proxy of TRUSTED_PROXIES passes the TLS certificate that it verified (RFC 9440 or URL-encoded PEM). Needed for certificate-bound tokens; the proxy must remove the header from outside.',
    ),
    LOGIN_EVENT_RETENTION_MONTHS: integer(1, 120, 24, 'Months of sign-in history that are kept.'),
    SECURITY_EVENT_RETENTION_MONTHS: integer(1, 120, 24, 'Months of security events that are kept.'),
    NOTIFICATION_RETENTION_MONTHS: integer(1, 120, 24, 'Months of notifications that are kept.'),
  }),
  ...section('National eID', {
    EID_BASE_URL: outside("Provider's address, ending with /v3. Default: the sandbox."),
    EID_RP_UUID: text(64, 'Our id at the provider.', '00000000-0000-4000-8000-000000000001'),
    EID_RP_NAME: text(32, "Our name on the person's phone.", 'Tamga'),
    EID_RP_SECRET: secret('Our secret at the provider.'),
    EID_SCHEME: text(32, 'Scheme word of the signed payload.', 'mn-eid'),
    EID_CERT_LEVEL: word(
      ['ADVANCED', 'QUALIFIED', 'QSCD'],
      'Lowest certificate level that may sign in.',
      'QUALIFIED',
    ),
    EID_CALLBACK_URL: own('Where the eID app returns on the same device. Default: the portal.'),
    EID_DISPLAY_TEXT: text(60, 'Text the phone shows at sign-in.', 'Tamga: нэвтрэх үү? · Sign in?'),
    EID_TRUST_ROOTS: text(65536, 'PEM, or a path to a PEM file, of the national roots and intermediates.'),
    EID_OCSP: word(['required', 'off'], 'Whether revocation must be checked at each sign-in.', 'required'),
    EID_OCSP_HOSTS: list('host:port values OCSP may be asked at. Default: the host of EID_BASE_URL.', []),
    EID_PUSH: word(
      ['open', 'known-browsers', 'off'],
      'Callers that may start a push by national ID: everyone, a browser that signed in before, or no one.',
      'open',
    ),
    EID_MOCK_MODE: flag('Not supported: the sandbox uses the real protocol.'),
  }),
  ...section('National directory', {
    CORE_API_BASE: outside(
      'Person and organisation directory. Unset: /core answers that it is not connected.',
    ),
    CORE_API_TOKEN: secret('Bearer token of the directory.'),
  }),
  ...section('Payments', {
    PAYMENTS_BASE: outside('Payment provider. Unset in production: fees cannot be paid here.'),
    PAYMENTS_API_KEY: secret('Our key at the payment provider.'),
    PAYMENTS_WEBHOOK_SECRET: secret('Shared with the payment provider, which signs its callbacks with it.'),
    PAYMENTS_CALLBACK_URL: own(
      'Origin at which the payment provider reaches /api/v1/gov/payments/callback. Default: APP_ORIGIN in production, the API on this host elsewhere.',
    ),
  }),
  ...section('Government services', {
    ...publicServiceForms,
  }),
  ...section('Relay', {
    RELAY_SELF_CODE: text(120, 'Code of this platform in messages to other platforms.', 'self'),
    RELAY_DEMO_MODE: flag('Lets demonstration agencies send requests and answer them by themselves.'),
  }),
  ...section('Signing', signingForms),
  ...section('Files', {
    ...fileForms,
    ...scannerForms,
  }),
  ...section('Connections to outside services', cloudSettings),
  ...section('Applications and gateway', {
    SSO_FIRSTPARTY_CLIENTS: list("Client ids of the operator's own applications: no consent is asked.", []),
    SSO_ADMIN_API_KEYS: secrets(
      'Keys of /admin/api/v1, `secret` or `name:secret`; more are made with `tamga keys create`.',
    ),
    OIDC_KEY_DAYS: integer(1, 3650, 90, 'Days after which the next key for id_tokens is made.'),
    OIDC_KEY_LEAD_MINUTES: integer(
      10,
      43200,
      1440,
      'How long a new key is published before it signs, so that every client has fetched it.',
    ),
    GATEWAY_HEADERS_TIMEOUT_SECONDS: integer(
      1,
      600,
      30,
      'How long an upstream may take until its response begins.',
    ),
    GATEWAY_IDLE_TIMEOUT_SECONDS: integer(
      1,
      3600,
      120,
      'Longest silence of a response, an upload or a WebSocket through the gateway.',
    ),
    GATEWAY_SOCKETS_PER_APPLICATION: integer(
      0,
      100000,
      100,
      'WebSockets that one OAuth client may hold at each instance.',
    ),
    GATEWAY_LOG_RETENTION_MONTHS: integer(1, 120, 3, 'Months of gateway traffic that are kept.'),
    SIGN_RELAY_TOKEN: secret(
      'Also admits to /rp/sign, beside the tokens of OAuth clients. Unset: only those.',
    ),
    GATEWAY_ALLOWED_NETWORKS: reachableNetworks(
      'that the gateway may reach, for upstreams and nothing else.',
    ),
    APPLICATIONS_ALLOWED_NETWORKS: reachableNetworks(
      'where OAuth clients are told of sign-outs and CIBA decisions.',
    ),
    CLIENT_DOCUMENTS_ALLOWED_NETWORKS: reachableNetworks(
      'from which documents about assistants are read. Anybody may name such an address without signing in: keep it empty.',
    ),
    DEVELOPER_APPLICATIONS: word(
      ['never', 'trial', 'approval'],
      'Whether signed-in people register applications: never; on trial, where only their owners can sign in; or on trial with a request for approval. Default: approval in development, never in production.',
    ),
    WEBHOOKS_ALLOWED_NETWORKS: reachableNetworks('that webhooks may reach.'),
    RELAY_ALLOWED_NETWORKS: reachableNetworks('where other platforms of the relay are.'),
    LOGO_ALLOWED_NETWORKS: reachableNetworks('from which the logo is read.'),
    REVOCATION_ALLOWED_NETWORKS: reachableNetworks(
      'where certificates name their OCSP and CRL services. Services of the configured authorities need no entry.',
    ),
  }),
  ...section('Assistant', assistantForms),
  ...section('Tools of AI assistants', toolForms),
  ...section('Organisations', {
    ORG_PROOF_CHECK_MINUTES: integer(
      5,
      1440,
      30,
      'Minutes after which the eID provider and the state registry are asked again whether a person still represents an organisation.',
    ),
    ORG_PROOF_MAX_AGE_HOURS: integer(
      1,
      168,
      24,
      'Hours for which their last answer counts while they cannot be asked; then nobody acts for the organisation.',
    ),
    STATE_REGISTRY_BASE: outside(
      'State registry of organisations and of people, whose facts certificates carry; without /v1. Default: the sandbox.',
    ),
    STATE_REGISTRY_CLIENT_ID: text(200, 'Our client id at the state registry.', 'tamga'),
    STATE_REGISTRY_SECRET: secret('Our secret at the state registry.'),
    APP_CATALOG_PATH: text(4096, 'Signed app catalogue. Default: the development catalogue.'),
    APP_CATALOG_PUBLIC_KEY: text(
      200,
      'Ed25519 key of the catalogue, base64 SPKI. Default: the development key.',
    ),
  }),
  ...section('Super administrator', {
    SUPERADMIN_EMAIL: text(200, 'Invited at start while there is no super administrator.'),
    SOCIAL_ISSUER: outside('OIDC issuer of the social provider. Default: the sandbox.'),
    SOCIAL_CLIENT_ID: text(200, 'Our client id at the social provider.', 'tamga'),
    SOCIAL_CLIENT_SECRET: secret('Our secret at the social provider.'),
    SOCIAL_ALLOWED_DOMAINS: list('Domains whose addresses may sign in socially. Empty: every domain.', []),
    VERIFY_API_BASE: outside('E-mail code service. Default: the sandbox.'),
    VERIFY_API_KEY: secret('Our key at the e-mail code service.'),
    VERIFY_CHANNEL: text(32, 'Channel asked for at the e-mail code service.', 'email'),
  }),
  ...section('Operator console', {
    CONTROL_PLANE_HOST: host(
      'Host of the operator console; any other host answers 404. Unset: off in production, any host elsewhere.',
    ),
    CONTROL_PLANE_ALLOWED_CIDRS: networksOrOpen(
      'Networks of operators while the platform is private; a public platform does not check.',
    ),
    MAIL_URL: {
      ...address(
        ['smtp:', 'smtps:'],
        // A relay on this machine is common.
        'internal',
        'Mail submission server, with user and password. Default: the sandbox.',
      ),
      secret: true as const,
    },
    MAIL_FROM: text(200, 'Sender of mails.', 'no-reply@tamga.localhost'),
  }),
  ...section('Text messages', smsForms),
};
export type SettingName = keyof typeof settings;

export interface SettingDescription {
  name: string;
  section: string;
  form: string;
  fallback: string;
  about: string;
}

export function describeSettings(): SettingDescription[] {
  return Object.entries(settings).map(([name, definition]) => ({
    name,
    section: definition.section,
    form: definition.form,
    fallback: 'secret' in definition || definition.fallback === undefined ? '' : String(definition.fallback),
    about: definition.about,
  }));
}
