import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, failUnknown } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { findTransition, govErrors, move } from '../gov/index.ts';
import { findCase, viewItem } from './queue.ts';
import type { DecideBody, QueueItem } from './schemas.ts';

export interface DecisionDeps {
  /** How long an officer holds a case that they do nothing about. */
  assignmentHours: number;
}

interface CaseCall {
  actor: Actor;
  id: string;
  language: Language;
}

/** A reason that nobody can see, such as a space without width, is none. */
const saysSomething = (note: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(note);

/** Takes a case for the caller: free, their own (which renews the lease), or left by another for too long. */
export async function assign(deps: DecisionDeps, tx: WriteTx, call: CaseCall): Promise<QueueItem> {
  const before = await findCase(tx, call.actor, call.id);
  const other = before.assigned_to !== null && before.assigned_to !== call.actor.userId;
  const row = await move(tx, {
    transition: findTransition('assign'),
    id: call.id,
    actorId: call.actor.userId,
    leaseFrom: new Date(tx.now.getTime() - deps.assignmentHours * 3_600_000),
    ...(other && before.assigned_to !== null ? { recorded: { taken_over_from: before.assigned_to } } : {}),
  });
  return viewItem(row, call.language);
}

/** The applicant is asked, and the clock stands still until they answer. */
export async function requestInfo(tx: WriteTx, call: CaseCall & { note: string }): Promise<QueueItem> {
  const note = call.note.trim();
  if (!saysSomething(note)) fail(govErrors.reason_required);
  await findCase(tx, call.actor, call.id);
  const row = await move(tx, {
    transition: findTransition('request_info'),
    id: call.id,
    actorId: call.actor.userId,
    detail: note,
  });
  return viewItem(row, call.language);
}

/** Any officer may decide, whoever holds the case; a refusal says why. */
export async function decide(tx: WriteTx, call: CaseCall & { body: DecideBody }): Promise<QueueItem> {
  const { body } = call;
  const note = body.note?.trim() ?? '';
  if (!body.approve && !saysSomething(note)) fail(govErrors.reason_required);
  const before = await findCase(tx, call.actor, call.id);
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
  });
  return viewItem(row, call.language);
}

export async function complete(tx: WriteTx, call: CaseCall): Promise<QueueItem> {
  await findCase(tx, call.actor, call.id);
  const row = await move(tx, {
    transition: findTransition('complete'),
    id: call.id,
    actorId: call.actor.userId,
  });
  return viewItem(row, call.language);
}
