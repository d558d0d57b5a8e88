import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import type { ReducedDocument } from './reduce.ts';

const factsRow = {
  ...columnsOf('gateway_services', 'id name scope'),
  title: nullable(column('gateway_documents', 'title')),
  description: nullable(column('gateway_documents', 'description')),
};
export type FactsRow = RowOf<typeof factsRow>;

const list = statement(
  'gateway_docs.list',
  factsRow,
  () => sql`
    select s.id, s.name, s.scope, d.title, d.description
    from gateway_services s left join gateway_documents d on d.service_id = s.id
    where s.enabled order by lower(s.name)`,
);
/** Services that are off are hidden, and no service tells where it leads. */
export const listServices = (db: Reader): Promise<FactsRow[]> => db.run(list());

const docsRow = {
  ...factsRow,
  version: nullable(column('gateway_documents', 'version')),
  operations: nullable(column('gateway_documents', 'operations')),
};
const one = statement(
  'gateway_docs.one',
  docsRow,
  (p: { id: string }) => sql`
    select s.id, s.name, s.scope, d.title, d.description, d.version, d.operations
    from gateway_services s left join gateway_documents d on d.service_id = s.id
    where s.id = ${p.id} and s.enabled`,
);
export const findService = (db: Reader, id: string): Promise<RowOf<typeof docsRow> | undefined> =>
  db.first(one({ id }));

const stateRow = {
  name: column('gateway_services', 'name'),
  title: nullable(column('gateway_documents', 'title')),
  version: nullable(column('gateway_documents', 'version')),
  uploaded_at: nullable(column('gateway_documents', 'uploaded_at')),
  operations: nullable(computed('int4')),
};
const state = statement(
  'gateway_docs.state',
  stateRow,
  (p: { id: string }) => sql`
    select s.name, d.title, d.version, d.uploaded_at, jsonb_array_length(d.operations) as operations
    from gateway_services s left join gateway_documents d on d.service_id = s.id
    where s.id = ${p.id}`,
);
export const findState = (db: Reader | Tx, id: string): Promise<RowOf<typeof stateRow> | undefined> =>
  db.first(state({ id }));

const save = statement(
  'gateway_docs.save',
  (p: Omit<ReducedDocument, 'operations'> & { id: string; operations: string; now: Date }) => sql`
    insert into gateway_documents (service_id, title, description, version, operations, uploaded_at)
    values (${p.id}, ${p.title}, ${p.description}, ${p.version}, ${p.operations}::jsonb, ${p.now})
    on conflict (service_id) do update set title = excluded.title, description = excluded.description,
      version = excluded.version, operations = excluded.operations, uploaded_at = excluded.uploaded_at`,
);
export const saveDocument = (tx: Tx, id: string, document: ReducedDocument, now: Date): Promise<unknown> =>
  tx.run(save({ ...document, id, operations: JSON.stringify(document.operations), now }));

const lock = statement(
  'gateway_docs.lock_service',
  columnsOf('gateway_services', 'name'),
  (p: { id: string }) => sql`select name from gateway_services where id = ${p.id} for update`,
);
/** The service stays until the document is written, so that its deletion cannot come between. */
export const lockService = (tx: Tx, id: string): Promise<{ name: string } | undefined> =>
  tx.first(lock({ id }));

const remove = statement(
  'gateway_docs.delete',
  columnsOf('gateway_documents', 'service_id'),
  (p: { id: string }) => sql`delete from gateway_documents where service_id = ${p.id} returning service_id`,
);
export const deleteDocument = (tx: Tx, id: string): Promise<{ service_id: string } | undefined> =>
  tx.first(remove({ id }));
