import { randomBytes } from 'node:crypto';
import { unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { type Actor, identityOf } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { RequestFacts } from '../../../kernel/http/row.ts';
import { explain, findStored, removeStored, requireReadable } from '../../files/index.ts';
import { type AdvanceDeps, advanceSession } from '../advance.ts';
import { type BeginDeps, type BegunPdf, beginPdf, keepPdf } from '../begin.ts';
import { reaches } from '../pades/level.ts';
import { collectShared } from '../shared-bytes.ts';
import { endSession, findSession } from '../store.ts';
import { openSeat, type Seat } from './access.ts';
import { neededLevel } from './append.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { listParties, type PartyRow } from './party-store.ts';
import { raiseRevision } from './raise-revision.ts';
import type { SignBody } from './schemas.ts';
import {
  claimRevision,
  confirmClaim,
  findRequest,
  lockRequest,
  type RequestRow,
  releaseRevision,
} from './store.ts';
import { partiesInTurn } from './tell.ts';

export type RequestDeps = BeginDeps & AdvanceDeps;

/** Preparing the document and asking the phone takes seconds; after a crash the revision is free again. */
const claimMs = 120_000;
/** The phone gives its answer within seconds after the person entered the code. */
const retrySeconds = { least: 3, most: 120 };

export interface BegunParty {
  begun: BegunPdf;
  party: PartyRow;
}

interface Call {
  actor: Actor;
  id: string;
  body: SignBody;
  request: Pick<RequestFacts, 'language' | 'now' | 'released'>;
}

/** Everything slow: the revision is claimed first, so that nobody is asked for a PIN2 that cannot be used. */
export async function beginParty(deps: RequestDeps, call: Call): Promise<BegunParty> {
  const { actor, id, request: facts } = call;
  const seat = await openSeat(deps, actor, id, facts.released);
  const party = chooseParty(seat, call.body.party_id);
  if (party.seen_by !== actor.userId) fail(errors.document_not_seen);
  const request = await freeRevision(deps, seat.request, actor.userId, facts.now);
  await requireSeen(deps, request, party);
  const session = randomBytes(16).toString('hex');
  await claim(deps, request, session, facts.now);
  try {
    const { mark } = call.body;
    const begun = await beginPdf(deps, deps.database.reader(identityOf(actor)), {
      userId: actor.userId,
      file: await readRevision(deps, request),
      filename: request.filename,
      onBehalfOf: party.kind === 'organisation' ? party.register : undefined,
      mark: mark === undefined ? 'default' : mark === 'none' ? 'none' : { ...mark, page: mark.page - 1 },
      slot: party.place - 1,
      language: facts.language,
      now: facts.now,
      signal: facts.released,
    });
    // Without the digest of its source the session is ended by this request alone.
    const ofParty = { id: session, sourceSha256: '', requestId: id, partyId: party.id };
    return { begun: { ...begun, session: { ...begun.session, ...ofParty } }, party };
  } catch (error) {
    await asSystem(deps, facts.now, (tx) => releaseRevision(tx, id, session)).catch(() => undefined);
    throw error;
  }
}

export async function keepParty(
  deps: RequestDeps,
  tx: WriteTx,
  userId: string,
  { begun, party }: BegunParty,
): Promise<void> {
  const { id: session, sealedExpiresAt } = begun.session;
  if (!(await confirmClaim(tx, { id: party.request_id, session, until: sealedExpiresAt }))) {
    // Not awaited: a second connection inside a transaction would starve the pool.
    deps.files.abandon(begun.prepared.id).catch(() => undefined);
    fail(errors.request_closed);
  }
  await keepPdf(deps, tx, userId, begun);
  tx.audit(events.begin, {
    target: party.request_id,
    metadata: { party: party.id, session, on_behalf_of: begun.session.onBehalfOf },
  });
}

/** The party to act as: the named one, or the first that can. */
/** The very file that is signed: the mark of another signer may have come over what this person read. */
async function requireSeen(
  deps: RequestDeps,
  { id, file_id: fileId }: RequestRow,
  { id: partyId }: PartyRow,
) {
  const parties = await listParties(deps.database.reader(systemIdentity), id);
  if (parties.find((party) => party.id === partyId)?.seen_file !== fileId) fail(errors.document_not_seen);
}

function chooseParty({ request, parties, mine }: Seat, wanted: string | undefined): PartyRow {
  const own = wanted === undefined ? mine : mine.filter(({ id }) => id === wanted);
  if (own.length === 0) fail(kernelErrors.not_found);
  requireOpen(request);
  const pending = own.filter(({ state }) => state === 'pending');
  if (pending.length === 0) fail(errors.already_answered);
  const inTurn = partiesInTurn(request.signing_order, parties);
  return pending.find(({ id }) => inTurn.some((party) => party.id === id)) ?? fail(errors.not_your_turn);
}

export function requireOpen({ state }: RequestRow): void {
  if (state !== 'open') fail(errors.request_closed, { data: { state } });
}

/** The request with a revision that nobody signs and that can be signed. */
async function freeRevision(
  deps: RequestDeps,
  request: RequestRow,
  userId: string,
  now: Date,
): Promise<RequestRow> {
  let current = request;
  if (request.signing_session !== null) {
    await finishHolder(deps, request, userId, now);
    current = await reread(deps, request.id);
    if (current.signing_session !== null) await refuseBusy(deps, current, now);
  }
  if (current.level !== null && !reaches(current.level, neededLevel(deps))) {
    await raiseRevision(deps, current, now);
    current = await reread(deps, request.id);
    if (current.level !== null && !reaches(current.level, neededLevel(deps)))
      fail(errors.timestamp_missing, { retryAfterSeconds: 60 });
  }
  requireOpen(current);
  if (new Date(current.deadline) <= now) fail(errors.request_closed, { data: { state: 'expired' } });
  return current;
}

async function reread(deps: RequestDeps, id: string): Promise<RequestRow> {
  return (await findRequest(deps.database.reader(systemIdentity), id)) ?? fail(kernelErrors.not_found);
}

/**
 * Takes the answer of the phone that holds the revision, if it has one. The person's own earlier signing ends when its
 * phone has not answered: they have lost sight of it.
 */
export async function finishHolder(
  deps: RequestDeps,
  { id, signing_session: holder }: RequestRow,
  userId: string | undefined,
  now: Date,
): Promise<void> {
  const found = holder === null ? undefined : await findSession(deps.database.reader(systemIdentity), holder);
  if (found === undefined || found.state !== 'running') return;
  // While the provider is away the phone keeps the revision until its time ends.
  const session = await advanceSession(deps, found).catch(() => found);
  if (session.state !== 'running' || session.signature !== null || session.user_id !== userId) return;
  await asSystem(deps, now, async (tx) => {
    await lockRequest(tx, id);
    const ended = await endSession(tx, { id: session.id, state: 'expired', reason: 'started_again' });
    // A signature that came meanwhile keeps the revision.
    if (ended === undefined) return;
    await releaseRevision(tx, id, session.id);
    await removeStored(tx, ended.prepared_file === null ? [] : [ended.prepared_file]);
  });
}

async function refuseBusy(
  deps: RequestDeps,
  { signing_session: holder, claimed_until: until }: RequestRow,
  now: Date,
): Promise<void> {
  const session = await findSession(deps.database.reader(systemIdentity), holder ?? '');
  const ends = new Date(session?.sealed_expires_at ?? until ?? now).getTime();
  // A claim without its session is left over from a crash.
  if (session === undefined && ends <= now.getTime()) return;
  const seconds = session?.signature != null ? 0 : Math.ceil((ends - now.getTime()) / 1000);
  const retryAfterSeconds = Math.min(Math.max(seconds, retrySeconds.least), retrySeconds.most);
  fail(errors.signing_busy, { retryAfterSeconds, data: { retry_after: retryAfterSeconds } });
}

async function claim(deps: RequestDeps, request: RequestRow, session: string, now: Date): Promise<void> {
  const isOurs = await asSystem(deps, now, (tx) =>
    claimRevision(tx, {
      id: request.id,
      fileId: request.file_id ?? '',
      session,
      until: new Date(now.getTime() + claimMs),
      now,
    }),
  );
  if (isOurs) return;
  requireOpen(await reread(deps, request.id));
  fail(errors.signing_busy, {
    retryAfterSeconds: retrySeconds.least,
    data: { retry_after: retrySeconds.least },
  });
}

export async function readRevision(deps: RequestDeps, { file_id: fileId }: RequestRow): Promise<Uint8Array> {
  const stored = await findStored(deps.database.reader(systemIdentity), fileId ?? '');
  if (stored === undefined) fail(kernelErrors.not_found);
  requireReadable(deps.files.stateOf(stored), false);
  return collectShared(await deps.files.read(stored).catch(explain));
}

/** Claims are no change that anybody could ask about later; what follows them is recorded. */
const asSystem = <T>(deps: RequestDeps, now: Date, work: (tx: WriteTx) => Promise<T>): Promise<T> =>
  unitOfWork<T>(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'sign: claim a revision', auditRequired: () => false },
    work,
  );
