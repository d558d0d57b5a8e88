import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, computedJson, type RowOf } from '../../kernel/db/row-shape.ts';
import { type Part, parts } from './rules.ts';

export type Row = Record<string, unknown>;

const pageSize = 1000;

const ownerOf = (userId: string, through: string | undefined) =>
  through === undefined
    ? sql`= ${userId}`
    : sql`in (select owner.id from ${sql.table(through)} as owner where owner.user_id = ${userId})`;

const statementOf = ({ table, name, key, through, order, omit = [] }: Part) =>
  statement(
    `personal_data.${name}`,
    { row: computedJson<Row>('jsonb') },
    (p: { userId: string; offset: number }) => sql`
      select to_jsonb(part) - ${[...omit]}::text[] as row from ${sql.table(table)} as part
      where ${sql.ref(`part.${key}`)} ${ownerOf(p.userId, through)}
      order by ${sql.ref(`part.${order}`)}, part::text offset ${p.offset} limit ${pageSize}`,
  );
const statements = new Map(parts.map((part) => [part.name, statementOf(part)]));

/** Row-level security is the second guard: the reader has the person's own identity. */
export async function readPart(db: Reader, userId: string, { name }: Part): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = (await db.run(statements.get(name)?.({ userId, offset: rows.length }) ?? fail(name))).map(
      ({ row }) => row,
    );
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}

const listed = { ...columnsOf('stored_files', 'id purpose type size_bytes'), name: computed('text') };
export type ListedFile = RowOf<typeof listed>;

const ownFiles = statement(
  'personal_data.files',
  listed,
  (p: { userId: string }) => sql`
    select s.id, s.purpose, s.type, s.size_bytes, coalesce(g.name, f.name, d.name, '') as name
    from stored_files s
      left join gspace_files g on g.file_id = s.id
      left join gov_files f on f.id = s.id
      left join sign_documents d on d.file_id = s.id
    where s.user_id = ${p.userId} and s.state = 'kept' and s.scan <> 'infected' and s.purpose <> 'data_export'
    order by s.created_at, s.id limit 20000`,
);
export const listOwnFiles = (db: Reader, userId: string): Promise<ListedFile[]> =>
  db.run(ownFiles({ userId }));

function fail(name: string): never {
  throw new Error(`no statement reads ${name}`);
}
