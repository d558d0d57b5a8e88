import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { type ArrivedFile, explain, type FileStorage, findStored, removeStored } from '../files/index.ts';
import { type EidPort, observeSignature } from '../identity/index.ts';
import { inPieces, sealedPurpose } from './begin.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { PdfEngine } from './pades/engine.ts';
import type { Level } from './pades/level.ts';
import { type RaisePorts, raise } from './pades/raise.ts';
import { SignatureRefused } from './pades/refusal.ts';
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
}

/** How long a person waits for timestamps; a job raises the document later. */
const raiseMs = 12_000;
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
    signal: AbortSignal.any([signal, AbortSignal.timeout(raiseMs)]),
  });
  const file = await deps.files
    .receive({
      purpose: 'sign_document',
      userId: session.user_id,
      identity: { userId: session.user_id, role: 'user' },
      source: inPieces(raised),
      limitBytes: Number.MAX_SAFE_INTEGER,
      accepts: ['application/pdf'],
    })
    .catch(explain);
  return { kind: 'signed', file, level, shortfall: shortfall ?? '' };
}

/** Applies the progress once; a second poll that made the same document drops its copy. */
export async function settle(
  deps: Pick<AdvanceDeps, 'files'>,
  tx: WriteTx,
  session: SessionRow,
  progress: Progress,
): Promise<{ session: SessionRow; isChanged: boolean }> {
  const changed = await apply(deps, tx, session, progress);
  if (changed !== undefined) return { session: changed, isChanged: true };
  return { session: (await findOwnSession(tx, session.id, session.user_id)) ?? session, isChanged: false };
}

async function apply(
  deps: Pick<AdvanceDeps, 'files'>,
  tx: WriteTx,
  session: SessionRow,
  progress: Progress,
): Promise<SessionRow | undefined> {
  if (progress.kind === 'none') return undefined;
  if (progress.kind === 'ended' || progress.kind === 'unusable') {
    const { reason } = progress;
    const ended =
      progress.kind === 'ended'
        ? await endSession(tx, { id: session.id, state: progress.state, reason })
        : await failSession(tx, session.id, reason);
    if (ended !== undefined) {
      tx.audit(events.reject, { target: session.id, metadata: { state: ended.state, reason } });
      await dropPrepared(tx, session);
    }
    return ended;
  }
  const completed = await completeSession(tx, {
    id: session.id,
    signedFile: progress.file?.id ?? null,
    level: progress.level,
    shortfall: progress.shortfall,
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + keptMs),
  });
  if (completed === undefined) {
    if (progress.file !== undefined) await deps.files.abandon(progress.file.id).catch(() => undefined);
    return undefined;
  }
  if (progress.file !== undefined && !(await deps.files.claim(tx, progress.file)))
    fail(kernelErrors.conflict);
  await dropPrepared(tx, session);
  tx.audit(events.finish, {
    target: session.id,
    metadata: { level: progress.level ?? '', shortfall: progress.shortfall },
  });
  return completed;
}

const dropPrepared = (tx: WriteTx, { prepared_file: id }: SessionRow): Promise<void> =>
  removeStored(tx, id === null ? [] : [id]);

/**
 * For other modules: the digest that this person signed. Fails with `not_finished` while the phone waits, with
 * `sign_rejected` after a refusal, and as missing for anybody else's session.
 */
export async function verifiedDigest(
  deps: AdvanceDeps,
  db: Reader,
  owner: string,
  sid: string,
  signal: AbortSignal,
): Promise<{ digest: Buffer; signature: Buffer; certificate: Buffer }> {
  let session = (await findOwnSession(db, sid, owner)) ?? fail(kernelErrors.not_found);
  if (session.state === 'running') {
    const progress = await observe(deps, session, { signal, requestId: null });
    session = await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: owner, requestId: null, now: deps.now() },
      {
        what: 'sign: verified digest',
        events: [events.finish, events.reject],
        auditRequired: () => progress.kind !== 'none',
      },
      async (tx) => (await settle(deps, tx, session, progress)).session,
    );
  }
  if (session.state === 'running') fail(errors.not_finished);
  if (session.state !== 'completed' || session.signature === null || session.certificate === null)
    fail(errors.sign_rejected);
  return {
    digest: Buffer.from(session.digest, 'base64'),
    signature: Buffer.from(session.signature, 'base64'),
    certificate: Buffer.from(session.certificate, 'base64'),
  };
}
