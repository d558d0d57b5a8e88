import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { countOf, type Statement, statement } from '../../kernel/db/query.ts';
import { computed, type RowOf } from '../../kernel/db/row-shape.ts';
import { defineSorts, type SortName, type SortPlace } from '../../kernel/http/sorted-page.ts';
import { type FoundPage, findPage, maxCounted } from '../../kernel/http/time-cursor.ts';
import { everyAuthority } from '../authorities/index.ts';
import {
  type ApplicationRow,
  applicationRow,
  listedColumns,
  openCondition,
  openStatuses,
  type Status,
} from '../gov/index.ts';

const submitted = {
  by: sql`submitted_at`,
  type: 'timestamptz' as const,
  value: (row: ApplicationRow) => row.submitted_at,
};
const due = {
  by: sql`due_order`,
  type: 'timestamptz' as const,
  value: (row: ApplicationRow) => row.due_at ?? 'infinity',
};
/** A case without a deadline comes after all others. */
export const queueSorts = defineSorts({
  sorts: { due_at: [due, submitted], submitted_at: [submitted] },
  tie: { by: sql`id`, type: 'uuid', value: (row: ApplicationRow) => row.id },
  usual: 'due_at',
});
type QueueSort = SortName<'due_at' | 'submitted_at'>;

export interface QueueFilter {
  officerId: string;
  /** Authorities to list; undefined: all. RLS decides visibility independently. */
  authorities: readonly string[] | undefined;
  /** Word prefixes; undefined: no search. */
  words: string | undefined;
  /** Undefined: any of `state`. */
  status: Status | undefined;
  state: 'open' | 'finished' | 'all';
  mine: boolean;
  unassigned: boolean;
  /** Code of one service; undefined: all. */
  service: string | undefined;
  /** Only open, not suspended cases with a deadline in this span; undefined: any. */
  due: { from: Date | undefined; before: Date } | undefined;
  sort: QueueSort;
  after: SortPlace | undefined;
  limit: number;
}

const officerAuthorities = statement(
  'officer.authorities',
  { authorities: computed('_text') },
  () => sql`select case_authorities() as authorities`,
);
/** Ids; undefined for callers who decide cases of every authority. */
export async function readAuthorities(db: Reader | Tx): Promise<readonly string[] | undefined> {
  const row = await db.first(officerAuthorities());
  const authorities = row?.authorities ?? [];
  return authorities.includes(everyAuthority) ? undefined : authorities;
}

const selected = sql`select ${listedColumns} from gov_applications`;

/** Excludes the officer's own applications. */
export const listQueue = (db: Reader, filter: QueueFilter): Promise<FoundPage<ApplicationRow>> =>
  findPage(
    db,
    { limit: filter.limit, before: filter.after },
    ({ limit, before: after }) => pageOf({ ...filter, limit, after }),
    () => countOf(find(searchOf({ ...filter, limit: maxCounted, after: undefined }))),
  );

/** An officer's own cases and those of a service have separate indexes; those of listed authorities use the queue index per authority. */
function pageOf(filter: QueueFilter): Statement<ApplicationRow> {
  const isSearch = filter.words !== undefined || filter.state !== 'open';
  const search = isSearch ? searches.get(filter.sort) : undefined;
  if (search !== undefined) return search(searchOf(filter));
  const form = formOf(filter);
  const isIndexed = filter.mine || filter.service !== undefined;
  const lists = filter.authorities === undefined || isIndexed ? queue : desk;
  const list = lists.get(nameOf(form));
  if (list === undefined) throw new Error('the queue has no such form');
  return list({
    officerId: filter.officerId,
    limit: filter.limit + 1,
    authorities: filter.authorities,
    states: filter.status === undefined ? openStatuses : [filter.status],
    status: filter.status,
    service: filter.service,
    dueFrom: filter.due?.from,
    dueBefore: filter.due?.before,
    ...placeOf(filter),
  });
}

/** The parameters of a statement are read by name. */
function placeOf({ sort, after }: Pick<QueueFilter, 'sort' | 'after'>) {
  const [first, second, third] = after ?? [];
  return isByDue(sort)
    ? { afterDue: first, afterSubmittedAt: second, afterId: third }
    : { afterDue: undefined, afterSubmittedAt: first, afterId: second };
}
const isByDue = (sort: QueueSort) => sort.endsWith('due_at');

