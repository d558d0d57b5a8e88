import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw, sqlFor, statement } from '../../kernel/db/query.ts';
import type { Text } from '../../kernel/http/language.ts';
import { platformZone } from '../../kernel/local-day.ts';
import type { Source } from './certify.ts';
import type { Fact } from './facts.ts';

export interface Holder {
  full_name: string;
  full_name_en: string;
  civil_id: string | null;
}

/** Fixed when it is issued, so that every copy and every check says the same. */
export interface ReferenceData {
  holder: Holder;
  service_code?: string;
  /** The fields below are missing in documents issued before certificates carried facts; those are not drawn. */
  authority?: Text;
  purpose?: Text;
  statement?: Text;
  facts?: Fact[];
  source?: Source;
}

export interface ReferenceRow {
  id: string;
  user_id: string;
  type: string;
  title: Text;
  reference_no: string;
  check_code: string;
  issued_at: string;
  valid_until: string | null;
  data: ReferenceData;
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

/**
 * False when the number is taken. Nothing is read back, and no column is named as what may conflict, which would be
 * reading: an officer issues what they may not look into.
 */
export async function insertReference(tx: Tx, row: NewReference): Promise<boolean> {
  const inserted = await tx.change(
    raw(
      `insert into gov_references (id, user_id, type, title, reference_no, check_code, issued_at, valid_until, data,
         application_id, service_code)
       values ($1, $2, $3, $4, $5, $6, $7::timestamptz,
         ($7::timestamptz at time zone $11 + interval '1 month') at time zone $11, $8, $9, $10)
       on conflict do nothing`,
      [
        row.id,
        row.userId,
        row.type,
        row.title,
        row.referenceNo,
        row.checkCode,
        row.issuedAt,
        row.data,
        row.applicationId,
        row.serviceCode,
        platformZone(),
      ],
      'references.insert',
    ),
  );
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
] as const;

const ofPerson = statement('references.of_person', (p: { userId: string }) =>
  sqlFor
    .selectFrom('gov_references')
    .select(columns)
    .where('user_id', '=', p.userId)
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .limit(1000),
);
export const listReferences = async (db: Reader, userId: string): Promise<ReferenceRow[]> =>
  (await db.run(ofPerson({ userId }))) as unknown as ReferenceRow[];

const ofPersonById = statement('references.own', (p: { id: string; userId: string }) =>
  sqlFor.selectFrom('gov_references').select(columns).where('id', '=', p.id).where('user_id', '=', p.userId),
);
export const findOwnReference = async (
  db: Reader,
  id: string,
  userId: string,
): Promise<ReferenceRow | undefined> =>
  (await db.first(ofPersonById({ id, userId }))) as unknown as ReferenceRow | undefined;

const byNumber = statement('references.by_number', (p: { referenceNo: string }) =>
  sqlFor.selectFrom('gov_references').select(columns).where('reference_no', '=', p.referenceNo),
);
export const findByNumber = async (db: Reader, referenceNo: string): Promise<ReferenceRow | undefined> =>
  (await db.first(byNumber({ referenceNo }))) as unknown as ReferenceRow | undefined;

/** How many of the caller's are good now. */
export const countIssued = async (db: Reader, now: Date): Promise<number> =>
  (
    await db.first(
      raw<{ issued: number }>(
        `select count(*) as issued from gov_references
         where user_id = app_user_id() and (valid_until is null or valid_until > $1)`,
        [now],
        'references.count',
      ),
    )
  )?.issued ?? 0;
