import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { column, columnsOf, except, present, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';
import type { FileView } from '../schemas.ts';

/** A paper belongs to a draft until the application is sent. */
export interface Owner {
  kind: 'application' | 'draft';
  id: string;
}
const perOwner = <Made>(make: (kind: Owner['kind'], owner: RawBuilder<unknown>) => Made) => ({
  application: make('application', sql.ref('application_id')),
  draft: make('draft', sql.ref('draft_id')),
});

const lockedApplication = columnsOf('gov_applications', 'status service_id payload');
export type LockedApplication = RowOf<typeof lockedApplication>;

const lock = statement(
  'gov.files.lock',
  lockedApplication,
  (p: { id: string; userId: string }) => sql`
    select status, service_id, payload from gov_applications where id = ${p.id} and user_id = ${p.userId} for update`,
);
/** Locks the application while papers are counted; undefined when it is not the person's own. */
export const lockOwn = (tx: Tx, id: string, userId: string): Promise<LockedApplication | undefined> =>
  tx.first(lock({ id, userId }));

const insert = perOwner((kind, owner) =>
  statement(
    `gov.files.insert.${kind}`,
    (p: {
      ownerId: string;
      id: string;
      userId: string;
      name: string;
      slot: string | null;
      now: Date;
      most: number;
    }) => sql`
      insert into gov_files (id, ${owner}, user_id, name, slot, created_at)
      select ${p.id}, ${p.ownerId}, ${p.userId}, ${p.name}, ${p.slot}, ${p.now}
      where (select count(*) from gov_files where ${owner} = ${p.ownerId} and state <> 'removed') < ${p.most}`,
  ),
);
/** False when the limit is reached, counting uploads in progress. */
export const insertArriving = async (
  tx: Tx,
  owner: Owner,
  file: { id: string; userId: string; name: string; slot: string | null; now: Date },
  most: number,
): Promise<boolean> => (await tx.change(insert[owner.kind]({ ...file, ownerId: owner.id, most }))) === 1;

const fileRow = {
  ...columnsOf('gov_files', 'id name size_bytes sha256 slot created_at'),
  /** Set once the upload is confirmed. */
  type: except(column('gov_files', 'type'), ''),
};
const columns = selectionOf(fileRow);

const keep = statement(
  'gov.files.keep',
  fileRow,
  (p: { id: string; type: FileView['type']; sizeBytes: number; sha256: string }) => sql`
    update gov_files set state = 'kept', type = ${p.type}, size_bytes = ${p.sizeBytes}, sha256 = ${p.sha256}
    where id = ${p.id} and state = 'arriving' returning ${columns}`,
);
export const markKept = (
  tx: Tx,
  file: { id: string; type: FileView['type']; sizeBytes: number; sha256: string },
): Promise<FileView | undefined> => tx.first(keep(file));

const remove = perOwner((kind, owner) =>
  statement(
    `gov.files.remove.${kind}`,
    (p: { ownerId: string; fileId: string }) => sql`
      update gov_files set state = 'removed'
      where id = ${p.fileId} and ${owner} = ${p.ownerId} and state = 'kept'`,
  ),
);
/** The sweep deletes the bytes, never before this commits. */
export const markRemoved = async (tx: Tx, owner: Owner, fileId: string): Promise<boolean> =>
  (await tx.change(remove[owner.kind]({ ownerId: owner.id, fileId }))) === 1;

const govFilesDropArriving = statement(
  'gov.files.drop_arriving',
  (p: { id: string }) => sql`
    update gov_files set state = 'removed' where id = ${p.id} and state = 'arriving'`,
);
/** Called by the uploading request after its last write. */
export const dropArriving = (tx: Tx, id: string): Promise<number> => tx.change(govFilesDropArriving({ id }));

const removeOfDrafts = statement(
  'gov.files.remove_of_drafts',
  { draft_id: present(column('gov_files', 'draft_id')) },
  (p: { draftIds: readonly string[] }) => sql`
    update gov_files set state = 'removed' where draft_id = any(${p.draftIds}::uuid[]) and state = 'kept'
    returning draft_id`,
);
/** An upload in progress is not included: its request finds no draft at the end and drops the file itself. */
export const removeFilesOf = (tx: Tx, draftIds: readonly string[]): Promise<{ draft_id: string }[]> =>
  tx.run(removeOfDrafts({ draftIds }));

const adopt = statement(
  'gov.files.adopt',
  fileRow,
  (p: { draftId: string; applicationId: string; unasked: readonly string[] }) => sql`
    update gov_files set application_id = ${p.applicationId}, draft_id = null
    where draft_id = ${p.draftId} and state = 'kept' and (slot is null or slot <> all(${p.unasked}::text[]))
    returning ${columns}`,
);
export const adoptFiles = (
  tx: Tx,
  draftId: string,
  applicationId: string,
  unasked: readonly string[],
): Promise<FileView[]> => tx.run(adopt({ draftId, applicationId, unasked }));

const list = perOwner((kind, owner) =>
  statement(
    `gov.files.list.${kind}`,
    fileRow,
    (p: { id: string }) => sql`
      select ${columns} from gov_files where ${owner} = ${p.id} and state = 'kept'
      order by created_at, id limit 100`,
  ),
);
export const listFiles = (db: Reader | Tx, { kind, id }: Owner): Promise<FileView[]> =>
  db.run(list[kind]({ id }));

const find = statement(
  'gov.files.find',
  { ...fileRow, ...columnsOf('gov_files', 'user_id') },
  (p: { applicationId: string; id: string }) => sql`
    select ${columns}, user_id from gov_files where id = ${p.id} and application_id = ${p.applicationId} and state = 'kept'`,
);
export const findFile = (
  db: Reader | Tx,
  applicationId: string,
  id: string,
): Promise<(FileView & { user_id: string }) | undefined> => db.first(find({ applicationId, id }));

const govPapersListUnsettled = statement(
  'gov.papers.list_unsettled',
  columnsOf('gov_files', 'id'),
  (p: { before: Date; limit: number }) => sql`
    select id from gov_files where state = 'removed' or (state = 'arriving' and created_at < ${p.before})
    order by created_at limit ${p.limit}`,
);
export const listUnsettled = (db: Reader, before: Date, limit: number): Promise<{ id: string }[]> =>
  db.run(govPapersListUnsettled({ before, limit }));

const govPapersForgetFile = statement(
  'gov.papers.forget_file',
  (p: { id: string }) => sql`delete from gov_files where id = ${p.id} and state <> 'kept'`,
);
export const forgetFile = (tx: Tx, id: string): Promise<number> => tx.change(govPapersForgetFile({ id }));
