import type { Logger } from 'pino';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { tellSource } from './answers.ts';
import { events } from './events.ts';
import { assign, type RelayIdentity } from './ingest.ts';
import { dropExpiredSecrets } from './platform-store.ts';
import { findRequest, insertEvent } from './request-store.ts';
import {
  escalateDue,
  latchBreaches,
  markOverdue,
  markRequestsOverdue,
  remindDue,
  rerouteDue,
  takeLock,
} from './sweep-store.ts';

export interface SweepDeps {
  database: Database;
  outbox: Outbox;
  self: RelayIdentity;
}

const batch = 200;
const escalateAfterMs = 2 * 60_000;
const minute = 60_000;

/** Each step is one transaction, so that one failing step stops neither the others nor the next sweep. */
export async function sweep(deps: SweepDeps, now: Date, log: Logger): Promise<void> {
  const steps: Record<string, (tx: WriteTx) => Promise<number>> = {
    reminded: remind,
    overdue: expire,
    escalated: escalate,
    breached: (tx) => breach(tx, deps.self),
    rerouted: (tx) => reroute(tx, deps.self),
  };
  for (const [name, step] of Object.entries(steps)) {
    try {
      await repeat(deps, now, name, step);
    } catch (error) {
      log.warn({ err: error, step: name }, 'a step of the relay sweep failed; the next sweep repeats it');
    }
  }
  await deps.database.transaction(systemIdentity, (tx) => dropExpiredSecrets(tx, now));
}

async function repeat(
  deps: SweepDeps,
  now: Date,
  name: string,
  step: (tx: WriteTx) => Promise<number>,
): Promise<void> {
  let done: number;
  do {
    done = await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now },
      { what: `relay sweep: ${name}`, events: [events.swept], auditRequired: (count) => count > 0 },
      async (tx) => {
        if (!(await takeLock(tx, `relay.sweep.${name}`))) return 0;
        const count = await step(tx);
        if (count > 0) tx.audit(events.swept, { metadata: { [name]: count } });
        return count;
      },
    );
  } while (done === batch);
}

async function remind(tx: WriteTx): Promise<number> {
  const reminded = await remindDue(tx, tx.now, batch);
  for (const { id, request_id, reminders_sent } of reminded)
    await insertEvent(tx, {
      requestId: request_id,
      assignmentId: id,
      type: 'reminded',
      detail: reminders_sent === 2 ? '90 %' : '75 %',
      now: tx.now,
    });
  return reminded.length;
}

async function expire(tx: WriteTx): Promise<number> {
  const late = await markOverdue(tx, tx.now, batch);
  await markRequestsOverdue(
    tx,
    late.map(({ request_id }) => request_id),
  );
  for (const { id, request_id } of late)
    await insertEvent(tx, { requestId: request_id, assignmentId: id, type: 'overdue', now: tx.now });
  return late.length;
}

async function escalate(tx: WriteTx): Promise<number> {
  const escalated = await escalateDue(tx, new Date(tx.now.getTime() - escalateAfterMs), batch);
  for (const { id, request_id } of escalated)
    await insertEvent(tx, { requestId: request_id, assignmentId: id, type: 'escalated', now: tx.now });
  return escalated.length;
}

async function breach(tx: WriteTx, self: RelayIdentity): Promise<number> {
  const breached = await latchBreaches(tx, batch);
  for (const { id } of breached) {
    const request = await findRequest(tx, id);
    if (request === undefined) continue;
    await insertEvent(tx, { requestId: id, type: 'breach_notified', now: tx.now });
    await tellSource(tx, self, request, 'breach_notified', {});
  }
  return breached.length;
}

/** The platform that takes over gets the whole time of the route; the first one may still answer. */
async function reroute(tx: WriteTx, self: RelayIdentity): Promise<number> {
  const rerouted = await rerouteDue(tx, batch);
  for (const { request_id, platform_id, slot, sla_minutes, code, endpoint_url } of rerouted) {
    const request = await findRequest(tx, request_id);
    if (request === undefined || request.status === 'fulfilled' || request.status === 'rejected') continue;
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
