import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Static } from 'typebox';
import { unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { findStored, removeStored } from '../files/index.ts';
import type { AdvanceDeps } from './advance.ts';
import { inPieces } from './begin.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type Level, reaches } from './pades/level.ts';
import { raise } from './pades/raise.ts';
import { needsNewTimestamp } from './pades/renewal.ts';
import type { DocumentView } from './schemas.ts';
import { collectShared } from './shared-bytes.ts';
import {
  type DocumentRow,
  findOwnDocument,
  findOwnSession,
  insertDocument,
  listDocuments,
  listDue,
  releaseFile,
  removeDocument,
  replaceFile,
} from './store.ts';

const mostDocuments = 1000;
const hourMs = 3_600_000;
/** A document below its target is tried again soon, one that is complete is looked at each day. */
const nextCheck = (level: Level, target: Level, now: Date): Date =>
  new Date(now.getTime() + (reaches(level, target) ? 24 : 1) * hourMs);

export const viewDocument = (row: DocumentRow): Static<typeof DocumentView> => ({
  id: row.id,
  name: row.name,
  size: row.size_bytes,
  level: row.level,
  target: row.target,
  signed_at: row.signed_at,
  created_at: row.created_at,
  ...(row.shortfall === '' ? {} : { shortfall: row.shortfall }),
});

export const signedName = (filename: string): string => `${filename.replace(/\.pdf$/i, '')}-signed.pdf`;

/** The document leaves the session, which would be removed after a day. */
export async function keepDocument(
  tx: WriteTx,
  userId: string,
  sessionId: string,
  target: Level,
): Promise<Static<typeof DocumentView>> {
  const session = (await findOwnSession(tx, sessionId, userId)) ?? fail(kernelErrors.not_found);
  const { signed_file: fileId, level } = session;
  if (session.state !== 'completed' || session.kind !== 'pdf' || level === null) fail(errors.not_finished);
  if (fileId === null || !(await releaseFile(tx, sessionId, userId))) fail(kernelErrors.not_found);
  const id = randomUUID();
  const isKept = await insertDocument(tx, {
    id,
    userId,
    name: signedName(session.filename),
    fileId,
    level,
    target,
    shortfall: session.shortfall,
    signedAt: new Date(session.completed_at ?? tx.now),
    checkAt: nextCheck(level, target, tx.now),
    now: tx.now,
    most: mostDocuments,
  });
  if (!isKept) fail(errors.document_limit);
  tx.audit(events.keep, { target: id, metadata: { level } });
  return viewDocument((await findOwnDocument(tx, id, userId)) ?? fail(kernelErrors.not_found));
}

export async function showDocuments(db: Reader, userId: string) {
  const items = (await listDocuments(db, userId)).map(viewDocument);
  return { items, total: items.length };
}

export async function dropDocument(tx: WriteTx, userId: string, id: string): Promise<Record<string, never>> {
  const removed = (await removeDocument(tx, id, userId)) ?? fail(kernelErrors.not_found);
  await removeStored(tx, [removed.file_id]);
  tx.audit(events.remove, { target: id });
  return {};
}

const batch = 50;

/** Raises what is below its target, and stamps again before the last stamp's certificate ends. */
export async function maintainDocuments(deps: AdvanceDeps, now: Date, log: Logger): Promise<void> {
  for (const document of await listDue(deps.database.reader(systemIdentity), now, batch)) {
    try {
      await maintain(deps, document, now);
    } catch (error) {
      log.warn(
        { err: error, document: document.id },
        'a kept document could not be raised; it is tried again',
      );
    }
  }
}

async function maintain(deps: AdvanceDeps, document: DocumentRow, now: Date): Promise<void> {
  const stored = await findStored(deps.database.reader(systemIdentity), document.file_id);
  if (stored === undefined) return;
  const bytes = await collectShared(await deps.files.read(stored));
  const renew = reaches(document.level, document.target) && (await isStampEnding(deps, bytes, now));
  const isDone = reaches(document.level, document.target) && !renew;
  const raised = isDone
    ? { bytes, level: document.level, shortfall: null }
    : await raise(bytes, document.target, deps.ports, { renew });
  const isSame = raised.bytes.length === bytes.length;
  const file = isSame
    ? undefined
    : await deps.files.receive({
        purpose: 'sign_document',
        userId: document.user_id,
        identity: systemIdentity,
        source: inPieces(raised.bytes),
        limitBytes: Number.MAX_SAFE_INTEGER,
        accepts: ['application/pdf'],
      });
  await unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'sign: raise', events: [events.raise], auditRequired: () => file !== undefined },
    async (tx) => {
      const isOurs = await replaceFile(tx, {
        id: document.id,
        from: document.file_id,
        to: file?.id ?? document.file_id,
        level: raised.level,
        shortfall: raised.shortfall ?? '',
        checkAt: nextCheck(raised.level, document.target, now),
      });
      if (file === undefined) return;
      tx.audit(events.raise, {
        target: document.id,
        metadata: { level: raised.level, shortfall: raised.shortfall ?? '' },
      });
      if (!isOurs || !(await deps.files.claim(tx, file))) return fail(kernelErrors.conflict);
      await removeStored(tx, [document.file_id]);
    },
  );
}

async function isStampEnding(deps: AdvanceDeps, bytes: Uint8Array, now: Date): Promise<boolean> {
  return (await needsNewTimestamp(bytes, now, deps.engine)).needed;
}
