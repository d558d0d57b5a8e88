import { X509Certificate } from 'node:crypto';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { AppError, fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { type ArrivedFile, explain, type FileStorage, findStored, removeStored } from '../files/index.ts';
import { type EidPort, observeSignature } from '../identity/index.ts';
import { type BeginDeps, explainEid, inPieces, sealedPurpose } from './begin.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { verifiedSignatureValue } from './pades/cms.ts';
import type { PdfEngine } from './pades/engine.ts';
import type { Level } from './pades/level.ts';
import { type RaisePorts, raise } from './pades/raise.ts';
import { SignatureRefused } from './pades/refusal.ts';
import { appendRevision, type RevisionDeps } from './requests/append.ts';
import { events as requestEvents } from './requests/events.ts';
import { lockRequest, type RequestRow, releaseRevision } from './requests/store.ts';
import { collectShared } from './shared-bytes.ts';
import {
  completeSession,
  endSession,
  failSession,
  findOwnSession,
  keepSignature,
  type SessionRow,
} from './store.ts';

export interface AdvanceDeps {
  database: Database;
  outbox: Outbox;
  eid: EidPort;
  keyring: Keyring;
  files: FileStorage;
  engine: PdfEngine;
  ports: RaisePorts;
  target: Level;
  now: () => Date;
  represents: BeginDeps['represents'];
  isParent: BeginDeps['isParent'];
}

/** A signed document can be downloaded this long. */
const keptMs = 24 * 3_600_000;

/** What became of a running session; applied by `settle` in one transaction. */
export type Progress =
  | { kind: 'none' }
  | { kind: 'ended'; state: 'failed' | 'expired' | 'rejected'; reason: string }
  | { kind: 'signed'; file: ArrivedFile | undefined; level: Level | null; shortfall: string }
  | { kind: 'unusable'; reason: string };

/** Asks the phone, and makes the document when it was approved. Runs outside a transaction. */
export async function observe(
  deps: AdvanceDeps,
  session: SessionRow,
  context: { signal: AbortSignal; requestId: string | null },
): Promise<Progress> {
  if (session.state !== 'running') return { kind: 'none' };
  if (session.signature !== null) return make(deps, session, context.signal);
  const poll = await observeSignature(
    deps,
    { sealed: session.sealed, expires_at: session.sealed_expires_at },
    { sealedPurpose, now: deps.now(), signal: context.signal },
  );
  if (poll.state === 'PENDING') return { kind: 'none' };
  if (poll.state === 'EXPIRED') return { kind: 'ended', state: 'expired', reason: 'timeout' };
  if (poll.state === 'REFUSED')
    return {
      kind: 'ended',
      state: poll.reason === 'user_refused' ? 'rejected' : 'failed',
      reason: poll.reason,
    };
  const { value, certificate, certificateSerial } = poll.signature;
  const signed = await unitOfWork<SessionRow | undefined>(
    deps,
    {
      identity: systemIdentity,
      actorUserId: session.user_id,
      requestId: context.requestId,
      now: deps.now(),
    },
    { what: 'sign: signature', events: [events.complete], auditRequired: (row) => row !== undefined },
    async (tx) => {
      const row = await keepSignature(tx, { id: session.id, signature: value, certificate });
      if (row !== undefined)
        tx.audit(events.complete, {
          target: session.id,
          metadata: { kind: session.kind, certificate_serial: certificateSerial },
        });
      return row;
    },
  );
  // Another poll was faster; the next one shows what it made.
  return signed === undefined ? { kind: 'none' } : make(deps, signed, context.signal);
}

async function make(deps: AdvanceDeps, session: SessionRow, signal: AbortSignal): Promise<Progress> {
  if (!(await isStillParent(deps, session))) return { kind: 'unusable', reason: 'not_parent' };
  if (!(await isStillRepresentative(deps, session, signal)))
    return { kind: 'unusable', reason: 'not_representative' };
  if (session.kind === 'digest') return { kind: 'signed', file: undefined, level: null, shortfall: '' };
  const { prepared, prepared_file: fileId, signature } = session;
  if (prepared === null || fileId === null || signature === null)
    return { kind: 'unusable', reason: 'no_document' };
  const stored = await findStored(deps.database.reader(systemIdentity), fileId);
  if (stored === undefined) return { kind: 'unusable', reason: 'no_document' };
  const bytes = await collectShared(await deps.files.read(stored).catch(explain));
  let document: Uint8Array;
  try {
    document = await deps.engine.embed({ bytes, state: prepared }, Buffer.from(signature, 'base64'));
  } catch (error) {
    // The phone signed with another certificate than the one that the document names.
    if (error instanceof SignatureRefused) return { kind: 'unusable', reason: error.reason };
    throw error;
  }
  const {
    bytes: raised,
    level,
    shortfall,
  } = await raise(document, deps.target, deps.ports, {
    fieldName: prepared.fieldName,
    signal: AbortSignal.any([signal, AbortSignal.timeout(deps.ports.patienceMs)]),
  });
  const file = await deps.files
    .receive({
      purpose: session.request_id === null ? 'sign_document' : 'sign_request',
      userId: session.user_id,
      identity: { userId: session.user_id, role: 'user' },
      source: inPieces(raised),
      limitBytes: Number.MAX_SAFE_INTEGER,
      accepts: ['application/pdf'],
    })
    .catch(explain);
  return { kind: 'signed', file, level, shortfall: shortfall ?? '' };
}

/** The right may have ended while the phone waited; an answer that cannot be had now is asked for again. */
async function isStillRepresentative(
  deps: AdvanceDeps,
  { on_behalf_of: regNo, user_id: userId }: SessionRow,
  signal: AbortSignal,
): Promise<boolean> {
  if (regNo === '') return true;
  try {
    await deps.represents(deps.database.reader(systemIdentity), userId, regNo, signal);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.definition.status < 500) return false;
    throw error;
  }
}

