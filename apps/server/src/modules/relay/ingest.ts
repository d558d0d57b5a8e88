import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { sorted, writeJson } from './json.ts';
import { changedChannel, isSilent, queueMessage } from './messages.ts';
import { listRoutesFor, type ServiceRoute } from './platform-store.ts';
import {
  findByReference,
  insertAssignment,
  insertEvent,
  insertRequest,
  type RequestRow,
} from './request-store.ts';
import type { RequestBody } from './schemas.ts';
import { digestOf } from './signatures.ts';

export interface RelayIdentity {
  /** The code of this platform in messages to others. */
  readonly selfCode: string;
}

type Given = { [Name in keyof RequestBody]?: RequestBody[Name] | undefined };
export type Incoming = Given & {
  service_code: string;
  /** The assignment that this is at its source. */
  source_assignment_id?: string | undefined;
  /** Asked on behalf of one person: nobody else reads the content. */
  confidential?: true;
};

export interface Ingested {
  readonly request: RequestRow;
  /** True when the source sent the same request before. */
  readonly isRepeat: boolean;
  /** True when it used the reference before, for something else. */
  readonly isReuse: boolean;
}

const minute = 60_000;

/** Request, assignments, their messages and the first event commit together. */
export async function ingest(tx: WriteTx, self: RelayIdentity, given: Incoming): Promise<Ingested> {
  const digest = contentDigest(given);
  const earlier = await findEarlier(tx, given);
  const repeated = (request: RequestRow): Ingested => ({
    request,
    isRepeat: true,
    isReuse: request.content_digest !== digest,
  });
  if (earlier !== undefined) return repeated(earlier);
  const routes = await listRoutesFor(tx, given.service_code);
  if (routes.length === 0) fail(errors.not_routed);
  const asked = given.due_at === undefined ? undefined : new Date(given.due_at);
  const dueOf = ({ sla_minutes }: ServiceRoute): Date => {
    const own = new Date(tx.now.getTime() + sla_minutes * minute);
    return asked !== undefined && asked < own ? asked : own;
  };
  const latest = new Date(Math.max(...routes.map((route) => dueOf(route).getTime())));
  const request = await insertRequest(tx, {
    id: randomUUID(),
    sourcePlatform: given.source_platform ?? '',
    externalRef: given.external_ref ?? '',
    serviceCode: given.service_code,
    title: given.title ?? '',
    payload: writeJson(given.payload),
    priority: given.priority ?? 'normal',
    sourceAssignmentId: given.source_assignment_id ?? null,
    contentDigest: digest,
    confidential: given.confidential === true,
    now: tx.now,
    dueAt: asked ?? latest,
  });
  // Another transaction was faster with the same reference.
  if (request === undefined)
    return repeated((await findEarlier(tx, given)) ?? fail(errors.once_only_violation));
  await insertEvent(tx, {
    requestId: request.id,
    type: 'received',
    detail: request.source_platform,
    now: tx.now,
  });
  for (const [slot, route] of routes.entries())
    await assign(tx, self, request, {
      platform: { id: route.platform_id, endpoint_url: route.endpoint_url, code: route.code },
      slot,
      slaMinutes: route.sla_minutes,
      fallbackPlatformId: route.fallback_platform_id,
      dueAt: dueOf(route),
    });
  tx.audit(events.ingested, {
    target: request.id,
    metadata: {
      service_code: request.service_code,
      source: request.source_platform,
      assignments: routes.length,
    },
  });
  tx.publish(changedChannel, {});
  return { request, isRepeat: false, isReuse: false };
}

/** A silent platform is acknowledged at once: its people work in this portal. */
export async function assign(
  tx: WriteTx,
  { selfCode }: RelayIdentity,
  request: RequestRow,
  given: {
    platform: { id: string; code: string; endpoint_url: string };
    slot: number;
    slaMinutes: number;
    fallbackPlatformId: string | null;
    dueAt: Date;
  },
): Promise<string> {
  const id = randomUUID();
  const isAcknowledged = isSilent(given.platform.endpoint_url);
  await insertAssignment(tx, {
    id,
    requestId: request.id,
    platformId: given.platform.id,
    slot: given.slot,
    fallbackPlatformId: given.fallbackPlatformId,
    slaMinutes: given.slaMinutes,
    dueAt: given.dueAt,
    isAcknowledged,
    now: tx.now,
  });
  await queueMessage(
    tx,
    given.platform,
    { requestId: request.id, assignmentId: id },
    {
      event: 'dispatched',
      source_code: selfCode,
      service_code: request.service_code,
      // The reference of our source may come from another source as well; the receiver knows only us.
      external_ref: id,
      title: request.title,
      priority: request.priority,
      ...(request.payload === null ? {} : { payload: request.payload }),
      due_at: given.dueAt.toISOString(),
      request_id: request.id,
      assignment_id: id,
    },
  );
  if (isAcknowledged)
    await insertEvent(tx, {
      requestId: request.id,
      assignmentId: id,
      type: 'dispatched',
      detail: given.platform.code,
      now: tx.now,
    });
  return id;
}

function findEarlier(tx: WriteTx, given: Incoming): Promise<RequestRow | undefined> {
  const { source_platform: source = '', external_ref: externalRef = '', service_code: serviceCode } = given;
  if (source === '' || externalRef === '') return Promise.resolve(undefined);
  return findByReference(tx, { source, externalRef, serviceCode });
}

/** What a repeat must have in common with the first message; the time of sending may differ. */
function contentDigest({ title, payload, priority, due_at, source_assignment_id }: Incoming): string {
  return digestOf(JSON.stringify(sorted({ title, payload, priority, due_at, source_assignment_id })));
}
