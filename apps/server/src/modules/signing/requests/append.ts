import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { type ArrivedFile, removeStored } from '../../files/index.ts';
import { insertDocumentCopies } from '../document-store.ts';
import { nextCheck, signedName } from '../names-and-times.ts';
import { type Level, reaches } from '../pades/level.ts';
import type { RaisePorts } from '../pades/raise.ts';
import type { SessionRow } from '../store.ts';
import { events } from './events.ts';
import { listParties, markSigned, type PartyRow } from './party-store.ts';
import { type RequestRow, writeClosed, writeRevision } from './store.ts';
import { partiesInTurn, tellParties, tellSender } from './tell.ts';

export interface RevisionDeps {
  target: Level;
  ports: Pick<RaisePorts, 'timestamp'>;
}

export interface NewRevision {
  file: ArrivedFile;
  level: Level;
  shortfall: string;
}

/**
 * The level that a signature needs before the next one covers it: afterwards no timestamp can be put into it. A
 * platform without a timestamp authority makes no timestamps at all.
 */
export const neededLevel = ({ target, ports }: RevisionDeps): Level =>
  reaches(target, 'B-T') && ports.timestamp !== null ? 'B-T' : 'B-B';

/** In the transaction that completes the session, so once; the caller holds the lock of the request. */
export async function appendRevision(
  deps: RevisionDeps,
  tx: WriteTx,
  request: RequestRow,
  session: SessionRow,
  { file, level, shortfall }: NewRevision,
): Promise<void> {
  const isSigned = await markSigned(tx, {
    id: session.party_id ?? '',
    userId: session.user_id,
    signerName: session.signer_name,
    organisationName: session.on_behalf_of_name,
    level,
    shortfall,
    now: tx.now,
  });
  if (!isSigned) fail(kernelErrors.conflict, { detail: 'the party has answered' });
  await writeRevision(tx, { id: request.id, fileId: file.id, sizeBytes: file.sizeBytes, level, shortfall });
  await removeStored(tx, request.file_id === null ? [] : [request.file_id]);
  tx.audit(events.sign, {
    target: request.id,
    metadata: { party: session.party_id ?? '', level, shortfall },
  });
  const parties = await listParties(tx, request.id);
  if (parties.every(({ state }) => state === 'signed'))
    return complete(deps, tx, request, parties, { file, level, shortfall });
  if (session.user_id !== request.sender_id)
    await tellSender(tx, request, 'signed', { who: session.signer_name });
  if (reaches(level, neededLevel(deps))) await tellNext(tx, request, parties);
}

/** In any order everybody was asked at the beginning. */
export async function tellNext(
  tx: WriteTx,
  request: RequestRow,
  parties: readonly PartyRow[],
): Promise<void> {
  if (request.signing_order === 'sequence')
    await tellParties(tx, request, partiesInTurn('sequence', parties), 'turn');
}

async function complete(
  { target }: RevisionDeps,
  tx: WriteTx,
  request: RequestRow,
  parties: readonly PartyRow[],
  { file, level, shortfall }: NewRevision,
): Promise<void> {
  const userIds = [
    ...new Set([request.sender_id, ...parties.flatMap(({ user_id: id }) => (id === null ? [] : [id]))]),
  ];
  await insertDocumentCopies(tx, {
    ids: userIds.map(() => randomUUID()),
    userIds,
    requestId: request.id,
    name: signedName(request.filename),
    fileId: file.id,
    level,
    target,
    shortfall,
    checkAt: nextCheck(level, target, tx.now),
    now: tx.now,
  });
  await writeClosed(tx, { id: request.id, state: 'completed', now: tx.now });
  tx.audit(events.complete, { target: request.id, metadata: { level, shortfall } });
  await tellParties(tx, request, parties, 'completed', { andSender: true });
}
