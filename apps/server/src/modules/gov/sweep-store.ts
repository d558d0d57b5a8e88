import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';
import { openStatuses } from './state-machine.ts';
import { type ApplicationRow, applicationColumns, applicationRow } from './store.ts';

export type Kind =
  | 'unissued'
  | 'unregistered'
  | 'breached'
  | 'silent'
  | 'unanswered'
  | 'forgotten'
  | 'unpaid';

/** Written like the condition of the partial indexes, so that PostgreSQL can prove that they apply. */
export const openCondition = sql`status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`;
/** The queue index orders by `due_order`, so that late cases come first. */
const late = sql`fulfilment = 'manual' and ${openCondition}
  and not sla_breached and suspended_at is null and due_order < `;

interface DuePage {
  before: Date;
  after: string | null;
  limit: number;
}
/** Candidates only: the statement that moves a row decides whether it still applies. */
const listBy = (kind: Kind, isDue: (p: DuePage) => RawBuilder<unknown>) =>
  statement(
    `gov.sweep.${kind}`,
    columnsOf('gov_applications', 'id'),
    (p: DuePage) => sql`
      select id from gov_applications where ${isDue(p)} and (${p.after}::uuid is null or id > ${p.after})
      order by id limit ${p.limit}`,
    { plan: 'each call' },
  );
const due: Record<Kind, ReturnType<typeof listBy>> = {
  unissued: listBy(
    'unissued',
    (
      p,
    ) => sql`status = 'submitted' and fulfilment = 'auto' and (issue_after is null or issue_after <= ${p.before})
      and (fee = 0 or fee_state(id) = 'paid')`,
  ),
  unregistered: listBy(
    'unregistered',
    (p) => sql`status = 'submitted' and fulfilment = 'manual' and submitted_at <= ${p.before}`,
  ),
  breached: listBy('breached', (p) => sql`${late} ${p.before}`),
  silent: listBy(
    'silent',
    (p) => sql`tacit_allowed and status in ('registered', 'in_review') and suspended_at is null
      and due_at < ${p.before} and (issue_after is null or issue_after <= ${p.before})
      and (payment_before = 'none' or fee_state(id) = 'paid')`,
  ),
  unanswered: listBy('unanswered', (p) => sql`status = 'info_required' and info_due_at < ${p.before}`),
  forgotten: listBy(
    'forgotten',
    (p) => sql`status = 'info_required' and info_due_at is null and suspended_at < ${p.before}`,
  ),
  unpaid: listBy(
    'unpaid',
    (p) =>
      sql`fee_due_at < ${p.before} and status in ('submitted', 'registered') and fee_state(id) <> 'paid'`,
  ),
};

export const listDue = (
  db: Reader,
  kind: Kind,
  page: { before: Date; after: string | undefined; limit: number },
): Promise<{ id: string }[]> => db.run(due[kind]({ ...page, after: page.after ?? null }));

const flag = statement(
  'gov.applications.breach',
  applicationRow,
  (p: { id: string; now: Date }) => sql`
    update gov_applications set sla_breached = true, updated_at = ${p.now}
    where id = ${p.id} and ${late} ${p.now}
    returning ${applicationColumns}`,
);
export const flagBreach = (tx: Tx, id: string, now: Date): Promise<ApplicationRow | undefined> =>
  tx.first(flag({ id, now }));
