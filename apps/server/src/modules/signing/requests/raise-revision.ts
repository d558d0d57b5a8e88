import { unitOfWork } from '../../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { findStored, removeStored } from '../../files/index.ts';
import type { AdvanceDeps } from '../advance.ts';
import { inPieces } from '../begin.ts';
import { reaches } from '../pades/level.ts';
import { raise } from '../pades/raise.ts';
import { collectShared } from '../shared-bytes.ts';
import { neededLevel, tellNext } from './append.ts';
import { events } from './events.ts';
import { keepSeen, listParties, markRaised } from './party-store.ts';
import { type RequestRow, replaceRevision } from './store.ts';

/** Tries again what failed when the newest signature was made; only while nobody signs over it. */
export async function raiseRevision(deps: AdvanceDeps, request: RequestRow, now: Date): Promise<void> {
  const { file_id: from, level } = request;
  const stored = from === null ? undefined : await findStored(deps.database.reader(systemIdentity), from);
  if (stored === undefined || from === null || level === null) return;
  const bytes = await collectShared(await deps.files.read(stored));
  const signal = AbortSignal.timeout(deps.ports.patienceMs);
  const raised = await raise(bytes, deps.target, deps.ports, { signal });
  if (raised.level === level) return;
  const file = await deps.files.receive({
    purpose: 'sign_request',
    userId: request.sender_id,
    identity: systemIdentity,
    source: inPieces(raised.bytes),
    limitBytes: Number.MAX_SAFE_INTEGER,
    accepts: ['application/pdf'],
  });
  const reached = { level: raised.level, shortfall: raised.shortfall ?? '' };
  await unitOfWork<boolean>(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'sign: raise a revision', events: [events.raise], auditRequired: (isOurs) => isOurs },
    async (tx) => {
      const to = { to: file.id, sizeBytes: file.sizeBytes, ...reached };
      if (!(await replaceRevision(tx, { id: request.id, from, ...to }))) {
        deps.files.abandon(file.id).catch(() => undefined);
        return false;
      }
      if (!(await deps.files.claim(tx, file))) fail(kernelErrors.conflict);
      await keepSeen(tx, { requestId: request.id, from, to: file.id });
      await removeStored(tx, [from]);
      await markRaised(tx, { requestId: request.id, ...reached });
      tx.audit(events.raise, { target: request.id, metadata: reached });
      const needed = neededLevel(deps);
      if (!reaches(level, needed) && reaches(raised.level, needed))
        await tellNext(tx, request, await listParties(tx, request.id));
      return true;
    },
  );
}
