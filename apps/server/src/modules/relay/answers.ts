import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { RelayIdentity } from './ingest.ts';
import { writeJson } from './json.ts';
import { changedChannel, queueMessage } from './messages.ts';
import { findPlatformByCode } from './platform-store.ts';
import {
  type AssignmentRow,
  answerAssignment,
  findAssignment,
  finishRequest,
  insertEvent,
  listAssignments,
  lockRequest,
  markInProgress,
  type RequestRow,
} from './request-store.ts';

export interface Answer {
  status: 'done' | 'rejected';
  result?: unknown;
}

/** Each assignment is answered once; the last answer settles the request and is told to its source. */
export async function respond(
  tx: WriteTx,
  self: RelayIdentity,
  assignmentId: string,
  answer: Answer,
  /** The platform that answers by message; it may answer only its own assignments. */
  by?: { id: string; code: string },
): Promise<{ request: RequestRow; fulfilled: boolean }> {
  const place = (await findAssignment(tx, assignmentId)) ?? fail(kernelErrors.not_found);
  if (by !== undefined && place.platform_id !== by.id) fail(kernelErrors.not_found);
  const request = (await lockRequest(tx, place.request_id)) ?? fail(kernelErrors.not_found);
  // Nobody at this platform speaks for the agency, or a fact about a person could be invented here.
  if (request.confidential && by === undefined) fail(errors.confidential);
  const result = request.confidential ? null : writeJson(answer.result);
  if (!(await answerAssignment(tx, { id: assignmentId, status: answer.status, result, now: tx.now })))
    fail(errors.already_answered);
  await insertEvent(tx, {
    requestId: request.id,
    assignmentId,
    type: 'responded',
    detail: answer.status,
    now: tx.now,
  });
  tx.audit(events.responded, {
    target: assignmentId,
    metadata: { request_id: request.id, status: answer.status, by: by?.code ?? null },
  });
  tx.publish(changedChannel, {});
  const settled = await settle(tx, self, request);
  if (settled !== undefined) return { request: settled, fulfilled: settled.status === 'fulfilled' };
  return { request: (await markInProgress(tx, request.id)) ?? request, fulfilled: false };
}

const isAnswered = ({ status }: AssignmentRow): boolean => status === 'done' || status === 'rejected';

/** Undefined while an answer is missing. */
export async function settle(
  tx: WriteTx,
  self: RelayIdentity,
  request: RequestRow,
): Promise<RequestRow | undefined> {
  // A late answer after the request was settled by the platform that took over changes nothing more.
  if (request.status === 'fulfilled' || request.status === 'rejected') return request;
  const assignments = await listAssignments(tx, request.id);
  const slots = Map.groupBy(assignments, ({ slot }) => slot);
  const isSettled = [...slots.values()].every(
    (slot) => slot.some(({ status }) => status === 'done') || slot.every(isAnswered),
  );
  if (!isSettled) return undefined;
  const status = assignments.some((each) => each.status === 'done') ? 'fulfilled' : 'rejected';
  const result = assignments
    .filter(isAnswered)
    .map(({ platform_id, status, result }) => ({ platform_id, status, result }));
  const finished = await finishRequest(tx, {
    id: request.id,
    status,
    result: JSON.stringify(result),
    now: tx.now,
  });
  if (finished === undefined) return request;
  await insertEvent(tx, { requestId: request.id, type: status, now: tx.now });
  await tellSource(tx, self, finished, 'fulfilled', {
    status: status === 'fulfilled' ? 'done' : 'rejected',
    result,
  });
  return finished;
}

/** To the source, if it is a registered and enabled upstream platform. */
export async function tellSource(
  tx: WriteTx,
  { selfCode }: RelayIdentity,
  request: RequestRow,
  event: 'fulfilled' | 'breach_notified',
  more: { status?: string; result?: unknown },
): Promise<void> {
  if (request.source_platform === '') return;
  const source = await findPlatformByCode(tx, request.source_platform);
  if (source === undefined || !source.enabled || source.direction !== 'upstream') return;
  await queueMessage(
    tx,
    source,
    { requestId: request.id },
    {
      event,
      source_code: selfCode,
      service_code: request.service_code,
      external_ref: request.external_ref,
      title: request.title,
      request_id: request.id,
      ...(request.source_assignment_id === null ? {} : { assignment_id: request.source_assignment_id }),
      ...more,
    },
  );
}