interface QueueValues {
  officerId: string;
  limit: number;
  authorities: readonly string[] | undefined;
  states: readonly Status[];
  status: Status | undefined;
  service: string | undefined;
  dueFrom: Date | undefined;
  dueBefore: Date | undefined;
  afterDue: string | undefined;
  afterSubmittedAt: string | undefined;
  afterId: string | undefined;
}

/** The set of conditions of a page; each form is a statement that is prepared once. */
interface Form {
  status: 'open' | 'status';
  mine: boolean;
  unassigned: boolean;
  service: boolean;
  due: '' | 'before' | 'between';
  after: boolean;
  sort: QueueSort;
}
const formOf = ({ status, mine, unassigned, service, due, after, sort }: QueueFilter): Form => ({
  status: status === undefined ? 'open' : 'status',
  mine,
  unassigned,
  service: service !== undefined,
  due: due === undefined ? '' : due.from === undefined ? 'before' : 'between',
  after: after !== undefined,
  sort,
});
const nameOf = ({ status, mine, unassigned, service, due, after, sort }: Form): string =>
  [
    status,
    mine ? 'mine' : '',
    unassigned ? 'unassigned' : '',
    service ? 'service' : '',
    due,
    after ? 'after' : '',
    sort === queueSorts.usual ? '' : sort,
  ]
    .filter(Boolean)
    .join('_');

const both = [false, true];
const forms: readonly Form[] = (['open', 'status'] as const).flatMap((status) =>
  both.flatMap((mine) =>
    both.flatMap((unassigned) =>
      both.flatMap((service) =>
        (['', 'before', 'between'] as const).flatMap((due) =>
          both.flatMap((after) =>
            queueSorts.names.map((sort) => ({ status, mine, unassigned, service, due, after, sort })),
          ),
        ),
      ),
    ),
  ),
);

const conditionsOf = (form: Form, p: QueueValues): RawBuilder<unknown> => sql`
  fulfilment = 'manual' and user_id <> ${p.officerId}
  ${form.mine ? sql`and assigned_to = ${p.officerId}` : sql``}
  ${form.unassigned ? sql`and assigned_to is null` : sql``}
  ${form.service ? sql`and service_code = ${p.service}` : sql``}
  ${form.due === '' ? sql`` : sql`and ${openCondition} and suspended_at is null and due_order < ${p.dueBefore}`}
  ${form.due === 'between' ? sql`and due_order >= ${p.dueFrom}` : sql``}
  ${
    form.after
      ? sql`and ${queueSorts.isAfter(form.sort, [...(isByDue(form.sort) ? [p.afterDue] : []), p.afterSubmittedAt, p.afterId])}`
      : sql``
  }`;

const ordered = ({ sort }: Pick<Form, 'sort'>) => sql`order by ${queueSorts.orderBy(sort)}`;

const perForm = (
  name: string,
  build: (form: Form, p: QueueValues) => RawBuilder<unknown>,
): ReadonlyMap<string, (values: QueueValues) => Statement<ApplicationRow>> =>
  new Map(
    forms.map((form) => [
      nameOf(form),
      statement(
        `${name}.${nameOf(form)}`,
        applicationRow,
        (p: QueueValues) => build(form, p),
        // The usual order is the hot one; more than a thousand prepared statements would fill every connection.
        { plan: form.sort === queueSorts.usual ? 'once' : 'each call' },
      ),
    ]),
  );

const queue = perForm(
  'officer.queue',
  (form, p) => sql`${selected} where ${form.status === 'open' ? openCondition : sql`status = ${p.status}`}
    and ${conditionsOf(form, p)} ${ordered(form)} limit ${p.limit}`,
);

/**
 * One short index scan per authority and state, then a merge: the index is ordered within one authority, not across
 * several.
 */
const desk = perForm(
  'officer.desk',
  (form, p) => sql`
    select ${listedColumns}
    from unnest(${p.authorities}::uuid[]) as mine (authority) cross join unnest(${p.states}::text[]) as wanted (state)
    cross join lateral (
      select * from gov_applications where authority_id = mine.authority and status = wanted.state
        and ${conditionsOf(form, p)} ${ordered(form)} limit ${p.limit}) as page
    ${ordered(form)} limit ${p.limit}`,
);

