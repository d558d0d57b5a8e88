import type { Outbox } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Limiter } from '../../kernel/http/limits.ts';
import type { Module } from '../../kernel/module.ts';
import type { AddressGuards } from '../../kernel/security/address-guard.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import type { EidFlow, EidPort } from '../identity/index.ts';
import { type ClientDirectory, listReservedNames } from '../oauth-clients/index.ts';
import { createChallenges } from './challenges/challenges.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { oidcJobs } from './jobs.ts';
import { keyPurpose } from './keys/keys.ts';
import { withClientDocuments } from './library/client-documents.ts';
import type { CredentialReport, EventReport } from './library/client-reports.ts';
import type { AssistantClients } from './library/discovery.ts';
import { createEngine } from './library/engine.ts';
import { oidcMounts } from './library/mounts.ts';
import { createOutgoing } from './library/outgoing.ts';
import { createSecretFailures } from './library/secret-failures.ts';
import { statePurpose } from './library/state-store.ts';
import { registrationMount } from './registration.ts';
import { deviceRows } from './requests/device-routes.ts';
import { requestPurpose } from './requests/store.ts';
import { oidcRows } from './routes.ts';
import { names } from './schemas.ts';
import { stepUpRows } from './step-up/routes.ts';
import { stepUpPurpose } from './step-up/step-up.ts';
import { type Subjects, saltPurpose } from './subjects/subjects.ts';
import type { CertificateReader } from './tokens/certificates.ts';
import type { Tokens } from './tokens/tokens.ts';

export type { Listeners } from './challenges/application-events.ts';
export { viewConsents, withdrawAllConsents } from './challenges/consents.ts';
export { addKeys, type KeyDeps, type Rotation } from './keys/keys.ts';
export { createOutgoing } from './library/outgoing.ts';
export { ConsentView } from './schemas.ts';
export { createSubjects } from './subjects/subjects.ts';
export { type AccessToken, type AccessTokens, createAccessTokens } from './tokens/access-tokens.ts';
export { type CertificateReader, createCertificateReader } from './tokens/certificates.ts';
export { proofAlgorithms } from './tokens/proofs.ts';
export { createTokens as createTokenMemory, type Tokens as TokenMemory } from './tokens/tokens.ts';

export interface OidcDeps {
  database: Database;
  bus: Bus;
  outbox: Outbox;
  keyring: Keyring;
  directory: ClientDirectory;
  tokens: Tokens;
  subjects: Subjects;
  now: () => Date;
  /** Undefined if this platform is no issuer: then the provider has no endpoints. */
  issuer: { readonly origin: string; readonly stateKey: string } | undefined;
  /** Clients that may ask for the tools (MCP_CLIENTS), and the resource of their tokens. */
  clients: AssistantClients;
  toolsResource: string;
  /** The lifetime of a Tamga session: a sign-in at the provider never outlives the one it rests on. */
  sessionTtlSeconds: number;
  keyDays: number;
  keyLeadMinutes: number;
  /** Confirmations with PIN2, and our name on the person's phone. */
  eid: EidPort;
  platformName: string;
  /** Checks the addresses of back-channel logout. */
  guards: Pick<AddressGuards, 'applications' | 'client_documents'>;
  /** The eID push, for CIBA. */
  eidFlow: EidFlow;
  stopping: AbortSignal;
  /** Undefined if no proxy passes certificates: then no token can be bound to one. */
  readCertificate: CertificateReader | undefined;
  /** The sandbox's page for relying parties; undefined in production. */
  simulatorUrl: string | undefined;
  /** Counts wrong client secrets. */
  limiter: Limiter;
  onCredentialUse: CredentialReport;
  onClientEvent: EventReport;
  onFailure: (error: Error) => void;
}

/** The OIDC provider: clients sign people in through Tamga. */
export function oidc(given: OidcDeps): Module {
  const { issuer } = given;
  const outgoing = createOutgoing(given.guards.applications);
  const directory =
    given.clients === 'registered'
      ? given.directory
      : withClientDocuments(given.directory, {
          ...given,
          reservedNames: () =>
            listReservedNames(given.database.reader(systemIdentity), given.platformName, false),
          // Anybody may name such an address without signing in.
          outgoing: createOutgoing(given.guards.client_documents),
        });
  const provider =
    issuer === undefined
      ? undefined
      : {
          ...given,
          directory,
          issuer: issuer.origin,
          stateKey: issuer.stateKey,
          challenges: createChallenges({ issuer: issuer.origin, stateKey: issuer.stateKey, now: given.now }),
          outgoing,
          secretFailures: createSecretFailures(given.limiter, given.now),
        };
  const engine = provider === undefined ? undefined : createEngine(provider);
  return {
    name: 'oidc',
    openInMaintenance: true,
    rows: [
      ...oidcRows(provider, { directory, subjects: given.subjects }, given.simulatorUrl),
      ...stepUpRows(provider),
      ...deviceRows(provider),
    ],
    mounts: [
      ...oidcMounts(engine, issuer?.origin ?? 'http://localhost'),
      registrationMount(engine !== undefined && given.clients === 'dynamic' ? given : undefined),
    ],
    errors,
    events,
    schemas: names,
    jobs: oidcJobs(given, engine, provider),
    sealed: [
      { table: 'oidc_keys', column: 'sealed', purpose: keyPurpose },
      { table: 'oidc_subject_salt', column: 'sealed', purpose: saltPurpose },
      { table: 'oidc_states', column: 'sealed', purpose: statePurpose },
      { table: 'oidc_requests', column: 'sealed', purpose: requestPurpose },
      { table: 'oidc_step_ups', column: 'sealed', purpose: stepUpPurpose },
    ],
  };
}
