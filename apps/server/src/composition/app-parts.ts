import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Outbox } from '../kernel/audit/unit-of-work.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import type { Database } from '../kernel/db/database.ts';
import type { Gate } from '../kernel/http/actor.ts';
import type { Module } from '../kernel/module.ts';
import type { EmbeddingPort } from '../kernel/search/embedding-port.ts';
import type { AddressGuard, AddressGuards } from '../kernel/security/address-guard.ts';
import type { Keyring } from '../kernel/security/keyring.ts';
import type { ChildrenRegister } from '../modules/acting/index.ts';
import type { createAppGuard } from '../modules/apps/index.ts';
import type { ModelPort } from '../modules/assistant/index.ts';
import type { SmsPort } from '../modules/contacts/index.ts';
import type { DirectoryPort } from '../modules/directory/index.ts';
import type { EidRecordsPort } from '../modules/eid-console/index.ts';
import type { FileStorage, ObjectStores, Scanner, WatchTimes } from '../modules/files/index.ts';
import type { EidFlow, EidPort, SessionDeps, TokenService } from '../modules/identity/index.ts';
import type { Providers } from '../modules/integrations/index.ts';
import type { ClientDirectory } from '../modules/oauth-clients/index.ts';
import type { AccessTokens } from '../modules/oidc/index.ts';
import type { ConsoleAccess } from '../modules/operator/index.ts';
import type { MailPort, StateRegistryPort } from '../modules/organisations/index.ts';
import type { PaymentPort } from '../modules/payments/index.ts';
import type { PermissionsOf } from '../modules/rbac/index.ts';
import type { PersonRegistersPort } from '../modules/references/index.ts';
import type { PeerPort } from '../modules/relay/index.ts';
import type { RaisePorts, RevocationPort, SealSource } from '../modules/signing/index.ts';
import type { SocialPort } from '../modules/social/index.ts';
import type { SsoPort } from '../modules/sso/index.ts';
import type { EmailCodePort } from '../modules/superadmin/index.ts';
import type { ReceiverPort } from '../modules/webhooks/index.ts';

/** The external systems, each behind the port of the module that needs it. */
export interface Outside {
  eid: EidPort;
  records: EidRecordsPort;
  stateRegistry: StateRegistryPort | undefined;
  registers: PersonRegistersPort | undefined;
  children: ChildrenRegister | undefined;
  social: SocialPort;
  sso: SsoPort;
  emailCodes: EmailCodePort;
  directory: DirectoryPort | undefined;
  mail: MailPort | undefined;
  /** Undefined without a gateway for text messages. */
  sms: SmsPort | undefined;
  payments: PaymentPort | undefined;
  embedding: EmbeddingPort | undefined;
  /** The language model of the assistant. */
  model: ModelPort | undefined;
  /** Timestamps, certificate status and trusted authorities for signatures. */
  signing: (guard: AddressGuard<'revocation'>) => RaisePorts & {
    anchors: string;
    /** For documents of strangers: calls listed hosts alone. Null when it is switched off. */
    online: RevocationPort | null;
  };
  /** The key of the platform's seal; undefined when production has none. */
  seal: SealSource | undefined;
  /** Outside services that people connect. */
  providers: Providers;
  /** Other platforms of the relay; the guard decides which addresses may be called. */
  peers: (guard: AddressGuard<'relay'>) => PeerPort;
  /** Addresses of webhooks; the guard decides which may be called. */
  receivers: (guard: AddressGuard<'webhooks'>) => ReceiverPort;
  /** Where the bytes of files are. */
  files: ObjectStores;
  scanner: Scanner | undefined;
}

export interface AppDeps {
  databaseUrl: string;
  /** Bypasses a pooler, for LISTEN. */
  directUrl: string;
  outside: Outside;
  logger: Logger;
  now: () => Date;
  /** Shared with the portal of this process, whose forwarded visitor addresses are trusted. */
  forwarderSecret?: string | undefined;
  /** How long a request waits for a connection to the database; three seconds by default. */
  connectTimeoutMs?: number | undefined;
  /** The time limit of a row; thirty seconds by default. */
  rowTimeoutMs?: number;
  /** Of the checks of the store of files. */
  storeWatch?: Partial<WatchTimes>;
  /** Modules of a test: added to the app's, or replacing those with the same name. */
  extraModules?: (parts: AppParts) => readonly Module[];
}

/** The parts that modules are built from. */
export interface AppParts {
  readonly config: Config;
  /** Resolves the person behind a token, for work that outlives one request. */
  readonly gate: Gate;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
  /** Queues slow work of a mount or a job, at commit. */
  readonly outbox: Outbox;
  readonly database: Database;
  readonly bus: Bus;
  readonly keyring: Keyring;
  readonly tokens: TokenService;
  readonly permissionsOf: PermissionsOf;
  readonly eidFlow: EidFlow;
  /** The access rule of a row that belongs to an app: 404 when the organisation has not installed it. */
  readonly needsApp: ReturnType<typeof createAppGuard>;
  /** The access rule of rows of the operator console. */
  readonly consoleAccess: ConsoleAccess;
  readonly sessions: SessionDeps;
  /** The current OAuth clients and upstreams, on every instance. */
  readonly clients: ClientDirectory;
  /** One for each purpose: a caller names what it calls for. */
  readonly guards: AddressGuards;
  /** The storage of every file. */
  readonly files: FileStorage;
  /** The current validity of an OAuth client's token. */
  readonly accessTokens: AccessTokens;
  readonly now: () => Date;
}
