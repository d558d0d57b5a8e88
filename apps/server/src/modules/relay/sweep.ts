import type { Logger } from 'pino';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { tellSource } from './answers.ts';
import { events } from './events.ts';
import { assign, type RelayIdentity } from './ingest.ts';
import { changedChannel } from './messages.ts';
import { dropExpiredSecrets } from './platform-store.ts';
import { findRequest, insertEvent } from './request-store.ts';
import {
  escalateDue,
  latchBreaches,
  listDueRequests,
  lockOpenRequests,
  markOverdue,
  markRequestsOverdue,
  remindDue,
  rerouteDue,
} from './sweep-store.ts';

export interface SweepDeps {
  database: Database;
  outbox: Outbox;
  self: RelayIdentity;
}

const batch = 200;
const minute = 60_000;
const escalateAfterMs = 2 * minute;
const firstId = '00000000-0000-0000-0000-000000000000';

const escalateBefore = (now: Date): Date => new Date(now.getTime() - escalateAfterMs);

/** Requests are swept in batches; those of a batch that fails one by one, so that a failing row stops no other. */
export async function sweep(deps: SweepDeps, now: Date, log: Logger): Promise<void> {
  const reader = deps.database.reader(systemIdentity);
  let after = firstId;
  for (;;) {
    const found = await listDueRequests(reader, {
      now,
      escalateBefore: escalateBefore(now),
      after,
      limit: batch,
    });
    const ids = found.map(({ id }) => id);
    await sweepSome(deps, now, ids).catch(async () => {
      for (const id of ids)
        await sweepSome(deps, now, [id]).catch((error: unknown) =>
          log.warn({ err: error, request: id }, 'a request was not swept; the next sweep repeats it'),
        );
    });
    if (ids.length < batch) break;
    after = ids.at(-1) ?? firstId;
  }
  await deps.database.transaction(systemIdentity, (tx) => dropExpiredSecrets(tx, now));
}

async function sweepSome(deps: SweepDeps, now: Date, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await unitOfWork<boolean>(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'relay sweep', events: [events.swept], auditRequired: (isChanged) => isChanged },
    async (tx) => {
      // Requests are locked before their assignments, in the order of an answer that arrives meanwhile.
      const locked = await lockOpenRequests(tx, ids);
      const counts = {
        reminded: await remind(tx, locked),
        overdue: await expire(tx, locked),
        escalated: await escalate(tx, locked),
        breached: await breach(tx, deps.self, locked),
        rerouted: await reroute(tx, deps.self, locked),
      };
      const isChanged = Object.values(counts).some((count) => count > 0);
      if (!isChanged) return false;
      tx.audit(events.swept, { metadata: counts });
      tx.publish(changedChannel, {});
      return true;
    },
  );
}

async function remind(tx: WriteTx, ids: readonly string[]): Promise<number> {
  const reminded = await remindDue(tx, ids, tx.now);
  for (const { id, request_id, had, reminders_sent } of reminded)
    for (const detail of ['75 %', '90 %'].slice(had, reminders_sent))
      await insertEvent(tx, {
        requestId: request_id,
        assignmentId: id,
        type: 'reminded',
        detail,
        now: tx.now,
      });
  return reminded.length;
}

async function expire(tx: WriteTx, ids: readonly string[]): Promise<number> {
  const late = await markOverdue(tx, ids, tx.now);
  await markRequestsOverdue(
    tx,
    late.map(({ request_id }) => request_id),
  );
  for (const { id, request_id } of late)
    await insertEvent(tx, { requestId: request_id, assignmentId: id, type: 'overdue', now: tx.now });
  return late.length;
}

async function escalate(tx: WriteTx, ids: readonly string[]): Promise<number> {
  const escalated = await escalateDue(tx, ids, escalateBefore(tx.now));
  for (const { id, request_id } of escalated)
    await insertEvent(tx, { requestId: request_id, assignmentId: id, type: 'escalated', now: tx.now });
  return escalated.length;
}

async function breach(tx: WriteTx, self: RelayIdentity, ids: readonly string[]): Promise<number> {
  const breached = await latchBreaches(tx, ids);
  for (const { id } of breached) {
    const request = await findRequest(tx, id);
    if (request === undefined) continue;
    await insertEvent(tx, { requestId: id, type: 'breach_notified', now: tx.now });
    await tellSource(tx, self, request, 'breach_notified', {});
  }
  return breached.length;
}

/** The platform that takes over gets the whole time of the route; the first one may still answer. */
async function reroute(tx: WriteTx, self: RelayIdentity, ids: readonly string[]): Promise<number> {
  const rerouted = await rerouteDue(tx, ids);
  for (const { request_id, platform_id, slot, sla_minutes, code, endpoint_url } of rerouted) {
    const request = await findRequest(tx, request_id);
    if (request === undefined) continue;
    const assignmentId = await assign(tx, self, request, {
      platform: { id: platform_id, code, endpoint_url },
      slot,
      slaMinutes: sla_minutes,
      fallbackPlatformId: null,
      dueAt: new Date(tx.now.getTime() + sla_minutes * minute),
    });
    await insertEvent(tx, {
      requestId: request_id,
      assignmentId,
      type: 'rerouted',
      detail: code,
      now: tx.now,
    });
  }
  return rerouted.length;
}