/** The same for a child, who has no number; a session that names a child and not which one is of an older version. */
async function isStillParent(
  { isParent }: AdvanceDeps,
  { on_behalf_of: regNo, on_behalf_of_name: name, child_party: child, user_id: userId }: SessionRow,
): Promise<boolean> {
  if (child === null) return regNo !== '' || name === '';
  return isParent(userId, child);
}

/** Events of `settle`. */
export const settleEvents = [events.finish, events.reject, requestEvents.sign, requestEvents.complete];

/**
 * Applies the progress once; a second poll that made the same document drops its copy. Runs as system, because a
 * signing of a request changes rows of other people.
 */
export async function settle(
  deps: SettleDeps,
  tx: WriteTx,
  session: SessionRow,
  progress: Progress,
): Promise<{ session: SessionRow; isChanged: boolean }> {
  const changed = await apply(deps, tx, session, progress);
  if (changed !== undefined) return { session: changed, isChanged: true };
  return { session: (await findOwnSession(tx, session.id, session.user_id)) ?? session, isChanged: false };
}

type SettleDeps = Pick<AdvanceDeps, 'files'> & RevisionDeps;

/** Outside of a request of the session's person: jobs, and people who wait for this signing. */
export async function advanceSession(
  deps: AdvanceDeps,
  session: SessionRow,
  signal: AbortSignal = new AbortController().signal,
): Promise<SessionRow> {
  const progress = await observe(deps, session, { signal, requestId: null });
  const { session: settled } = await unitOfWork<Awaited<ReturnType<typeof settle>>>(
    deps,
    { identity: systemIdentity, actorUserId: session.user_id, requestId: null, now: deps.now() },
    { what: 'sign: advance', events: settleEvents, auditRequired: ({ isChanged }) => isChanged },
    (tx) => settle(deps, tx, session, progress),
  );
  return settled;
}

