import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { column, columnsOf, computed, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';
import type { TemplateBody } from './schemas.ts';

const own = columnsOf(
  'reply_templates',
  'id authority_id service_id kind title title_en body body_en updated_at',
);
const template = { ...own, authority: column('authorities', 'name') };
export type TemplateRow = RowOf<typeof template>;
const columns = sql`${selectionOf(own)},
  (select a.name from authorities a where a.id = authority_id) as authority`;

const all = statement(
  'officer.templates',
  template,
  () => sql`select ${columns} from reply_templates order by authority, kind, title, id limit 2000`,
);
/** Those of the caller's authorities, under RLS. */
export const listTemplates = (db: Reader): Promise<TemplateRow[]> => db.run(all());

const ofCase = statement(
  'officer.templates.of_case',
  template,
  (p: { authority: string | null; serviceId: string | null }) => sql`
    select ${columns} from reply_templates
    where authority_id = ${p.authority} and (service_id is null or service_id = ${p.serviceId})
    order by service_id is null, title, id limit 200`,
);
/** Templates of the service come before those of the whole authority. */
export const listTemplatesFor = (
  db: Reader,
  authority: string | null,
  serviceId: string | null,
): Promise<TemplateRow[]> => db.run(ofCase({ authority, serviceId }));

const counted = statement(
  'officer.templates.count',
  { count: computed('int8') },
  (p: { authority: string }) => sql`
    select count(*) as count from reply_templates where authority_id = ${p.authority}`,
);
export const countTemplates = async (tx: Tx, authority: string): Promise<number> =>
  (await tx.first(counted({ authority })))?.count ?? 0;

type Values = Omit<TemplateBody, 'authority'> & { authority_id: string; now: Date };
const insert = statement(
  'officer.templates.insert',
  template,
  (p: Values) => sql`
    insert into reply_templates (authority_id, service_id, kind, title, title_en, body, body_en, created_at, updated_at)
    values (${p.authority_id}, ${p.service_id}, ${p.kind}, ${p.title}, ${p.title_en}, ${p.body}, ${p.body_en}, ${p.now}::timestamptz,
      ${p.now}::timestamptz)
    returning ${columns}`,
);
export const insertTemplate = (tx: Tx, values: Values): Promise<TemplateRow | undefined> =>
  tx.first(insert(values));

const update = statement(
  'officer.templates.update',
  template,
  (p: Values & { id: string }) => sql`
    update reply_templates set authority_id = ${p.authority_id}, service_id = ${p.service_id}, kind = ${p.kind},
      title = ${p.title}, title_en = ${p.title_en}, body = ${p.body}, body_en = ${p.body_en}, updated_at = ${p.now}
    where id = ${p.id} returning ${columns}`,
);
export const updateTemplate = (tx: Tx, values: Values & { id: string }): Promise<TemplateRow | undefined> =>
  tx.first(update(values));

const remove = statement(
  'officer.templates.delete',
  template,
  (p: { id: string }) => sql`delete from reply_templates where id = ${p.id} returning ${columns}`,
);
export const deleteTemplate = (tx: Tx, id: string): Promise<TemplateRow | undefined> =>
  tx.first(remove({ id }));
