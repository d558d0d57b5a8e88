import type { Reader } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import { type ApplicationRow, applicationColumns, type Status } from '../gov/index.ts';

/** Where a page of the queue ended. */
export interface QueuePlace {
  due: string;
  submittedAt: string;
  id: string;
}

export interface QueueFilter {
  officerId: string;
  /** Undefined: all that are open. */
  status: Status | undefined;
  mine: boolean;
  unassigned: boolean;
  overdue: boolean;
  now: Date;
  after: QueuePlace | undefined;
  limit: number;
}

/** Spelled as in the partial indexes, which PostgreSQL uses only for a condition that it can see implies theirs. */
const open = `status in ('submitted', 'registered', 'in_review', 'info_required')`;

export type QueueRow = ApplicationRow & { due_order: string };

/** One page in the order of what is due. An officer's own applications are for others to see. */
export const listQueue = (db: Reader, filter: QueueFilter): Promise<QueueRow[]> => {
  const values: unknown[] = [filter.officerId, filter.limit + 1];
  const put = (value: unknown) => `$${values.push(value)}`;
  const where = [
    `fulfilment = 'manual' and user_id <> $1`,
    filter.status === undefined ? open : `status = ${put(filter.status)}`,
    ...(filter.mine ? ['assigned_to = $1'] : []),
    ...(filter.unassigned ? ['assigned_to is null'] : []),
    ...(filter.overdue ? [`${open} and suspended_at is null and due_order < ${put(filter.now)}`] : []),
    ...(filter.after === undefined
      ? []
      : [
          `(due_order, submitted_at, id) > (${put(filter.after.due)}::timestamptz,
             ${put(filter.after.submittedAt)}::timestamptz, ${put(filter.after.id)}::uuid)`,
        ]),
  ].join(' and ');
  return db.run(
    raw<QueueRow>(
      `select ${applicationColumns}, due_order::text as due_order from gov_applications where ${where}
       order by gov_applications.due_order, submitted_at, id limit $2`,
      values,
      `officer.queue.${nameOf(filter)}`,
    ),
  );
};

/** The shape of the statement, so that each is prepared once. */
function nameOf(filter: QueueFilter): string {
  return [
    filter.status === undefined ? 'open' : 'status',
    filter.mine ? 'mine' : '',
    filter.unassigned ? 'unassigned' : '',
    filter.overdue ? 'overdue' : '',
    filter.after === undefined ? '' : 'after',
  ]
    .filter(Boolean)
    .join('_');
}

export interface Stats {
  open: number;
  unassigned: number;
  mine: number;
  overdue: number;
  due_soon: number;
}

export const readStats = async (db: Reader, officerId: string, now: Date, soon: Date): Promise<Stats> =>
  (await db.first(
    raw<Stats>(
      `select count(*) as open,
         count(*) filter (where assigned_to is null) as unassigned,
         count(*) filter (where assigned_to = $1) as mine,
         count(*) filter (where suspended_at is null and due_at < $2::timestamptz) as overdue,
         count(*) filter (where suspended_at is null and due_at >= $2::timestamptz and due_at < $3::timestamptz) as due_soon
       from gov_applications where fulfilment = 'manual' and user_id <> $1::uuid and ${open}`,
      [officerId, now, soon],
      'officer.stats',
    ),
  )) ?? { open: 0, unassigned: 0, mine: 0, overdue: 0, due_soon: 0 };
