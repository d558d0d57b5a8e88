import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Announcement } from '../bus/bus.ts';
import type { Database, Tx } from '../db/database.ts';
import type { DbIdentity } from '../db/identity.ts';
import { type Statement, statement } from '../db/query.ts';
import type { AuditEvent } from './events.ts';

export interface AuditFields {
  target?: string;
  /** The person who signs in, while the request itself has no actor yet. */
  subject?: string;
  metadata?: Record<string, string | number | boolean | null | readonly string[]>;
}

declare module '../db/schema.ts' {
  interface JsonShapes {
    'audit_log.metadata': Record<string, unknown>;
  }
}

export type TargetedFields = Pick<AuditFields, 'metadata'> & { target: string };

/** The transaction of a writing decision: its changes, audit events and announcements commit together. */
export interface WriteTx extends Tx {
  audit(event: AuditEvent, fields?: AuditFields): void;
  /**
   * Writes many entries of one event in one statement, and skips an entry that the same actor recently left
   * with the same target and metadata: a page that polls every few seconds would flood the log.
   */
  auditEach(
    event: AuditEvent,
    entries: readonly TargetedFields[],
    options: { notAgainWithinMs: number },
  ): void;
  /** Notifies every instance after the commit. */
  publish(channel: string, payload: Record<string, string | number | boolean | null>): void;
  /** Queues slow work for a worker, at commit. */
  enqueue(queue: string, data: object): void;
  /** The time of the request or job: a decision never reads a clock itself. */
  readonly now: Date;
}

export interface WorkContext {
  readonly identity: DbIdentity;
  readonly actorUserId: string | null;
  readonly requestId: string | null;
  readonly now: Date;
}

/** The change recorded no audit event, so it was rolled back. */
export class AuditMissing extends Error {
  constructor(what: string) {
    super(`${what} changed something and recorded no audit event; it was rolled back`);
    this.name = 'AuditMissing';
  }
}

/** Delivers the side effects of a transaction: jobs with its commit, announcements after it. */
export interface Outbox {
  send(tx: Tx, queue: string, data: object): Promise<void>;
  announced(announcements: readonly Announcement[]): void;
}

/** For work that queues no jobs; other instances find its announcements at their next heartbeat. */
export const noOutbox: Outbox = {
  send: (_tx, queue) => Promise.reject(new Error(`nothing can be queued for ${queue} here`)),
  announced: () => undefined,
};

export interface WorkOptions<T> {
  /** Decides from the result whether an event is required. */
  auditRequired: (result: T) => boolean;
  /** Names the work in the error text. */
  what: string;
  /** Events that this work may record; any other event rolls it back. */
  events?: readonly AuditEvent[];
}

const appendBusEvent = statement(
  'bus.append',
  (p: { key: string; channel: string; payload: string }) => sql`
    insert into bus_events (key, channel, payload) values (${p.key}, ${p.channel}, ${p.payload})`,
);
/** Runs one decision in one transaction that commits only together with its audit events. */
export async function unitOfWork<T>(
  deps: { database: Database; outbox: Outbox },
  context: WorkContext,
  options: WorkOptions<T>,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  const appended: Statement<unknown>[] = [];
  const declare = (event: AuditEvent): void => {
    if (options.events !== undefined && !options.events.includes(event))
      throw new Error(`${options.what} recorded ${event.action}, which it does not declare`);
  };
  const messages: Announcement[] = [];
  const tasks: { queue: string; data: object }[] = [];
  const done = await deps.database.transaction(context.identity, async (tx) => {
    const result = await work({
      ...tx,
      now: context.now,
      audit: (event, fields = {}) => {
        declare(event);
        appended.push(appendStatement(context, event, fields));
      },
      auditEach: (event, entries, { notAgainWithinMs }) => {
        declare(event);
        if (entries.length > 0) appended.push(appendEach(context, event, entries, notAgainWithinMs));
      },
      publish: (channel, payload) => {
        messages.push({ key: randomUUID(), channel, payload });
      },
      enqueue: (queue, data) => {
        tasks.push({ queue, data });
      },
    });
    if (appended.length === 0 && options.auditRequired(result)) throw new AuditMissing(options.what);
    // When the decision changed nothing else, the events open the transaction themselves.
    for (const statement of appended) tx.atCommit(statement);
    for (const { key, channel, payload } of messages)
      tx.atCommit(appendBusEvent({ key, channel, payload: JSON.stringify(payload) }));
    for (const { queue, data } of tasks) await deps.outbox.send(tx, queue, data);
    return result;
  });
  if (messages.length > 0) deps.outbox.announced(messages);
  return done;
}

const appendEvent = statement(
  'audit.append',
  (p: {
    now: Date;
    actorUserId: string | null;
    action: string;
    category: string;
    target: string | null;
    requestId: string | null;
    metadata: string;
  }) => sql`
    insert into audit_log (occurred_at, actor_user_id, action, category, target, request_id, metadata)
    values (${p.now}, ${p.actorUserId}, ${p.action}, ${p.category}, ${p.target}, ${p.requestId}, ${p.metadata})`,
);
function appendStatement(context: WorkContext, event: AuditEvent, fields: AuditFields) {
  return appendEvent({
    now: context.now,
    actorUserId: context.actorUserId ?? fields.subject ?? null,
    action: event.action,
    category: event.category,
    target: fields.target ?? null,
    requestId: context.requestId,
    metadata: metadataOf(context, event, fields),
  });
}

const appendEvents = statement(
  'audit.append_each',
  (
    p: WorkContext & { action: string; category: string; targets: string[]; events: string[]; since: Date },
  ) => sql`
    insert into audit_log (occurred_at, actor_user_id, action, category, target, request_id, metadata)
    select ${p.now}, ${p.actorUserId}, ${p.action}, ${p.category}, entry.target, ${p.requestId}, entry.metadata
    from unnest(${p.targets}::text[], ${p.events}::jsonb[]) with ordinality as entry (target, metadata, place)
    where not exists (
      select from audit_log as earlier
      where earlier.target = entry.target and earlier.occurred_at > ${p.since}::timestamptz and earlier.action = ${p.action}
        and earlier.actor_user_id is not distinct from ${p.actorUserId} and earlier.metadata = entry.metadata)
    order by entry.place`,
);
/** Each entry costs one lookup in the index of targets by time, and its insert. */
function appendEach(
  context: WorkContext,
  event: AuditEvent,
  entries: readonly TargetedFields[],
  notAgainWithinMs: number,
) {
  return appendEvents({
    ...context,
    action: event.action,
    category: event.category,
    targets: entries.map(({ target }) => target),
    events: entries.map((entry) => metadataOf(context, event, entry)),
    since: new Date(context.now.getTime() - notAgainWithinMs),
  });
}

/** Every event of a person who acts for a party names the party, so that no decision can forget it. */
function metadataOf(
  { identity }: WorkContext,
  event: AuditEvent,
  { metadata = {} }: Pick<AuditFields, 'metadata'>,
): string {
  const extra = Object.keys(metadata).find((name) => !event.fields.includes(name));
  if (extra !== undefined) throw new Error(`audit event ${event.action} does not declare the field ${extra}`);
  const { partyId } = identity;
  return JSON.stringify(partyId === undefined ? metadata : { ...metadata, acting_for: partyId });
}
