import { type ExpressionBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement, varying } from '../../kernel/db/query.ts';
import type { Schema } from '../../kernel/db/schema.ts';
import { roleIds } from '../../kernel/http/actor.ts';
import { defineSorts, type SortedRequest } from '../../kernel/http/sorted-page.ts';
import { latinOf } from './latin-name.ts';

export const userColumns = [
  'users.id',
  'users.username',
  'users.first_name',
  'users.last_name',
  'users.first_name_en',
  'users.last_name_en',
  'users.email',
  'users.email_verified',
  'users.role_id',
  'users.civil_id',
  'users.national_id',
  'users.ge_id',
  'users.active',
  'users.deleted_at',
  'users.kyc_level',
  'users.document_number',
  'users.cert_serial',
  'users.cert_not_before',
  'users.cert_not_after',
  'users.cert_issuer',
  'users.cert_key_type',
  'users.locked_until',
  'users.failed_logins',
  'users.failed_since',
  'users.locale',
  'users.zoneinfo',
  'users.created_at',
  'users.updated_at',
] as const;

/**
 * The role's key is read by a subquery and not by a join: a row that is locked after another transaction
 * changed its role would no longer match the join, and appear missing.
 */
export const roleKey = sql<string>`(select key from roles where roles.id = users.role_id)`.as('role');
const select = () => sqlFor.selectFrom('users').select(userColumns).select(roleKey);

const byId = statement('users.by_id', (p: { id: string }) => select().where('users.id', '=', p.id));
const byIdForUpdate = statement('users.by_id_for_update', (p: { id: string }) =>
  select().where('users.id', '=', p.id).forUpdate('users'),
);
const byCivilId = statement('users.by_civil_id', (p: { civilId: string }) =>
  select().where('users.civil_id', '=', p.civilId).forUpdate('users'),
);
const byNationalId = statement('users.by_national_id', (p: { nationalId: string }) =>
  select().where('users.national_id', '=', p.nationalId).forUpdate('users'),
);

/** A person with the role's key, as every part of the server reads them. */
export type UserRow = RowFrom<typeof byId>;

export const findUser = (db: Reader | Tx, id: string): Promise<UserRow | undefined> => db.first(byId({ id }));
/** For a change that depends on the row: a concurrent one waits and sees the first. */
export const findUserForUpdate = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx.first(byIdForUpdate({ id }));
export const findUserByCivilId = (tx: Tx, civilId: string): Promise<UserRow | undefined> =>
  tx.first(byCivilId({ civilId }));
export const findUserByNationalId = (db: Reader | Tx, nationalId: string): Promise<UserRow | undefined> =>
  db.first(byNationalId({ nationalId }));

export interface EidFacts {
  civilId: string;
  nationalId: string | null;
  firstName: string;
  lastName: string;
  firstNameEn: string;
  lastNameEn: string;
  kycLevel: string;
  documentNumber: string;
  certSerial: string;
  certNotBefore: string;
  certNotAfter: string;
  certIssuer: string;
  certKeyType: string;
  now: Date;
}

const fromEid = (p: EidFacts) => ({
  civil_id: p.civilId,
  first_name: p.firstName,
  last_name: p.lastName,
  kyc_level: p.kycLevel,
  document_number: p.documentNumber,
  cert_serial: p.certSerial,
  cert_not_before: p.certNotBefore,
  cert_not_after: p.certNotAfter,
  cert_issuer: p.certIssuer,
  cert_key_type: p.certKeyType,
});

/**
 * The register number, unless another account already has it: the civil id identifies a person and is enough
 * to sign in.
 */
export const unlessTaken = (nationalId: string | null) =>
  sql<string | null>`(select ${nationalId}::text where not exists (
    select from users as other where other.national_id = ${nationalId}::text))`;

