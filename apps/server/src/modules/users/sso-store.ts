import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { computed } from '../../kernel/db/row-shape.ts';
import { unlessTaken } from './store.ts';

/** A person as the upstream single sign-on describes them; missing facts are empty or null. */
export interface SsoFacts {
  civilId: string | null;
  nationalId: string | null;
  firstName: string;
  lastName: string;
  firstNameEn: string;
  lastNameEn: string;
  /** Empty unless the upstream verified it. */
  email: string;
  now: Date;
}

const insertFromSso = statement('users.insert_from_sso', (p: SsoFacts & { username: string }) =>
  sqlFor
    .insertInto('users')
    .values({
      username: p.username,
      civil_id: p.civilId,
      national_id: unlessTaken(p.nationalId),
      first_name: p.firstName,
      last_name: p.lastName,
      first_name_en: p.firstNameEn,
      last_name_en: p.lastNameEn,
      email: p.email,
      email_verified: sql<boolean>`${p.email}::text <> ''`,
      created_at: p.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

/** Undefined when the same person just arrived by another sign-in: the caller looks again. */
export async function insertUserFromSso(tx: Tx, facts: SsoFacts): Promise<string | undefined> {
  const username = `sso_${randomBytes(10).toString('hex')}`;
  return (await tx.first(insertFromSso({ ...facts, username })))?.id;
}

/**
 * Another official name takes the Latin name that came with it. A name proven by eID takes none from here, unless it is
 * the Latin form of that same name.
 */
const latinFromSso = (official: 'first_name' | 'last_name', name: string, latin: string) => {
  const [column, kept] = [sql.ref(official), sql.ref(`${official}_en`)];
  return sql<string>`case
    when eid_verified_at is null and ${name}::text not in ('', ${column}) then ${latin}::text
    when ${kept} = '' and (eid_verified_at is null or ${column} = ${name}::text) then ${latin}::text
    else ${kept} end`;
};

const refreshFromSso = statement('users.refresh_from_sso', (p: SsoFacts & { id: string }) =>
  sqlFor
    .updateTable('users')
    .set({
      // Names proven by eID stay: a certificate is stronger than a claim.
      first_name: sql<string>`case when eid_verified_at is null and ${p.firstName}::text <> '' then ${p.firstName}::text else first_name end`,
      last_name: sql<string>`case when eid_verified_at is null and ${p.lastName}::text <> '' then ${p.lastName}::text else last_name end`,
      first_name_en: latinFromSso('first_name', p.firstName, p.firstNameEn),
      last_name_en: latinFromSso('last_name', p.lastName, p.lastNameEn),
      // A verified address replaces only one that is not proven.
      email: sql<string>`case when ${p.email}::text <> '' and not email_verified then ${p.email}::text else email end`,
      email_verified: sql<boolean>`email_verified or ${p.email}::text <> ''`,
      updated_at: p.now,
    })
    .where('id', '=', p.id),
);

/** Never updates the role: this platform alone decides rights. */
export const refreshUserFromSso = (tx: Tx, id: string, facts: SsoFacts): Promise<number> =>
  tx.change(refreshFromSso({ ...facts, id }));

const personNumbers = ['civil_id', 'national_id', 'ge_id'] as const;
export type PersonNumber = (typeof personNumbers)[number];

const setPersonNumbers = statement(
  'users.take_person_numbers',
  { taken: computed('_text') },
  (p: {
    id: string;
    civilId: string | null;
    nationalId: string | null;
    geId: string | null;
    now: Date;
  }) => sql`
    select take_person_numbers(${p.id}, ${p.civilId}, ${p.nationalId}, ${p.geId}, ${p.now}) as taken`,
);
/** Returns the numbers that already belong to another person; those stay unchanged. */
export async function takePersonNumbers(
  tx: Tx,
  id: string,
  numbers: { civilId: string | null; nationalId: string | null; geId: string | null; now: Date },
): Promise<readonly PersonNumber[]> {
  const row = await tx.first(setPersonNumbers({ ...numbers, id }));
  return personNumbers.filter((number) => row?.taken.includes(number));
}