const searchOf = ({ after, due, ...filter }: QueueFilter) => ({
  sort: filter.sort,
  words: filter.words ?? null,
  status: filter.status ?? null,
  assignedTo: filter.mine ? filter.officerId : null,
  unassigned: filter.unassigned,
  isDue: due !== undefined,
  dueFrom: due?.from ?? null,
  dueBefore: due?.before ?? null,
  ...placeOf({ sort: filter.sort, after }),
  limit: filter.limit + 1,
  service: filter.service ?? null,
  state: filter.state,
});
const findCases = (p: ReturnType<typeof searchOf>) =>
  sql`select find_cases(${p.words}, ${p.status}, ${p.assignedTo}, ${p.unassigned}, ${p.isDue}, ${p.dueFrom},
    ${p.dueBefore}, ${p.afterDue}, ${p.afterSubmittedAt}, ${p.afterId}, ${p.limit},
    ${p.service}, ${p.sort}, ${p.state})`;
const find = statement('officer.queue.find', { find_cases: computed('uuid') }, findCases);
const searches = new Map(
  queueSorts.names.map((sort) => [
    sort,
    statement(
      `officer.queue.search.${sort}`,
      applicationRow,
      (p: ReturnType<typeof searchOf>) =>
        sql`${selected} where id = any(array(${findCases(p)})) ${ordered({ sort })}`,
    ),
  ]),
);

const stake = statement(
  'officer.stake',
  { stake: computed('bool') },
  (p: { id: string }) => sql`select is_stake_case(${p.id}) as stake`,
);
/** The applicant is an organisation that the officer belongs to, or the officer as a party. */
export const isStakeCase = async (db: Reader | Tx, id: string): Promise<boolean> =>
  (await db.first(stake({ id })))?.stake === true;

/** Each figure counts the rows of the queue view with the same name. */
const stats = {
  open: computed('int8'),
  unassigned: computed('int8'),
  mine: computed('int8'),
  overdue: computed('int8'),
  due_soon: computed('int8'),
  due_today: computed('int8'),
  waiting: computed('int8'),
  awaiting_delivery: computed('int8'),
};
export type Stats = RowOf<typeof stats>;

/** Written so that listed authorities use their part of the queue index. */
export const within = (p: { authorities: readonly string[] | null }) =>
  sql`(${p.authorities}::uuid[] is null or authority_id = any(${p.authorities}::uuid[]))`;

const officerStats = statement(
  'officer.stats',
  stats,
  (p: {
    officerId: string;
    now: Date;
    soon: Date;
    dayEnd: Date;
    authorities: readonly string[] | null;
  }) => sql`
    select count(*) as open,
      count(*) filter (where assigned_to is null) as unassigned,
      count(*) filter (where assigned_to = ${p.officerId}) as mine,
      count(*) filter (where suspended_at is null and due_at < ${p.now}::timestamptz) as overdue,
      count(*) filter (where suspended_at is null and due_at >= ${p.now}::timestamptz and due_at < ${p.soon}::timestamptz) as due_soon,
      count(*) filter (where suspended_at is null and due_at >= ${p.now}::timestamptz and due_at < ${p.dayEnd}::timestamptz) as due_today,
      count(*) filter (where status = 'info_required') as waiting,
      (select count(*) from gov_applications
       where fulfilment = 'manual' and user_id <> ${p.officerId}::uuid and status = 'approved' and ${within(p)}) as awaiting_delivery
    from gov_applications where fulfilment = 'manual' and user_id <> ${p.officerId}::uuid and ${openCondition} and ${within(p)}`,
);
export const readStats = async (
  db: Reader,
  call: {
    officerId: string;
    authorities: readonly string[] | undefined;
    now: Date;
    soon: Date;
    dayEnd: Date;
  },
): Promise<Stats> =>
  (await db.first(officerStats({ ...call, authorities: call.authorities ?? null }))) ?? {
    open: 0,
    unassigned: 0,
    mine: 0,
    overdue: 0,
    due_soon: 0,
    due_today: 0,
    waiting: 0,
    awaiting_delivery: 0,
  };
