import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';
import type { Level } from './pades/level.ts';

const documentRow = {
  ...columnsOf(
    'sign_documents',
    'id user_id name file_id level target shortfall request_id signed_at check_at created_at',
  ),
  size_bytes: column('stored_files', 'size_bytes'),
};
export type DocumentRow = RowOf<typeof documentRow>;
const documents = sql`
  select d.id, d.user_id, d.name, d.file_id, d.level, d.target, d.shortfall, d.request_id, d.signed_at, d.check_at,
    d.created_at, s.size_bytes
  from sign_documents d join stored_files s on s.id = d.file_id`;

const insertDocumentStatement = statement(
  'sign.documents.insert',
  (p: {
    id: string;
    userId: string;
    name: string;
    fileId: string;
    level: Level;
    target: Level;
    shortfall: string;
    signedAt: Date;
    checkAt: Date;
    now: Date;
    most: number;
  }) => sql`
    insert into sign_documents (id, user_id, name, file_id, level, target, shortfall, signed_at, check_at, created_at)
    select ${p.id}, ${p.userId}, ${p.name}, ${p.fileId}, ${p.level}, ${p.target}, ${p.shortfall}, ${p.signedAt},
      ${p.checkAt}, ${p.now}
    where (select count(*) from sign_documents where user_id = ${p.userId}) < ${p.most}`,
);
export const insertDocument = async (
  tx: Tx,
  document: Parameters<typeof insertDocumentStatement>[0],
): Promise<boolean> => (await tx.change(insertDocumentStatement(document))) === 1;

const insertCopies = statement(
  'sign.documents.insert_copies',
  (p: {
    ids: string[];
    userIds: string[];
    requestId: string;
    name: string;
    fileId: string;
    level: Level;
    target: Level;
    shortfall: string;
    checkAt: Date;
    now: Date;
  }) => sql`
    insert into sign_documents (id, user_id, request_id, name, file_id, level, target, shortfall, signed_at, check_at,
      created_at)
    select copy.id, copy.user_id, ${p.requestId}, ${p.name}, ${p.fileId}, ${p.level}, ${p.target}, ${p.shortfall},
      ${p.now}, ${p.checkAt}, ${p.now}
    from unnest(${p.ids}::uuid[], ${p.userIds}::uuid[]) as copy (id, user_id)`,
);
/** One file for everybody of a completed request; a full list of kept documents must not cost anybody theirs. */
export const insertDocumentCopies = (tx: Tx, given: Parameters<typeof insertCopies>[0]): Promise<number> =>
  tx.change(insertCopies(given));

const ofRequest = statement(
  'sign.documents.of_request',
  documentRow,
  (p: { requestId: string; userId: string }) => sql`
    ${documents} where d.request_id = ${p.requestId} and d.user_id = ${p.userId}`,
);
export const findDocumentOfRequest = (
  db: Reader | Tx,
  requestId: string,
  userId: string,
): Promise<DocumentRow | undefined> => db.first(ofRequest({ requestId, userId }));

const ofPerson = statement(
  'sign.documents.of',
  documentRow,
  (p: { userId: string }) => sql`
    ${documents} where d.user_id = ${p.userId} order by d.created_at desc, d.id limit 1000`,
);
export const listDocuments = (db: Reader, userId: string): Promise<DocumentRow[]> =>
  db.run(ofPerson({ userId }));

const ownDocument = statement(
  'sign.documents.own',
  documentRow,
  (p: { id: string; userId: string }) => sql`${documents} where d.id = ${p.id} and d.user_id = ${p.userId}`,
);
export const findOwnDocument = (
  db: Reader | Tx,
  id: string,
  userId: string,
): Promise<DocumentRow | undefined> => db.first(ownDocument({ id, userId }));

const removeDocumentStatement = statement(
  'sign.documents.remove',
  columnsOf('sign_documents', 'file_id'),
  (p: { id: string; userId: string }) => sql`
    delete from sign_documents where id = ${p.id} and user_id = ${p.userId} returning file_id`,
);
export const removeDocument = (
  tx: Tx,
  id: string,
  userId: string,
): Promise<{ file_id: string } | undefined> => tx.first(removeDocumentStatement({ id, userId }));

const lockFile = statement(
  'sign.documents.lock_file',
  columnsOf('stored_files', 'id'),
  (p: { fileId: string }) => sql`select id from stored_files where id = ${p.fileId} for update`,
);
const keepers = statement(
  'sign.documents.keepers',
  { found: computed('bool') },
  (p: { fileId: string }) => sql`
    select exists (select from sign_documents where file_id = ${p.fileId}) as found`,
);
/** The lock lets the second of two people who remove their copies at once see that the first is gone. */
export async function isStillKept(tx: Tx, fileId: string): Promise<boolean> {
  await tx.first(lockFile({ fileId }));
  return (await tx.first(keepers({ fileId })))?.found === true;
}

const due = statement(
  'sign.documents.due',
  documentRow,
  (p: { now: Date; limit: number }) => sql`
    ${documents} where d.id in (
      select distinct on (file_id) id from sign_documents where check_at <= ${p.now} order by file_id, created_at)
    order by d.check_at limit ${p.limit}`,
);
/** Of a file that several people keep, one row. */
export const listDue = (db: Reader, now: Date, limit: number): Promise<DocumentRow[]> =>
  db.run(due({ now, limit }));

const replace = statement(
  'sign.documents.replace',
  (p: { from: string; to: string; level: Level; shortfall: string; checkAt: Date }) => sql`
    update sign_documents set file_id = ${p.to}, level = ${p.level}, shortfall = ${p.shortfall}, check_at = ${p.checkAt}
    where file_id = ${p.from}`,
);
/** For everybody who keeps it; false when another instance was faster. */
export const replaceFile = async (tx: Tx, given: Parameters<typeof replace>[0]): Promise<boolean> =>
  (await tx.change(replace(given))) > 0;
