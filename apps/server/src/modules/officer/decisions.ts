import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, failUnknown } from '../../kernel/http/errors.ts';
import { type Refused, refused } from '../../kernel/http/row.ts';
import {
  type Certified,
  type CertifyDeps,
  certifyApplication,
  findApplication,
  findTransition,
  govErrors,
  move,
  requireCertificate,
} from '../gov/index.ts';
import { type Desk, findCase, recordCaseAccess, viewItem } from './queue.ts';
import type { DecideBody, QueueItem } from './schemas.ts';

interface CaseCall {
  actor: Actor;
  id: string;
  desk: Desk;
}

/** A note of invisible characters, such as zero-width spaces, is no reason. */
const hasVisibleText = (note: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(note);

/** Takes an unassigned case, renews the caller's lease, or takes over an expired lease. */
export async function assign(tx: WriteTx, call: CaseCall): Promise<QueueItem> {
  const before = await findCase(tx, call.actor, call.id);
  const other = before.assigned_to !== null && before.assigned_to !== call.actor.userId;
  const row = await move(tx, {
    transition: findTransition('assign'),
    id: call.id,
    actorId: call.actor.userId,
    leaseFrom: new Date(tx.now.getTime() - call.desk.assignmentHours * 3_600_000),
    ...(other && before.assigned_to !== null ? { recorded: { taken_over_from: before.assigned_to } } : {}),
  });
  return viewItem(row, call.desk);
}

/** The deadline is suspended until the applicant answers. */
export async function requestInfo(tx: WriteTx, call: CaseCall & { note: string }): Promise<QueueItem> {
  const note = call.note.trim();
  if (!hasVisibleText(note)) fail(govErrors.reason_required);
  await findCase(tx, call.actor, call.id);
  const row = await move(tx, {
    transition: findTransition('request_info'),
    id: call.id,
    actorId: call.actor.userId,
    detail: note,
  });
  return viewItem(row, call.desk);
}

/** Runs before the transaction, because it calls the state register. */
export async function prepareDecision(
  deps: CertifyDeps,
  db: Reader,
  call: { actor: Actor; id: string; body: DecideBody; now: Date },
): Promise<Certified | undefined> {
  if (!call.body.approve) return undefined;
  const row = await findApplication(db, call.id);
  if (row === undefined || row.user_id === call.actor.userId) return undefined;
  const transition = findTransition('approve', 'issues a reference');
  // A decision that will be rejected must not look the person up in the register.
  const isPaid = row.payment_before === 'none' || row.payment === 'paid';
  if (!isPaid || row.fulfilment !== 'manual' || !transition.from.includes(row.status)) return undefined;
  return certifyApplication(deps, db, row, call.now);
}

/**
 * Any officer may decide, also while another holds the case; a refusal needs a reason. Nothing is granted against the
 * register, and an officer who learns its data leaves an entry in the person's access log.
 */
export async function decide(
  tx: WriteTx,
  call: CaseCall & { body: DecideBody; certified: Certified | undefined },
): Promise<QueueItem | Refused> {
  const { body } = call;
  const note = body.note?.trim() ?? '';
  if (!body.approve && !hasVisibleText(note)) fail(govErrors.reason_required);
  const before = await findCase(tx, call.actor, call.id);
  if (call.certified?.outcome === 'contradicted') {
    recordCaseAccess(tx, call.actor, before);
    return refused(govErrors.not_certifiable, {
      data: { reason: call.certified.reason[call.desk.language] },
    });
  }
  const certificate = requireCertificate(call.certified, call.desk.language);
  const transition = body.approve
    ? findTransition('approve', before.output_ref_type === '' ? 'issues no reference' : 'issues a reference')
    : findTransition('reject');
  const result =
    body.result === undefined
      ? transition.results[0]
      : transition.results.find((allowed) => allowed === body.result);
  if (result === undefined) failUnknown('result');
  const row = await move(tx, {
    transition,
    id: call.id,
    actorId: call.actor.userId,
    detail: note,
    result,
    recorded: { result },
    certificate,
  });
  return viewItem(row, call.desk);
}

export async function complete(tx: WriteTx, call: CaseCall): Promise<QueueItem> {
  await findCase(tx, call.actor, call.id);
  const row = await move(tx, {
    transition: findTransition('complete'),
    id: call.id,
    actorId: call.actor.userId,
  });
  return viewItem(row, call.desk);
}
