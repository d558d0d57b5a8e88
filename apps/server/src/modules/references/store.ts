import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { computed } from '../../kernel/db/row-shape.ts';
import type { Text } from '../../kernel/http/language.ts';
import { platformZone } from '../../kernel/local-day.ts';
import type { Source } from './certify.ts';
import type { Fact } from './facts.ts';

export interface Holder {
  full_name: string;
  full_name_en: string;
  civil_id: string | null;
}

/** Fixed at issue, so that every copy and every verification says the same. */
export interface ReferenceData {
  holder: Holder;
  service_code?: string;
  /**
   * The fields below are missing in documents from before certificates carried facts; those are not rendered.
   */
  authority?: Text;
  purpose?: Text;
  statement?: Text;
  facts?: Fact[];
  source?: Source;
}

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'gov_references.title': Text;
    'gov_references.data': ReferenceData;
  }
}

export interface NewReference {
  id: string;
  userId: string;
  type: string;
  title: string;
  referenceNo: string;
  checkCode: string;
  issuedAt: Date;
  data: string;
  applicationId: string | null;
  serviceCode: string | null;
}

const insert = statement(
  'references.insert',
  (p: NewReference & { zone: string }) => sql`
    insert into gov_references (id, user_id, type, title, reference_no, check_code, issued_at, valid_until, data,
      application_id, service_code)
    values (${p.id}, ${p.userId}, ${p.type}, ${p.title}, ${p.referenceNo}, ${p.checkCode}, ${p.issuedAt}::timestamptz,
      (${p.issuedAt}::timestamptz at time zone ${p.zone} + interval '1 month') at time zone ${p.zone}, ${p.data}, ${p.applicationId}, ${p.serviceCode})
    on conflict do nothing`,
);
/**
 * False if the number is taken. The statement returns no row and names no conflict column, because both need
 * read access: an officer may issue documents that they may not read (RLS).
 */
export async function insertReference(tx: Tx, row: NewReference): Promise<boolean> {
  const inserted = await tx.change(insert({ ...row, zone: platformZone() }));
  return inserted === 1;
}

const columns = [
  'id',
  'user_id',
  'type',
  'title',
  'reference_no',
  'check_code',
  'issued_at',
  'valid_until',
  'data',
  'file_id',
  'file_form',
] as const;

export type ReferenceRow = RowFrom<typeof byNumber>;

const ofPerson = statement('references.of_person', (p: { userId: string }) =>
  sqlFor
    .selectFrom('gov_references')
    .select(columns)
    .where('user_id', '=', p.userId)
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .limit(1000),
);
export const listReferences = (db: Reader, userId: string): Promise<ReferenceRow[]> =>
  db.run(ofPerson({ userId }));

const ofPersonById = statement('references.own', (p: { id: string; userId: string }) =>
  sqlFor.selectFrom('gov_references').select(columns).where('id', '=', p.id).where('user_id', '=', p.userId),
);
export const findOwnReference = (db: Reader, id: string, userId: string): Promise<ReferenceRow | undefined> =>
  db.first(ofPersonById({ id, userId }));

/** The stored PDF of a document, and how it was made. */
export type ReferenceFile = Pick<ReferenceRow, 'file_id' | 'file_form'>;

const fileOf = statement('references.file_of', (p: { id: string }) =>
  sqlFor.selectFrom('gov_references').select(['file_id', 'file_form']).where('id', '=', p.id),
);
export const findFileOf = (db: Reader, id: string): Promise<ReferenceFile | undefined> =>
  db.first(fileOf({ id }));

const link = statement(
  'references.link_file',
  (p: { id: string; fileId: string; form: string; formerId: string | null }) => sql`
    update gov_references set file_id = ${p.fileId}, file_form = ${p.form}
    where id = ${p.id} and file_id is not distinct from ${p.formerId}::uuid`,
);
/** False when the document has another file by now than in this row. */
export const linkFile = async (
  tx: Tx,
  { id, file_id: formerId }: ReferenceRow,
  file: { id: string; form: string },
): Promise<boolean> => (await tx.change(link({ id, formerId, fileId: file.id, form: file.form }))) === 1;

const byNumber = statement('references.by_number', (p: { referenceNo: string }) =>
  sqlFor.selectFrom('gov_references').select(columns).where('reference_no', '=', p.referenceNo),
);
export const findByNumber = (db: Reader, referenceNo: string): Promise<ReferenceRow | undefined> =>
  db.first(byNumber({ referenceNo }));

const count = statement(
  'references.count',
  { issued: computed('int8') },
  (p: { now: Date }) => sql`
    select count(*) as issued from gov_references
    where user_id = app_user_id() and (valid_until is null or valid_until > ${p.now})`,
);
/** The number of the caller's valid documents. */
export const countIssued = async (db: Reader, now: Date): Promise<number> =>
  (await db.first(count({ now })))?.issued ?? 0;
