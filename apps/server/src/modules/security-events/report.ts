import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import { cutPage, readPageQuery, readTime, writePlace } from '../../kernel/http/time-cursor.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { serverKinds } from './record.ts';
import { detailBytes, type EventPage, type EventQuery, type EventView, type ReportBody } from './schemas.ts';
import { insertSecurityEvent, listSecurityEvents, type SecurityEventRow } from './store.ts';

/** Person, address and client come from the request: a report cannot accuse another person. */
export async function report(
  tx: WriteTx,
  actor: Actor,
  body: ReportBody,
  request: RequestFacts,
): Promise<void> {
  if (serverKinds.some((kind) => kind === body.kind.toLowerCase())) fail(errors.kind_reserved);
  const detail = body.detail === undefined ? null : JSON.stringify(body.detail);
  if (detail !== null && Buffer.byteLength(detail) > detailBytes) fail(kernelErrors.payload_too_large);
  await insertSecurityEvent(tx, {
    receivedAt: tx.now,
    userId: actor.userId,
    kind: body.kind,
    severity: body.severity ?? null,
    source: body.source ?? null,
    ip: request.ip,
    userAgent: request.userAgent,
    detail,
  });
  tx.audit(events.reported, {
    target: actor.userId,
    metadata: { severity: body.severity ?? null },
  });
}

export async function readEvents(db: Reader, query: EventQuery): Promise<EventPage> {
  const page = readPageQuery(query);
  const found = await listSecurityEvents(db, {
    ...page,
    kind: query.kind,
    severity: query.severity,
    from: readTime(query.from),
    to: readTime(query.to),
  });
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.received_at, row.id));
  return { items: items.map(viewEvent), ...rest };
}

function viewEvent(row: SecurityEventRow): EventView {
  return {
    id: row.id,
    received_at: row.received_at,
    ...(row.user_id === null ? {} : { user_id: row.user_id }),
    kind: row.kind,
    ...(row.severity === null ? {} : { severity: row.severity }),
    ...(row.source === null ? {} : { source: row.source }),
    ...(row.user_agent === null ? {} : { user_agent: row.user_agent }),
    ...(row.ip === null ? {} : { ip: row.ip }),
    ...(row.detail === null ? {} : { detail: row.detail }),
  };
}
