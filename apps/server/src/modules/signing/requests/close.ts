import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { removeStored } from '../../files/index.ts';
import { findUser, joinNames } from '../../users/index.ts';
import { events as signEvents } from '../events.ts';
import { endSession, findSession } from '../store.ts';
import { openSeat, type Seat } from './access.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { listParties, markDeclined } from './party-store.ts';
import { finishHolder, type RequestDeps, requireOpen } from './sign.ts';
import { lockRequest, markReminded, type RequestRow, writeClosed } from './store.ts';
import { partiesInTurn, tellParties } from './tell.ts';

const dayMs = 24 * 3_600_000;

interface Call {
  actor: Actor;
  id: string;
  now: Date;
  signal: AbortSignal;
}

/** A signature that the phone has already given counts before the request ends. */
export async function openToClose(deps: RequestDeps, { actor, id, now, signal }: Call): Promise<Seat> {
  const seat = await openSeat(deps, actor, id, signal);
  if (seat.request.state === 'open') await finishHolder(deps, seat.request, undefined, now);
  return seat;
}

export async function withdraw(tx: WriteTx, { request: { id }, isSender }: Seat): Promise<void> {
  if (!isSender) fail(kernelErrors.not_found);
  const request = await closeOpen(tx, id, 'withdrawn');
  tx.audit(events.withdraw, { target: id });
  const parties = await listParties(tx, id);
  await tellParties(tx, request, parties, 'withdrawn', { except: request.sender_id });
}

export async function decline(
  tx: WriteTx,
  { request: { id }, mine }: Seat,
  userId: string,
  { party_id: wanted, reason }: { party_id?: string | undefined; reason: string },
): Promise<void> {
  const own = wanted === undefined ? mine : mine.filter((party) => party.id === wanted);
  if (own.length === 0) fail(kernelErrors.not_found);
  const party = own.find(({ state }) => state === 'pending') ?? fail(errors.already_answered);
  const request = await closeOpen(tx, id, 'declined');
  const user = await findUser(tx, userId);
  const who = joinNames(user?.last_name ?? '', user?.first_name ?? '');
  const isOurs = await markDeclined(tx, { id: party.id, userId, signerName: who, reason, now: tx.now });
  if (!isOurs) fail(errors.already_answered);
  tx.audit(events.decline, { target: id, metadata: { party: party.id } });
  const parties = await listParties(tx, id);
  await tellParties(tx, request, parties, 'declined', {
    facts: { who, reason },
    except: userId,
    andSender: true,
  });
}

export async function expire(tx: WriteTx, id: string): Promise<boolean> {
  const found = await lockRequest(tx, id);
  if (found?.state !== 'open') return false;
  const request = await closeOpen(tx, id, 'expired');
  tx.audit(events.expire, { target: id });
  await tellParties(tx, request, await listParties(tx, id), 'expired', { andSender: true });
  return true;
}

/** The answer is the same whether a register number is known here or not. */
export async function remind(tx: WriteTx, { request, isSender, parties }: Seat): Promise<void> {
  if (!isSender) fail(kernelErrors.not_found);
  requireOpen(request);
  const before = new Date(tx.now.getTime() - dayMs);
  if (!(await markReminded(tx, { id: request.id, now: tx.now, before }))) {
    const next = nextReminder(request);
    fail(errors.reminded_recently, {
      retryAfterSeconds: Math.max(1, Math.ceil((next.getTime() - tx.now.getTime()) / 1000)),
    });
  }
  tx.audit(events.remind, { target: request.id, metadata: { by: 'sender' } });
  await tellReminder(tx, request, parties);
}

export const nextReminder = ({ reminded_at: at }: RequestRow): Date =>
  new Date(at === null ? 0 : new Date(at).getTime() + dayMs);

export const tellReminder = (tx: WriteTx, request: RequestRow, parties: Seat['parties']): Promise<void> =>
  tellParties(tx, request, partiesInTurn(request.signing_order, parties), 'reminder');

/**
 * Ends a request and the signing that waits on a phone, which tells its person why. A signature that was given is never
 * thrown away: the request stays open for the seconds that its document takes.
 */
async function closeOpen(
  tx: WriteTx,
  id: string,
  state: 'declined' | 'withdrawn' | 'expired',
): Promise<RequestRow> {
  const request = (await lockRequest(tx, id)) ?? fail(kernelErrors.not_found);
  requireOpen(request);
  const holder = request.signing_session;
  const session = holder === null ? undefined : await findSession(tx, holder);
  if (session?.state === 'running') {
    const reason = `request_${state}`;
    const ended = await endSession(tx, { id: session.id, state: 'failed', reason });
    if (ended === undefined) fail(errors.signing_busy, { retryAfterSeconds: 3, data: { retry_after: 3 } });
    await removeStored(tx, ended.prepared_file === null ? [] : [ended.prepared_file]);
    tx.audit(signEvents.reject, { target: session.id, metadata: { state: ended.state, reason } });
  }
  if (!(await writeClosed(tx, { id, state, now: tx.now }))) fail(errors.request_closed);
  return request;
}
