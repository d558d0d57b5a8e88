import type { Reader } from '../../kernel/db/database.ts';
import { cutPage, readPageQuery, writePlace } from '../../kernel/http/time-cursor.ts';
import type { AuditEntry, AuditPage, AuditQuery } from './schemas.ts';
import { type AuditRow, listActions } from './views-store.ts';

export async function readActions(db: Reader, query: AuditQuery): Promise<AuditPage> {
  const page = readPageQuery(query);
  const found = await listActions(db, {
    ...page,
    action: query.action,
    operator: query.operator?.toLowerCase(),
    target: query.target,
  });
  const { items, ...rest } = cutPage(found, page.limit, (row) => writePlace(row.occurred_at, row.id));
  return { items: items.map(viewAction), ...rest };
}

function viewAction(row: AuditRow): AuditEntry {
  const { operator_id: operatorId, reason, ...metadata } = row.metadata;
  return {
    id: row.id,
    created_at: row.occurred_at,
    action: row.action,
    ...(typeof operatorId === 'string' ? { operator_id: operatorId } : {}),
    ...(row.operator_name === null ? {} : { operator_name: row.operator_name }),
    ...(row.operator_email === null ? {} : { operator_email: row.operator_email }),
    ...(row.target === null ? {} : { target_id: row.target }),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(row.request_id === null ? {} : { request_id: row.request_id }),
    metadata,
  };
}