async function apply(
  deps: SettleDeps,
  tx: WriteTx,
  session: SessionRow,
  progress: Progress,
): Promise<SessionRow | undefined> {
  if (progress.kind === 'none') return undefined;
  const request = session.request_id === null ? undefined : await lockRequest(tx, session.request_id);
  if (progress.kind !== 'signed') return applyEnd(tx, session, request, progress);
  const { file, level, shortfall } = progress;
  // A request waits for a signature that was given; this is the last guard.
  if (session.request_id !== null && request?.signing_session !== session.id) {
    dropFile(deps, file);
    return applyEnd(tx, session, request, { kind: 'unusable', reason: 'request_closed' });
  }
  const completed = await completeSession(tx, {
    id: session.id,
    signedFile: request === undefined ? (file?.id ?? null) : null,
    level,
    shortfall,
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + keptMs),
  });
  if (completed === undefined) {
    dropFile(deps, file);
    return undefined;
  }
  if (file !== undefined && !(await deps.files.claim(tx, file))) fail(kernelErrors.conflict);
  if (request !== undefined && file !== undefined && level !== null)
    await appendRevision(deps, tx, request, completed, { file, level, shortfall });
  await dropPrepared(tx, session);
  tx.audit(events.finish, { target: session.id, metadata: { level: level ?? '', shortfall } });
  return completed;
}

async function applyEnd(
  tx: WriteTx,
  session: SessionRow,
  request: RequestRow | undefined,
  progress: Extract<Progress, { kind: 'ended' | 'unusable' }>,
): Promise<SessionRow | undefined> {
  const { reason } = progress;
  const ended =
    progress.kind === 'ended'
      ? await endSession(tx, { id: session.id, state: progress.state, reason })
      : await failSession(tx, session.id, reason);
  if (ended === undefined) return undefined;
  if (request !== undefined) await releaseRevision(tx, request.id, session.id);
  tx.audit(events.reject, { target: session.id, metadata: { state: ended.state, reason } });
  await dropPrepared(tx, session);
  return ended;
}

/** Not awaited: a second connection inside a transaction would starve the pool. The sweep does it otherwise. */
function dropFile(deps: SettleDeps, file: ArrivedFile | undefined): void {
  if (file !== undefined) deps.files.abandon(file.id).catch(() => undefined);
}

const dropPrepared = (tx: WriteTx, { prepared_file: id }: SessionRow): Promise<void> =>
  removeStored(tx, id === null ? [] : [id]);

/** What a person signed with PIN2, in DER where it has a form. */
export interface VerifiedDigest {
  digest: Buffer;
  /** As the phone gave it. */
  signature: Buffer;
  certificate: Buffer;
  /** When the signing began. */
  begunAt: Date;
}

/**
 * For other modules: the digest that this person signed for this purpose. Fails with `not_finished` while the phone
 * waits, with `sign_rejected` after a refusal, and as missing for anybody else's session or another purpose.
 */
export async function verifiedDigest(
  deps: AdvanceDeps,
  db: Reader,
  { owner, sid, purpose }: { owner: string; sid: string; purpose: SessionRow['purpose'] },
  signal: AbortSignal,
): Promise<VerifiedDigest> {
  let session = await findOwnSession(db, sid, owner);
  if (session === undefined || session.purpose !== purpose) return fail(kernelErrors.not_found);
  if (session.state === 'running') session = await advanceSession(deps, session, signal);
  // Another poll stored the signature first and may not have completed the session yet.
  if (session.state === 'running' && session.signature !== null)
    session = await advanceSession(deps, session, signal);
  if (session.state === 'running') fail(errors.not_finished);
  if (session.state !== 'completed' || session.signature === null || session.certificate === null)
    fail(errors.sign_rejected);
  return {
    digest: Buffer.from(session.digest, 'base64'),
    signature: Buffer.from(session.signature, 'base64'),
    certificate: Buffer.from(session.certificate, 'base64'),
    begunAt: new Date(session.created_at),
  };
}

/**
 * The signature in the form that OpenSSL reads, and the certificates in PEM from the person's to the root. Throws
 * `SignatureRefused` for another content than the one that was signed.
 */
export async function describeSignature(
  { eid }: Pick<AdvanceDeps, 'eid'>,
  content: Uint8Array,
  { signature, certificate }: VerifiedDigest,
): Promise<{ signature: Buffer; certificates: string }> {
  const authorities = await eid.authoritiesOf(certificate).catch(explainEid);
  return {
    signature: verifiedSignatureValue(
      { certificate, digest: 'SHA-256', algorithm: 'ECDSA' },
      content,
      signature,
    ),
    certificates: [certificate, ...authorities].map((der) => new X509Certificate(der).toString()).join(''),
  };
}
