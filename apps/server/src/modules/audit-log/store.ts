import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement, varying } from '../../kernel/db/query.ts';
import { column, computed, nullable, present, type RowOf } from '../../kernel/db/row-shape.ts';
import type { Schema } from '../../kernel/db/schema.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';
import { platformZone } from '../../kernel/local-day.ts';

export interface AuditFilter {
  action: string | undefined;
  category: string | undefined;
  actor: string | undefined;
  target: string | undefined;
  /** As actor or as target. */
  person: string | undefined;
  /** Any of these targets. */
  matter: readonly string[] | undefined;
  from: string | undefined;
  to: string | undefined;
}

type AuditRequest = AuditFilter & PageRequest;

const anyEntry: AuditRequest = {
  limit: 1,
  before: undefined,
  action: undefined,
  category: undefined,
  actor: undefined,
  target: undefined,
  person: undefined,
  matter: undefined,
  from: undefined,
  to: undefined,
};
const everyFilter: AuditRequest = {
  limit: 1,
  before: { at: '', id: 0 },
  action: '',
  category: '',
  actor: '',
  target: '',
  person: undefined,
  matter: [],
  from: '',
  to: '',
};

type AuditExpressions = ExpressionBuilder<Schema, 'audit_log'>;

const matches =
  ({ action, category, actor, target, matter, from, to, before }: AuditRequest) =>
  (eb: AuditExpressions) =>
    eb.and([
      ...(action === undefined ? [] : [eb('action', '=', action)]),
      ...(category === undefined ? [] : [eb('category', '=', category)]),
      ...(actor === undefined ? [] : [eb('actor_user_id', '=', actor)]),
      ...(target === undefined ? [] : [eb('target', '=', target)]),
      ...(matter === undefined ? [] : [sql<SqlBool>`target = any(${[...matter]}::text[])`]),
      ...(from === undefined ? [] : [eb('occurred_at', '>=', from)]),
      ...(to === undefined ? [] : [eb('occurred_at', '<', to)]),
      ...(before === undefined
        ? []
        : [sql<SqlBool>`(occurred_at, id) < (${before.at}::timestamptz, ${before.id}::bigint)`]),
    ]);

/**
 * Each half walks its index and stops at the end of the page; one condition with `or` would collect and sort every
 * entry of a person.
 */
function concerns(request: AuditRequest, person: string) {
  const half = (column: 'actor_user_id' | 'target') =>
    sqlFor
      .selectFrom('audit_log')
      .select('id')
      .where(column, '=', person)
      .where(matches(request))
      .orderBy('occurred_at', 'desc')
      .orderBy('id', 'desc')
      .limit(request.limit + 1);
  return sql<SqlBool>`id in (${half('actor_user_id')} union ${half('target')})`;
}

const select = () =>
  sqlFor
    .selectFrom('audit_log')
    .select(['id', 'occurred_at', 'actor_user_id', 'action', 'category', 'target', 'request_id', 'metadata'])
    .select(['prev_hash', 'chain_hash']);

const page = varying(
  'audit.page',
  [anyEntry, everyFilter, { ...anyEntry, person: '' }, { ...everyFilter, person: '' }],
  (request: AuditRequest) => {
    const { person } = request;
    return select()
      .where(person === undefined ? matches(request) : concerns(request, person))
      .orderBy('occurred_at', 'desc')
      .orderBy('id', 'desc')
      .limit(request.limit + 1);
  },
);
export type AuditRow = RowFrom<typeof page>;

export const listAudit = (db: Reader, request: AuditRequest): Promise<FoundPage<AuditRow>> =>
  findPage(db, request, (wanted) => page({ ...request, ...wanted }));

const history = statement('audit.history', (p: { target: string; actions: readonly string[] }) =>
  select()
    .where('target', '=', p.target)
    .where(sql<SqlBool>`action = any(${p.actions}::text[])`)
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50),
);
export const listHistory = (
  db: Reader,
  about: { target: string; actions: readonly string[] },
): Promise<AuditRow[]> => db.run(history(about));

/** A page without its total, for reading on and on. */
export const readAuditBatch = (db: Reader, request: AuditRequest): Promise<AuditRow[]> =>
  db.run(page(request));

const access = {
  id: computed('int8'),
  occurred_at: computed('timestamptz'),
  first_at: computed('timestamptz'),
  actor_user_id: present(column('audit_log', 'actor_user_id')),
  role: nullable(computed('text')),
  office: nullable(computed('text')),
  rows: computed('_text'),
  matter_id: nullable(computed('text')),
  matter: nullable(computed('text')),
  matter_mn: nullable(computed('text')),
  matter_en: nullable(computed('text')),
  viewer: nullable(computed('text')),
};
export type AccessRow = RowOf<typeof access>;

const ownAccess = statement(
  'audit.own_access',
  access,
  (p: { at: string | null; id: number | null; limit: number; zone: string }) => sql`
    select line.*, access_viewer_name(line.actor_user_id) as viewer from (
    select max(id) as id, max(occurred_at) as occurred_at, min(occurred_at) as first_at,
      actor_user_id, metadata ->> 'role' as role, metadata ->> 'office' as office,
      array_agg(distinct metadata ->> 'row') as rows, metadata ->> 'matter_id' as matter_id,
      max(metadata ->> 'matter') as matter, max(metadata ->> 'matter_mn') as matter_mn,
      max(metadata ->> 'matter_en') as matter_en
    from audit_log
    where category = 'access' and target = any((select access_targets())::text[])
      and access_subject(target, metadata ->> 'matter_id') = (select access_owner()) and (${p.at}::timestamptz is null or occurred_at <
      (date_trunc('day', ${p.at}::timestamptz at time zone ${p.zone}) + interval '1 day') at time zone ${p.zone})
    group by actor_user_id, metadata ->> 'operator_id', metadata ->> 'role', metadata ->> 'office',
      metadata ->> 'matter_id', coalesce(metadata ->> 'matter_id', metadata ->> 'row'),
      date_trunc('day', occurred_at at time zone ${p.zone})
    having ${p.at}::timestamptz is null or (max(occurred_at), max(id)) < (${p.at}::timestamptz, ${p.id}::bigint)
    order by max(occurred_at) desc, max(id) desc limit ${p.limit}) as line
    order by occurred_at desc, id desc`,
);
/**
 * One line per viewer, matter and day. The RLS policy decides visibility; the conditions on `target` select the index
 * and leave out what the person looked at themself. A later page reads whole days too and omits the lines of earlier pages.
 */
export const listAccess = (db: Reader, page: PageRequest): Promise<FoundPage<AccessRow>> =>
  findPage(db, page, ({ limit, before }) =>
    ownAccess({
      at: before?.at ?? null,
      id: before?.id ?? null,
      limit: limit + 1,
      zone: platformZone(),
    }),
  );
