import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Static } from 'typebox';
import { unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { removeStored } from '../files/index.ts';
import type { AdvanceDeps } from './advance.ts';
import {
  type DocumentRow,
  findOwnDocument,
  insertDocument,
  isStillKept,
  listDocuments,
  listDue,
  removeDocument,
  replaceFile,
} from './document-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { nextCheck, signedName } from './names-and-times.ts';
import type { Level } from './pades/level.ts';
import { raiseStored } from './raise-stored.ts';
import type { DocumentView } from './schemas.ts';
import { findOwnSession, releaseFile } from './store.ts';

const mostDocuments = 1000;

export const viewDocument = (row: DocumentRow): Static<typeof DocumentView> => ({
  id: row.id,
  name: row.name,
  size: row.size_bytes,
  level: row.level,
  target: row.target,
  signed_at: row.signed_at,
  created_at: row.created_at,
  ...(row.request_id === null ? {} : { request_id: row.request_id }),
  ...(row.shortfall === '' ? {} : { shortfall: row.shortfall }),
});

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
  if (!(await isStillKept(tx, removed.file_id))) await removeStored(tx, [removed.file_id]);
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
  const raised = await raiseStored(deps, document, { purpose: 'sign_document' });
  if (raised === undefined) return;
  const { file } = raised;
  await unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'sign: raise', events: [events.raise], auditRequired: () => file !== undefined },
    async (tx) => {
      const isOurs = await replaceFile(tx, {
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
