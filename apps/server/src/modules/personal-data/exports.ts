import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { findStored, removeStored, sendStored } from '../files/index.ts';
import { notify } from '../notifications/index.ts';
import { hasFreshProof, superadminErrors } from '../superadmin/index.ts';
import { type ArchiveDeps, archiveOf, archiveSteps } from './archive.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  beginExport,
  type ExportRow,
  expireExports,
  failStuckExports,
  findDownloadable,
  finishExport,
  forgetExports,
  insertExport,
  writeProgress,
} from './store.ts';
import { largestZipBytes } from './zip.ts';

export const exportQueue = 'account.export';
const perDay = 3;
const dayMs = 24 * 3_600_000;
const lifeMs = 7 * dayMs;
const stuckMs = 6 * 3_600_000;

export interface ExportDeps extends ArchiveDeps {
  outbox: Outbox;
  now: () => Date;
}

export async function askExport(tx: WriteTx, userId: string): Promise<ExportRow> {
  const expiresAt = new Date(tx.now.getTime() + lifeMs);
  const made = await insertExport(tx, { userId, total: archiveSteps, perDay, now: tx.now, expiresAt });
  if (made === undefined) fail(errors.export_running);
  tx.audit(events.asked, { target: userId });
  tx.enqueue(exportQueue, { id: made.id });
  return made;
}

/** Runs again from the beginning after a failure; nobody sees a half-made archive. */
export async function makeExport(deps: ExportDeps, id: string, now: Date): Promise<void> {
  const { database, files } = deps;
  const begun = await database.transaction(systemIdentity, (tx) => beginExport(tx, id));
  if (begun === undefined) return;
  const { user_id: userId } = begun;
  const onDone = async (done: number) => {
    await database.transaction(systemIdentity, (tx) => writeProgress(tx, id, done));
  };
  const arrived = await files.receive({
    purpose: 'data_export',
    userId,
    identity: systemIdentity,
    source: archiveOf(deps, { userId, now, onDone }),
    limitBytes: largestZipBytes,
    accepts: ['application/zip'],
    isOurs: true,
  });
  const isKept = await unitOfWork<boolean>(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: exportQueue, events: [events.ready], auditRequired: (isReady) => isReady },
    async (tx) => {
      const expiresAt = new Date(now.getTime() + lifeMs);
      const ready = { id, fileId: arrived.id, sizeBytes: arrived.sizeBytes, now, expiresAt };
      if (!(await finishExport(tx, ready))) return false;
      if (!(await files.claim(tx, arrived))) throw new Error('the archive was swept before it was claimed');
      tx.audit(events.ready, { target: userId, metadata: { size_bytes: arrived.sizeBytes } });
      // Also a warning: whoever took the session over may have asked for the copy.
      await notify(tx, {
        userId,
        topic: 'security',
        category: 'info',
        title: { mn: 'Таны мэдээллийн хуулбар бэлэн боллоо', en: 'The copy of your data is ready' },
        body: {
          mn: '7 хоногийн дотор татаж авна уу. Та хүсээгүй бол бүх төхөөрөмжөөс гарна уу.',
          en: 'Download it within 7 days. If you did not ask for it, sign out all devices.',
        },
        link: '/account/data',
      });
      return true;
    },
  );
  // The person was erased, or another worker was faster.
  if (!isKept) await files.abandon(arrived.id);
}

export async function cleanExports(deps: ExportDeps, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await deps.database.transaction(systemIdentity, async (tx) => {
    const gone = await expireExports(tx, now);
    await removeStored(
      tx,
      gone.map(({ file_id }) => file_id),
    );
    await failStuckExports(tx, ago(stuckMs));
    await forgetExports(tx, ago(30 * dayMs));
  });
}

/** Streams the archive to its owner, on a session that is fresh. */
export const downloadMount = (deps: ExportDeps): Mount => ({
  id: 'me.data_exports.download',
  methods: ['GET'],
  path: '/api/v1/me/data-exports/:id/download',
  access: signedIn,
  summary: 'Download a copy of the own data; needs a fresh sign-in',
  media: { gives: ['application/zip'] },
  freshProof: 'always',
  handle: async (request: FastifyRequest, reply: FastifyReply, actor) => {
    const person = actor as Actor;
    const { id } = request.params as { id: string };
    if (!/^[0-9a-f-]{36}$/.test(id)) fail(kernelErrors.not_found);
    const now = deps.now();
    const db = deps.database.reader(identityOf(person));
    const found = await findDownloadable(db, { id, userId: person.userId, now });
    const stored = found?.file_id == null ? undefined : await findStored(db, found.file_id);
    if (found === undefined || stored === undefined) fail(kernelErrors.not_found);
    if (!(await hasFreshProof(db, person, now)))
      fail(superadminErrors.step_up_required, { data: { method: 'eid' } });
    await unitOfWork(
      deps,
      { identity: identityOf(person), actorUserId: person.userId, requestId: String(request.id), now },
      { what: 'me.data_exports.download', events: [events.downloaded], auditRequired: () => true },
      async (tx) => tx.audit(events.downloaded, { target: person.userId }),
    );
    const name = `tamga-${found.created_at.slice(0, 10)}.zip`;
    return sendStored(deps.files, request, reply, stored, { name, type: 'application/zip', isOwner: true });
  },
});
