import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import type { FilterBody } from './schemas.ts';
import { countFilters, deleteFilter, type FilterRow, insertFilter } from './store.ts';

const most = 30;

export async function saveFilter(tx: WriteTx, actor: Actor, body: FilterBody): Promise<FilterRow> {
  const { userId } = actor;
  if ((await countFilters(tx, userId)) >= most) fail(errors.too_many_filters);
  const saved =
    (await insertFilter(tx, { ...body, name: body.name.trim(), userId, now: tx.now })) ??
    fail(errors.filter_name_taken);
  return record(tx, events.filterSaved, saved);
}

export async function dropFilter(tx: WriteTx, actor: Actor, id: string): Promise<void> {
  record(
    tx,
    events.filterDeleted,
    (await deleteFilter(tx, id, actor.userId)) ?? fail(kernelErrors.not_found),
  );
}

/** Without the name, which is the officer's own. */
function record(
  tx: WriteTx,
  event: (typeof events)['filterSaved' | 'filterDeleted'],
  row: FilterRow,
): FilterRow {
  tx.audit(event, { target: row.id, metadata: { view: row.view, service: row.service } });
  return row;
}