const insertFromEid = statement('users.insert_from_eid', (p: EidFacts & { username: string }) =>
  sqlFor
    .insertInto('users')
    .values({
      ...fromEid(p),
      username: p.username,
      national_id: unlessTaken(p.nationalId),
      first_name_en: latinOf(p.firstName, '', p.firstNameEn),
      last_name_en: latinOf(p.lastName, '', p.lastNameEn),
      eid_verified_at: p.now,
      created_at: p.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

/** Two browsers may bring the same new person at once: one inserts, the other gets undefined and looks again. */
export async function insertUserFromEid(tx: Tx, facts: EidFacts): Promise<string | undefined> {
  const row = await tx.first(insertFromEid({ ...facts, username: `eid_${facts.civilId.toLowerCase()}` }));
  return row?.id;
}

type UserExpressions = ExpressionBuilder<Schema, 'users'>;
const refreshFromEid = statement('users.refresh_from_eid', (p: EidFacts & { id: string }) =>
  sqlFor
    .updateTable('users')
    .set((eb) => ({
      ...fromEid(p),
      national_id: sql<string | null>`coalesce(${eb.ref('national_id')}, ${unlessTaken(p.nationalId)})`,
      first_name_en: p.firstNameEn,
      last_name_en: p.lastNameEn,
      eid_verified_at: p.now,
      failed_logins: 0,
      failed_since: null,
      locked_until: null,
      updated_at: p.now,
    }))
    .where('id', '=', p.id),
);

/** The row is read for update. */
export const refreshUserFromEid = (tx: Tx, known: UserRow, facts: EidFacts): Promise<number> =>
  tx.change(
    refreshFromEid({
      ...facts,
      id: known.id,
      firstNameEn: latinOf(facts.firstName, known.first_name_en, facts.firstNameEn),
      lastNameEn: latinOf(facts.lastName, known.last_name_en, facts.lastNameEn),
    }),
  );

const setFailures = statement(
  'users.set_failures',
  (p: { id: string; count: number; since: string | Date | null; lockedUntil: Date | string | null }) =>
    sqlFor
      .updateTable('users')
      .set({ failed_logins: p.count, failed_since: p.since, locked_until: p.lockedUntil })
      .where('id', '=', p.id),
);

export const writeFailures = (
  tx: Tx,
  id: string,
  failures: { count: number; since: string | Date | null; lockedUntil: Date | string | null },
): Promise<number> => tx.change(setFailures({ id, ...failures }));

const setLatinName = statement(
  'users.set_latin_name',
  (p: { id: string; first: string | null; last: string | null; now: Date }) =>
    sqlFor
      .updateTable('users')
      .set((eb) => ({
        first_name_en: sql<string>`coalesce(${p.first}::text, ${eb.ref('first_name_en')})`,
        last_name_en: sql<string>`coalesce(${p.last}::text, ${eb.ref('last_name_en')})`,
        updated_at: p.now,
      }))
      .where('id', '=', p.id)
      .returning(['first_name_en', 'last_name_en']),
);

export const writeLatinName = (
  tx: Tx,
  id: string,
  name: { first: string | null; last: string | null; now: Date },
): Promise<{ first_name_en: string; last_name_en: string } | undefined> =>
  tx.first(setLatinName({ id, ...name }));

const setAccount = statement(
  'users.set_account',
  (p: { id: string; roleId: number | null; active: boolean | null; now: Date }) =>
    sqlFor
      .updateTable('users')
      .set((eb) => ({
        role_id: sql<number>`coalesce(${p.roleId}::integer, ${eb.ref('role_id')})`,
        active: sql<boolean>`coalesce(${p.active}::boolean, ${eb.ref('active')})`,
        tokens_revoked_before: p.now,
        updated_at: p.now,
      }))
      .where('id', '=', p.id)
      .where('deleted_at', 'is', null)
      .returning('id'),
);

/** Changes the rights of an account and cuts off all its tokens. */
export const writeAccount = (
  tx: Tx,
  id: string,
  change: { roleId: number | null; active: boolean | null; now: Date },
): Promise<{ id: string } | undefined> => tx.first(setAccount({ id, ...change }));

const administrators = statement('users.administrators', () =>
  sqlFor
    .selectFrom('users')
    .select('id')
    .where('role_id', 'in', [roleIds.superadmin, roleIds.admin])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(100),
);
export const listAdministrators = (db: Reader | Tx): Promise<{ id: string }[]> => db.run(administrators());

const insertPreRegistered = statement(
  'users.insert_registered',
  (p: Registration & { username: string; now: Date }) =>
    sqlFor
      .insertInto('users')
      .values({
        username: p.username,
        national_id: p.nationalId,
        first_name: p.firstName,
        last_name: p.lastName,
        first_name_en: p.firstNameEn,
        last_name_en: p.lastNameEn,
        role_id: p.roleId,
        created_at: p.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
);

/** A person known by register number before their first sign-in with eID, which joins this row. */
export interface Registration {
  nationalId: string;
  firstName: string;
  lastName: string;
  firstNameEn: string;
  lastNameEn: string;
  roleId: number;
}

/** Undefined when the register number is taken, even by a deleted account: a number is never reused. */
export const insertRegistered = (
  tx: Tx,
  registration: Registration,
  now: Date,
): Promise<{ id: string } | undefined> =>
  tx.first(
    insertPreRegistered({ ...registration, username: `reg_${registration.nationalId.toLowerCase()}`, now }),
  );

const markDeleted = statement('users.mark_deleted', (p: { id: string; now: Date }) =>
  sqlFor
    .updateTable('users')
    .set({
      deleted_at: p.now,
      active: false,
      role_id: roleIds.user,
      tokens_revoked_before: p.now,
      updated_at: p.now,
    })
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .returning('id'),
);

/** Keeps the row with its numbers, so that they are never reused; removes its rights and its tokens. */
export const writeDeleted = (tx: Tx, id: string, now: Date): Promise<{ id: string } | undefined> =>
  tx.first(markDeleted({ id, now }));

export interface UserFilter {
  /** Prefixes of names or of the username, in to_tsquery format. */
  words?: string;
  nationalId?: string;
  roleId?: number;
  active?: boolean;
}

const matches = (filter: UserFilter) => (eb: UserExpressions) =>
  eb.and([
    eb('users.deleted_at', 'is', null),
    ...(filter.roleId === undefined ? [] : [eb('users.role_id', '=', filter.roleId)]),
    ...(filter.active === undefined ? [] : [eb('users.active', '=', filter.active)]),
    ...(filter.nationalId === undefined ? [] : [eb('users.national_id', '=', filter.nationalId)]),
    ...(filter.words === undefined ? [] : [hasWords(filter.words)]),
  ]);
const everyFilter: UserFilter = { words: '', nationalId: '', roleId: 4, active: true };

export const userSorts = defineSorts({
  sorts: {
    name: [
      { by: sql`users.last_name`, type: 'text', value: (row: UserRow) => row.last_name },
      { by: sql`users.first_name`, type: 'text', value: (row: UserRow) => row.first_name },
    ],
    created_at: [{ by: sql`users.created_at`, type: 'timestamptz', value: (row: UserRow) => row.created_at }],
  },
  tie: { by: sql`users.id`, type: 'uuid', value: (row: UserRow) => row.id },
  usual: '-created_at',
});
export type UserPage = SortedRequest<'name' | 'created_at'> & { offset: number };

const firstPage = { offset: 0, limit: 1, before: undefined };
const search = varying(
  'users.search',
  [
    ...userSorts.names.map((sort) => ({ ...firstPage, sort })),
    { ...firstPage, ...everyFilter, sort: 'name', before: ['', '', ''] },
    { ...firstPage, ...everyFilter, sort: '-created_at', before: ['', ''] },
  ],
  ({ sort, before, offset, limit, ...filter }: UserFilter & UserPage) =>
    select()
      .where(matches(filter))
      .$if(before !== undefined, (page) => page.where(userSorts.isAfter(sort, before ?? [])))
      .orderBy(userSorts.orderBy(sort))
      .offset(offset)
      .limit(limit + 1),
);
const countMatches = varying('users.count', [{}, everyFilter], (filter: UserFilter) =>
  sqlFor.selectFrom('users').where(matches(filter)).select(sql<number>`count(*)`.as('total')),
);
/** One row more than the page, if there is a next one. */
export async function searchUsers(
  db: Reader,
  filter: UserFilter,
  page: UserPage,
): Promise<{ rows: UserRow[]; total: number }> {
  const [rows, count] = await Promise.all([
    db.run(search({ ...filter, ...page })),
    db.first(countMatches(filter)),
  ]);
  return { rows, total: count?.total ?? 0 };
}

const hasWords = (words: string) => sql<boolean>`users.id in (select find_people(${words}))`;

const rememberBrowser = statement(
  'users.remember_browser',
  (p: { id: string; locale: string | null; zoneinfo: string | null }) => sql`
    update users set locale = coalesce(${p.locale}::text, locale), zoneinfo = coalesce(${p.zoneinfo}::text, zoneinfo)
    where id = ${p.id} and (locale is distinct from coalesce(${p.locale}::text, locale)
      or zoneinfo is distinct from coalesce(${p.zoneinfo}::text, zoneinfo))`,
);
/** Language and time zone of the person's browser; what it does not tell stays as it was. */
export const rememberBrowserOf = (
  tx: Tx,
  id: string,
  browser: { locale?: string | undefined; zoneinfo?: string | undefined },
): Promise<number> =>
  tx.change(rememberBrowser({ id, locale: browser.locale ?? null, zoneinfo: browser.zoneinfo ?? null }));
