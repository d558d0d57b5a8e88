import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Outbox } from '../kernel/audit/unit-of-work.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import type { Database } from '../kernel/db/database.ts';
import type { Gate } from '../kernel/http/actor.ts';
import type { Module } from '../kernel/module.ts';
import type { AddressGuard } from '../kernel/security/address-guard.ts';
import type { Keyring } from '../kernel/security/keyring.ts';
import type { createAppGuard } from '../modules/apps/index.ts';
import type { DirectoryPort } from '../modules/directory/index.ts';
import type { EidRecordsPort } from '../modules/eid-console/index.ts';
import type { FileStore } from '../modules/gov/index.ts';
import type { EidFlow, EidPort, SessionDeps, TokenService } from '../modules/identity/index.ts';
import type { ClientDirectory } from '../modules/oauth-clients/index.ts';
import type { AccessTokens } from '../modules/oidc/index.ts';
import type { ConsoleAccess } from '../modules/operator/index.ts';
import type { MailPort, StateRegistryPort } from '../modules/organisations/index.ts';
import type { PaymentPort } from '../modules/payments/index.ts';
import type { PermissionsOf } from '../modules/rbac/index.ts';
import type { PersonRegistersPort } from '../modules/references/index.ts';
import type { SocialPort } from '../modules/social/index.ts';
import type { SsoPort } from '../modules/sso/index.ts';
import type { EmailCodePort } from '../modules/superadmin/index.ts';
import type { EmbeddingPort } from '../modules/tools/index.ts';

/** The systems Tamga depends on, each behind the port of the module that needs it. */
export interface Outside {
  eid: EidPort;
  records: EidRecordsPort;
  stateRegistry: StateRegistryPort | undefined;
  registers: PersonRegistersPort | undefined;
  social: SocialPort;
  sso: SsoPort;
  emailCodes: EmailCodePort;
  directory: DirectoryPort | undefined;
  mail: MailPort | undefined;
  payments: PaymentPort | undefined;
  embedding: EmbeddingPort | undefined;
  files: FileStore;
}

export interface AppDeps {
  databaseUrl: string;
  /** Past a pooler, for LISTEN. */
  directUrl: string;
  outside: Outside;
  logger: Logger;
  now: () => Date;
  /** Shared with the portal of this process; what it says of its visitors' addresses is believed. */
  forwarderSecret?: string | undefined;
  /** How long a row may take; thirty seconds unless told. */
  rowTimeoutMs?: number;
  /** Modules of a test: beside the app's own, or in place of those with the same name. */
  extraModules?: (parts: AppParts) => readonly Module[];
}

/** What modules are made of. */
export interface AppParts {
  readonly config: Config;
  /** Who is behind a token, for what outlives one request. */
  readonly gate: Gate;
  /** Aborts when the server is stopping. */
  readonly stopping: AbortSignal;
  /** Where work of a mount or a job hands over slow work, at commit. */
  readonly outbox: Outbox;
  readonly database: Database;
  readonly bus: Bus;
  readonly keyring: Keyring;
  readonly tokens: TokenService;
  readonly permissionsOf: PermissionsOf;
  readonly eidFlow: EidFlow;
  /** The access of a row that belongs to an app: 404 where the organisation has not installed it. */
  readonly needsApp: ReturnType<typeof createAppGuard>;
  /** The access of rows that belong on the operator console. */
  readonly consoleAccess: ConsoleAccess;
  readonly sessions: SessionDeps;
  /** Applications and services as they are at this moment, on every instance. */
  readonly clients: ClientDirectory;
  readonly guard: AddressGuard;
  /** What a token of an application is worth at this moment. */
  readonly accessTokens: AccessTokens;
  readonly now: () => Date;
}
