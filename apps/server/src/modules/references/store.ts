import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { computed, nullable } from '../../kernel/db/row-shape.ts';
import type { Text } from '../../kernel/http/language.ts';
import { platformZone } from '../../kernel/local-day.ts';
import { currentForm } from '../issued-documents/index.ts';
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
  /** The person who asked for it on behalf of the holder. */
  requested_by?: Pick<Holder, 'full_name' | 'full_name_en'>;
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
  partyId: string | null;
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
    insert into gov_references (id, user_id, party_id, type, title, reference_no, check_code, issued_at, valid_until, data,
      application_id, service_code)
    values (${p.id}, ${p.userId}, ${p.partyId}, ${p.type}, ${p.title}, ${p.referenceNo}, ${p.checkCode}, ${p.issuedAt}::timestamptz,
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

/** With the seal of its document, once there is one. */
const withSeal = () =>
  sqlFor
    .selectFrom('gov_references as r')
    .leftJoin('issued_documents as d', (join) =>
      join.onRef('d.subject_id', '=', 'r.id').on('d.kind', '=', 'reference').on('d.form', '=', currentForm),
    )
    .select([
      'r.id',
      'r.user_id',
      'r.party_id',
      'r.type',
      'r.title',
      'r.reference_no',
      'r.check_code',
      'r.issued_at',
      'r.valid_until',
      'r.data',
      'd.level as seal_level',
      'd.sealed_by',
      'd.sealed_at',
    ]);

export type ReferenceRow = RowFrom<typeof byNumber>;

const ofPerson = statement('references.of_person', (p: { owner: string }) =>
  withSeal()
    .where(sql<boolean>`r.owner_id = any(owners_of(${p.owner}))`)
    .orderBy('r.issued_at', 'desc')
    .orderBy('r.id')
    .limit(1000),
);
export const listReferences = (db: Reader, owner: string): Promise<ReferenceRow[]> =>
  db.run(ofPerson({ owner }));

const ofPersonById = statement('references.own', (p: { id: string; owner: string }) =>
  withSeal().where('r.id', '=', p.id).where(sql<boolean>`r.owner_id = any(owners_of(${p.owner}))`),
);
export const findOwnReference = (db: Reader, id: string, owner: string): Promise<ReferenceRow | undefined> =>
  db.first(ofPersonById({ id, owner }));

const byId = statement('references.by_id', (p: { id: string }) => withSeal().where('r.id', '=', p.id));
export const findReference = (db: Reader, id: string): Promise<ReferenceRow | undefined> =>
  db.first(byId({ id }));

const unsealed = statement(
  'references.unsealed',
  (p: { after: Date; before: Date; now: Date; limit: number }) =>
    withSeal()
      .where('d.subject_id', 'is', null)
      .where(
        sql<boolean>`r.issued_at > ${p.after} and r.issued_at < ${p.before} and r.valid_until > ${p.now}`,
      )
      .where(sql<boolean>`r.data ? 'facts'`)
      .orderBy('r.issued_at')
      .limit(p.limit),
);
/** Valid certificates without a sealed document, issued between two moments. */
export const listUnsealed = (db: Reader, given: Parameters<typeof unsealed>[0]): Promise<ReferenceRow[]> =>
  db.run(unsealed(given));

const byNumber = statement('references.by_number', (p: { referenceNo: string }) =>
  withSeal().where('r.reference_no', '=', p.referenceNo),
);
export const findByNumber = (db: Reader, referenceNo: string): Promise<ReferenceRow | undefined> =>
  db.first(byNumber({ referenceNo }));

const count = statement(
  'references.count',
  { issued: computed('int8') },
  (p: { now: Date }) => sql`
    select count(*) as issued from gov_references
    where owner_id = any(owners_of(app_user_id())) and (valid_until is null or valid_until > ${p.now})`,
);
/** The number of the caller's valid documents. */
export const countIssued = async (db: Reader, now: Date): Promise<number> =>
  (await db.first(count({ now })))?.issued ?? 0;

const serviceOf = statement(
  'references.service',
  { service_id: nullable(computed('uuid')) },
  (p: { id: string }) => sql`
    select application_service(application_id) as service_id from gov_references where id = ${p.id}`,
);
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Undefined for a reference that the caller cannot see; null for one without a service. */
export const findServiceOf = async (db: Reader, id: string): Promise<string | null | undefined> =>
  uuid.test(id) ? (await db.first(serviceOf({ id })))?.service_id : undefined;
