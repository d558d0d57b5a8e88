import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { VerifyReport } from '../../kernel/audit/verify.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { cutPage, readPageQuery, readTime, writePlace } from '../../kernel/http/time-cursor.ts';
import { recordSecurityEvent } from '../security-events/index.ts';
import { findKnownUsers } from '../users/index.ts';
import { recordListed } from './access.ts';
import { accessEvents, events } from './events.ts';
import type { AuditEntry, AuditPage, AuditQuery } from './schemas.ts';
import { type AuditRow, listAudit } from './store.ts';

export async function readAuditPage(db: Reader, query: AuditQuery): Promise<AuditPage> {
  const page = readPageQuery(query);
  const found = await listAudit(db, {
    ...page,
    action: query.action,
    category: query.category,
    actor: query.actor,
    target: query.target,
    from: readTime(query.from),
    to: readTime(query.to),
  });
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.occurred_at, row.id));
  return { items: items.map(viewEntry), ...rest };
}

/**
 * Records the access for everyone on the page: actors, targets, and the person in the filter, found or not. Targets of
 * earlier accesses are excluded: otherwise every read of the log would add entries about reads without end.
 */
export async function recordAccesses(
  tx: WriteTx,
  actor: Actor,
  query: Pick<AuditQuery, 'actor' | 'target'>,
  page: AuditPage,
): Promise<{ recorded: boolean }> {
  const shown = page.items.flatMap(({ actor_user_id: by, target, category }) =>
    category === accessEvents.personRead.category ? [by] : [by, target],
  );
  const ids = [query.actor, query.target, ...shown].filter((id) => id !== undefined && isUuid(id));
  const people = ids.length === 0 ? [] : await findKnownUsers(tx, ids as string[]);
  return recordListed(
    tx,
    { actor, row: 'audit.list' },
    // The id comes from the database, so that capitals in the query cannot hide the access from its person.
    people.map(({ id }) => ({ personId: id })),
  );
}

/** A starting row that does not exist is usually a typing error; a full verification finds real damage. */
export function isDamaged(report: VerifyReport, fromId: number | undefined): boolean {
  const noStart = fromId !== undefined && report.broken_id === fromId && report.checked === 0;
  return !report.ok && !(noStart && report.reason === 'missing');
}

/** Damage must not be overlooked, so it goes to the security events and to the log itself. */
export async function recordDamage(tx: WriteTx, report: VerifyReport): Promise<void> {
  const facts = {
    broken_id: report.broken_id ?? null,
    reason: report.reason ?? null,
    checked: report.checked,
  };
  tx.audit(events.chainBroken, { metadata: facts });
  await recordSecurityEvent(tx, 'audit_chain_broken', 'critical', { detail: facts });
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function viewEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    occurred_at: row.occurred_at,
    ...(row.actor_user_id === null ? {} : { actor_user_id: row.actor_user_id }),
    action: row.action,
    category: row.category,
    ...(row.target === null ? {} : { target: row.target }),
    ...(row.request_id === null ? {} : { request_id: row.request_id }),
    metadata: row.metadata,
    ...(row.prev_hash === null ? {} : { prev_hash: row.prev_hash }),
    ...(row.chain_hash === null ? {} : { chain_hash: row.chain_hash }),
  };
}
