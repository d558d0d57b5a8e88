import type { Reader } from '../../kernel/db/database.ts';
import { countOf, raw, type Statement } from '../../kernel/db/query.ts';
import { type FoundPage, findPage, mostCounted } from '../../kernel/http/time-cursor.ts';
import { type ApplicationRow, listedColumns, openStatuses, type Status } from '../gov/index.ts';

/** Where a page of the queue ended. */
export interface QueuePlace {
  due: string;
  submittedAt: string;
  id: string;
}

export interface QueueFilter {
  officerId: string;
  /** Authorities whose cases are listed; undefined: every authority. The database decides by itself what may be seen. */
  authorities: readonly string[] | undefined;
  /** Beginnings of words; undefined: every case. */
  words: string | undefined;
  /** Undefined: all that are open. */
  status: Status | undefined;
  mine: boolean;
  unassigned: boolean;
  /** Only open cases whose clock runs and stands in this span; undefined: whatever the clock says. */
  due: { from: Date | undefined; before: Date } | undefined;
  after: QueuePlace | undefined;
  limit: number;
}

const everyAuthority = '*';

/** Undefined for those who decide the cases of every authority. */
export async function readAuthorities(db: Reader): Promise<readonly string[] | undefined> {
  const row = await db.first(
    raw<{ authorities: string[] }>('select case_authorities() as authorities', [], 'officer.authorities'),
  );
  const authorities = row?.authorities ?? [];
  return authorities.includes(everyAuthority) ? undefined : authorities;
}

/** Spelled as in the partial indexes, which PostgreSQL uses only for a condition that it can see implies theirs. */
const open = `status in ('submitted', 'registered', 'in_review', 'info_required')`;

const selected = `select ${listedColumns} from gov_applications`;
const ordered = 'order by due_order, submitted_at, id';

/** One page in the order of what is due. An officer's own applications are for others to see. */
export const listQueue = (db: Reader, filter: QueueFilter): Promise<FoundPage<ApplicationRow>> =>
  findPage(
    db,
    { limit: filter.limit, before: filter.after },
    ({ limit, before: after }) => statementOf(filter)({ ...filter, limit, after }),
    () => countOf(find({ ...filter, limit: mostCounted, after: undefined })),
  );

/** An officer holds few cases, which have their own index; the rest of a listed authority is found by the desk's index. */
function statementOf(filter: QueueFilter): (filter: QueueFilter) => Statement<ApplicationRow> {
  if (filter.words !== undefined) return search;
  return filter.authorities === undefined || filter.mine ? browse : browseAuthorities;
}

function browse(filter: QueueFilter): Statement<ApplicationRow> {
  const values: unknown[] = [filter.officerId, filter.limit + 1];
  const put = (value: unknown) => `$${values.push(value)}`;
  const state = filter.status === undefined ? open : `status = ${put(filter.status)}`;
  const where = [state, ...conditionsOf(filter, put)].join(' and ');
  return raw(`${selected} where ${where} ${ordered} limit $2`, values, `officer.queue.${nameOf(filter)}`);
}

/**
 * One short walk through the index for each authority and state, and the first of all walks together: an index has one
 * order for one authority and none for several.
 */
function browseAuthorities(filter: QueueFilter): Statement<ApplicationRow> {
  const states = filter.status === undefined ? openStatuses : [filter.status];
  const values: unknown[] = [filter.officerId, filter.limit + 1, filter.authorities, states];
  const put = (value: unknown) => `$${values.push(value)}`;
  const where = ['agency = mine.authority', 'status = wanted.state', ...conditionsOf(filter, put)];
  return raw(
    `select ${listedColumns}
     from unnest($3::text[]) as mine (authority) cross join unnest($4::text[]) as wanted (state)
     cross join lateral (
       select * from gov_applications where ${where.join(' and ')} ${ordered} limit $2) as page
     ${ordered} limit $2`,
    values,
    `officer.desk.${nameOf(filter)}`,
  );
}

function conditionsOf(filter: QueueFilter, put: (value: unknown) => string): string[] {
  const { after, due } = filter;
  return [
    `fulfilment = 'manual' and user_id <> $1`,
    ...(filter.mine ? ['assigned_to = $1'] : []),
    ...(filter.unassigned ? ['assigned_to is null'] : []),
    ...(due === undefined ? [] : [`${open} and suspended_at is null and due_order < ${put(due.before)}`]),
    ...(due?.from === undefined ? [] : [`due_order >= ${put(due.from)}`]),
    ...(after === undefined
      ? []
      : [
          `(due_order, submitted_at, id) > (${put(after.due)}::timestamptz,
             ${put(after.submittedAt)}::timestamptz, ${put(after.id)}::uuid)`,
        ]),
  ];
}

/** The shape of the statement, so that each is prepared once. */
function nameOf({ after, due, mine, status, unassigned }: QueueFilter): string {
  return [
    status === undefined ? 'open' : 'status',
    mine ? 'mine' : '',
    unassigned ? 'unassigned' : '',
    due === undefined ? '' : due.from === undefined ? 'before' : 'between',
    after === undefined ? '' : 'after',
  ]
    .filter(Boolean)
    .join('_');
}

const find = ({ after, due, ...filter }: QueueFilter): Statement<unknown> =>
  raw(
    'select find_cases($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    [
      filter.words ?? null,
      filter.status ?? null,
      filter.mine ? filter.officerId : null,
      filter.unassigned,
      due !== undefined,
      due?.from ?? null,
      due?.before ?? null,
      after?.due ?? null,
      after?.submittedAt ?? null,
      after?.id ?? null,
      filter.limit + 1,
    ],
    'officer.queue.find',
  );

function search(filter: QueueFilter): Statement<ApplicationRow> {
  const { text, values } = find(filter);
  return raw(`${selected} where id = any(array(${text})) ${ordered}`, values, 'officer.queue.search');
}

/** Each figure counts what the queue lists under the same name. */
export interface Stats {
  open: number;
  unassigned: number;
  mine: number;
  overdue: number;
  due_soon: number;
  waiting: number;
  awaiting_delivery: number;
}

/** A list of authorities is counted along their own part of the desk's index. */
const within = '($4::text[] is null or agency = any($4))';

export const readStats = async (
  db: Reader,
  call: { officerId: string; authorities: readonly string[] | undefined; now: Date; soon: Date },
): Promise<Stats> =>
  (await db.first(
    raw<Stats>(
      `select count(*) as open,
         count(*) filter (where assigned_to is null) as unassigned,
         count(*) filter (where assigned_to = $1) as mine,
         count(*) filter (where suspended_at is null and due_at < $2::timestamptz) as overdue,
         count(*) filter (where suspended_at is null and due_at >= $2::timestamptz and due_at < $3::timestamptz) as due_soon,
         count(*) filter (where status = 'info_required') as waiting,
         (select count(*) from gov_applications
          where fulfilment = 'manual' and user_id <> $1::uuid and status = 'approved' and ${within}) as awaiting_delivery
       from gov_applications where fulfilment = 'manual' and user_id <> $1::uuid and ${open} and ${within}`,
      [call.officerId, call.now, call.soon, call.authorities ?? null],
      'officer.stats',
    ),
  )) ?? { open: 0, unassigned: 0, mine: 0, overdue: 0, due_soon: 0, waiting: 0, awaiting_delivery: 0 };
