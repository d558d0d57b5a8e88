import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import { type ApplicationRow, applicationColumns } from './store.ts';

export type Kind = 'unissued' | 'unregistered' | 'breached' | 'silent' | 'unanswered' | 'unpaid';

/** Spelled as in the index by which the desk is ordered: what is late stands at its beginning. */
const late = `fulfilment = 'manual' and status in ('submitted', 'registered', 'in_review', 'info_required')
  and not sla_breached and suspended_at is null and due_order < `;
/** Candidates alone: whether a row may still be moved is decided by the statement that moves it. */
const due: Record<Kind, string> = {
  unissued: `status = 'submitted' and fulfilment = 'auto' and (issue_after is null or issue_after <= $1)
    and (fee = 0 or fee_state(id) = 'paid')`,
  unregistered: `status = 'submitted' and fulfilment = 'manual' and submitted_at <= $1`,
  breached: `${late} $1`,
  silent: `tacit_allowed and status in ('registered', 'in_review') and suspended_at is null and due_at < $1
    and (issue_after is null or issue_after <= $1) and (payment_before = 'none' or fee_state(id) = 'paid')`,
  unanswered: `status = 'info_required' and suspended_at < $1`,
  unpaid: `fee_due_at < $1 and status in ('submitted', 'registered') and fee_state(id) <> 'paid'`,
};

export const listDue = (
  db: Reader,
  kind: Kind,
  page: { before: Date; after: string | undefined; limit: number },
): Promise<{ id: string }[]> =>
  db.run(
    raw<{ id: string }>(
      `select id from gov_applications where ${due[kind]} and ($2::uuid is null or id > $2) order by id limit $3`,
      [page.before, page.after ?? null, page.limit],
    ),
  );

export const flagBreach = (tx: Tx, id: string, now: Date): Promise<ApplicationRow | undefined> =>
  tx.first(
    raw<ApplicationRow>(
      `update gov_applications set sla_breached = true, updated_at = $2
       where id = $1 and ${late} $2
       returning ${applicationColumns}`,
      [id, now],
      'gov.applications.breach',
    ),
  );
