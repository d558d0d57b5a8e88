import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import type { Module } from '../../kernel/module.ts';
import { currentQr, type Ended, findOwn, type Observed, observe, type Settled, settle } from './eid-flow.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { recordFailedAttempt } from './failed-attempts.ts';
import { type IdentityJobDeps, identityJobs } from './jobs.ts';
import { type IdentityDeps as AllDeps, identityRows } from './routes.ts';
import { names } from './schemas.ts';
import {
  admitClientPush,
  type ClientPush,
  type KeepOptions,
  type Kept,
  keepStarted,
  type Push,
  type Ring,
  ring,
  type Started,
  sealedPurpose,
  startByDeviceLink,
  startByPush,
} from './start.ts';
import type { EidSessionRow, EndedPush, PushAsker } from './store.ts';

export { type Admission, type Arrival, admit, type SecondFactor, turnAway } from './admission.ts';
export type { Observed, Settled } from './eid-flow.ts';
export {
  EidError,
  type EidIdentity,
  type EidPort,
  type EidSignature,
  type EidSignaturePoll,
  type EidSignatureSession,
  type Signer,
  type SigningCertificate,
} from './eid-port.ts';
export { errors as identityErrors } from './errors.ts';
export { events as identityEvents } from './events.ts';
export type { LinkOnSignIn, SocialLink } from './finish.ts';
export { createGate } from './gate.ts';
export { applicationText, phoneName, signatureText } from './phone-text.ts';
export { QrView, SessionView, StartView } from './schemas.ts';
export { type SessionDeps, sessionEnded } from './sessions.ts';
export {
  observeSignature,
  type StartedSignature,
  signatureGraceMs,
  signerOf,
  startSignature,
} from './signature.ts';
export { findSignIn, forgetBrowsers, markPin2, type PushAsker, readAccessMode, takePush } from './store.ts';
export { createTokens, type TokenService } from './tokens.ts';

export type IdentityDeps = Omit<AllDeps, 'usual'> & IdentityJobDeps;

/** An eID sign-in for another module: onboarding, the operator console. */
export interface EidFlow {
  /** Returns to pages of `origin`, by default the portal. */
  startByDeviceLink(callbackUrl: string | undefined, origin?: string): Promise<Started>;
  startByPush(db: Reader, push: Push): Promise<Started>;
  keep(tx: WriteTx, started: Started, options: KeepOptions): Promise<Kept>;
  find: typeof findOwn;
  observe(
    row: EidSessionRow,
    options: { holdMs: number; verifier: string | null; released: AbortSignal; now: Date },
  ): Promise<Observed>;
  settle(tx: WriteTx, observed: Observed): Promise<Settled>;
  /** Takes the limits of a push for an OAuth client, alike for known and unknown people; `ring` then sends it. */
  admitClientPush(db: Reader, push: ClientPush): Promise<PushAsker>;
  ring(push: Ring): Promise<Started>;
  /** Records the end of a push without approval as a failed sign-in; only a wrong PIN counts towards the lock. */
  recordFailure(tx: WriteTx, settled: Ended & { push: EndedPush | undefined }): Promise<void>;
  qr(row: EidSessionRow, request: Pick<RequestFacts, 'now' | 'language'>): ReturnType<typeof currentQr>;
}

export function identity(given: IdentityDeps): { module: Module; eidFlow: EidFlow } {
  const deps: AllDeps = { ...given, usual: { lifeMs: 120_000 } };
  // Always in provider mode: operators must be able to sign in even when citizens use an upstream platform that is down.
  const always: AllDeps = { ...deps, mode: 'provider' };
  return {
    module: {
      name: 'identity',
      openInMaintenance: true,
      rows: identityRows(deps),
      errors,
      events,
      schemas: names,
      sealed: [{ table: 'eid_sessions', column: 'sealed', purpose: sealedPurpose }],
      jobs: identityJobs(given),
    },
    eidFlow: {
      startByDeviceLink: (callbackUrl, origin = always.appOrigin) =>
        startByDeviceLink({ ...always, appOrigin: origin }, callbackUrl),
      startByPush: (db, push) => startByPush(always, db, push),
      keep: (tx, started, options) => keepStarted(deps, tx, started, options),
      find: findOwn,
      observe: (row, options) => observe(deps, row, options),
      settle,
      admitClientPush: (db, push) => admitClientPush(always, db, push),
      ring: (push) => ring(always, push),
      recordFailure: (tx, { push, ...end }) =>
        recordFailedAttempt(given, tx, end, push, { ip: '', userAgent: '' }),
      qr: (row, request) => currentQr(deps, row, request),
    },
  };
}
