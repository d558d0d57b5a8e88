import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import {
  type Column,
  column,
  columnsOf,
  computed,
  nullable,
  present,
  type RowOf,
} from '../../../kernel/db/row-shape.ts';
import type { DescribeFile } from '../../files/index.ts';
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

const lockedApplication = columnsOf('gov_applications', 'status service_id service_version payload');
export type LockedApplication = RowOf<typeof lockedApplication>;

const lock = statement(
  'gov.files.lock',
  lockedApplication,
  (p: { id: string; owner: string }) => sql`
    select status, service_id, service_version, payload from gov_applications
    where id = ${p.id} and owner_id = any(owners_of(${p.owner})) for update`,
);
/** Locks the application while papers are counted; undefined when it is not the person's own. */
export const lockOwn = (tx: Tx, id: string, owner: string): Promise<LockedApplication | undefined> =>
  tx.first(lock({ id, owner }));

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
      where (select count(*) from gov_files where ${owner} = ${p.ownerId}) < ${p.most}`,
  ),
);
/** False when the limit is reached; the owner is locked meanwhile. */
export const insertFile = async (
  tx: Tx,
  owner: Owner,
  file: { id: string; userId: string; name: string; slot: string | null; now: Date },
  most: number,
): Promise<boolean> => (await tx.change(insert[owner.kind]({ ...file, ownerId: owner.id, most }))) === 1;

const count = perOwner((kind, owner) =>
  statement(
    `gov.files.count.${kind}`,
    { files: computed('int8') },
    (p: { ownerId: string }) => sql`select count(*) as files from gov_files where ${owner} = ${p.ownerId}`,
  ),
);
export const countFiles = async (tx: Tx, owner: Owner): Promise<number> =>
  (await tx.first(count[owner.kind]({ ownerId: owner.id })))?.files ?? 0;

const fileRow = {
  ...columnsOf('gov_files', 'id name slot uploaded_by created_at'),
  ...columnsOf('stored_files', 'size_bytes sha256 scan scan_note'),
  /** The storage accepted no other kind for a paper. */
  type: column('stored_files', 'type') as Column<FileView['type']>,
};
export type PaperRow = RowOf<typeof fileRow>;
const columns = sql`f.id, f.name, f.slot, f.uploaded_by, f.created_at, s.size_bytes, s.sha256, s.scan, s.scan_note, s.type`;
const withBytes = sql`gov_files f join stored_files s on s.id = f.id`;

const remove = perOwner((kind, owner) =>
  statement(
    `gov.files.remove.${kind}`,
    (p: { ownerId: string; fileId: string }) => sql`
      delete from gov_files where id = ${p.fileId} and ${owner} = ${p.ownerId}`,
  ),
);
/** The caller removes the stored file in the same transaction. */
export const removeFile = async (tx: Tx, owner: Owner, fileId: string): Promise<boolean> =>
  (await tx.change(remove[owner.kind]({ ownerId: owner.id, fileId }))) === 1;

const removeOfDrafts = statement(
  'gov.files.remove_of_drafts',
  { id: column('gov_files', 'id'), draft_id: present(column('gov_files', 'draft_id')) },
  (p: { draftIds: readonly string[] }) => sql`
    delete from gov_files where draft_id = any(${p.draftIds}::uuid[]) returning id, draft_id`,
);
/** The caller removes the stored files in the same transaction. */
export const removeFilesOf = (
  tx: Tx,
  draftIds: readonly string[],
): Promise<{ id: string; draft_id: string }[]> => tx.run(removeOfDrafts({ draftIds }));

const adopt = statement(
  'gov.files.adopt',
  fileRow,
  (p: { draftId: string; applicationId: string; unasked: readonly string[] }) => sql`
    update gov_files f set application_id = ${p.applicationId}, draft_id = null
    from stored_files s
    where s.id = f.id and f.draft_id = ${p.draftId} and (f.slot is null or f.slot <> all(${p.unasked}::text[]))
    returning ${columns}`,
);
export const adoptFiles = (
  tx: Tx,
  draftId: string,
  applicationId: string,
  unasked: readonly string[],
): Promise<PaperRow[]> => tx.run(adopt({ draftId, applicationId, unasked }));

const list = perOwner((kind, owner) =>
  statement(
    `gov.files.list.${kind}`,
    fileRow,
    (p: { id: string }) => sql`
      select ${columns} from ${withBytes} where f.${owner} = ${p.id}
      order by f.created_at, f.id limit 100`,
  ),
);
export const listFiles = (db: Reader | Tx, { kind, id }: Owner): Promise<PaperRow[]> =>
  db.run(list[kind]({ id }));

const find = statement(
  'gov.files.find',
  { ...fileRow, ...columnsOf('gov_files', 'user_id') },
  (p: { applicationId: string; id: string }) => sql`
    select ${columns}, f.user_id from ${withBytes} where f.id = ${p.id} and f.application_id = ${p.applicationId}`,
);
export const findFile = (
  db: Reader | Tx,
  applicationId: string,
  id: string,
): Promise<(PaperRow & { user_id: string }) | undefined> => db.first(find({ applicationId, id }));

const describe = statement(
  'gov.files.describe',
  {
    ...columnsOf('gov_files', 'name application_id party_id'),
    service_id: nullable(column('gov_applications', 'service_id')),
  },
  (p: { id: string }) => sql`
    select f.name, f.application_id, f.party_id, coalesce(a.service_id, d.service_id) as service_id
    from gov_files f left join gov_applications a on a.id = f.application_id left join gov_drafts d on d.id = f.draft_id
    where f.id = ${p.id}`,
);
/** How the applicant knows a paper. */
export async function describePaper(tx: Tx, id: string): ReturnType<DescribeFile> {
  const paper = await tx.first(describe({ id }));
  if (paper === undefined) return undefined;
  const { name, application_id: applicationId, party_id: partyId, service_id: serviceId } = paper;
  const link = applicationId === null ? '/applications' : `/applications/${applicationId}`;
  return { name, link, ...(partyId === null ? {} : { party: { id: partyId, serviceId } }) };
}
