import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';

const lock = statement(
  'authorities.attendance.lock',
  () => sql`select pg_advisory_xact_lock(hashtextextended('authorities.attendance', 0))`,
);
/** Two administrators who each remove one of two officers must not both find the other one. */
export const lockAttendance = async (tx: Tx): Promise<void> => {
  await tx.run(lock());
};

const unattended = statement(
  'authorities.unattended',
  { id: computed('uuid') },
  () => sql`select unattended_authorities() as id`,
);
/** Authorities without a single active officer. */
export const listUnattended = async (db: Reader | Tx): Promise<string[]> =>
  (await db.run(unattended())).map(({ id }) => id);

const conflicted = statement(
  'authorities.conflicted_cases',
  { id: computed('uuid'), authority_id: computed('uuid') },
  () => sql`select id, authority_id from conflicted_cases()`,
);
/** Waiting cases in which every officer of their authority has an interest. */
export const listConflicted = (db: Reader | Tx): Promise<{ id: string; authority_id: string }[]> =>
  db.run(conflicted());

const waiting = statement(
  'authorities.waiting_cases',
  { cases: computed('int8') },
  (p: { authorities: readonly string[]; serviceId: string | null }) =>
    sql`select waiting_cases(${p.authorities}::uuid[], ${p.serviceId}::uuid) as cases`,
);
/** Open and undelivered cases, of one service if given. */
export const countWaiting = async (
  db: Reader | Tx,
  authorities: readonly string[],
  serviceId: string | null = null,
): Promise<number> => (await db.first(waiting({ authorities, serviceId })))?.cases ?? 0;

const officers = statement(
  'authorities.officers_of',
  { officers: computed('int8') },
  (p: { id: string }) => sql`select authority_officers(${p.id}) as officers`,
);
export const countOfficers = async (db: Reader | Tx, id: string): Promise<number> =>
  (await db.first(officers({ id })))?.officers ?? 0;

const release = statement(
  'authorities.release_lost_cases',
  { cases: computed('int8') },
  (p: { userId: string | null; serviceId: string | null; now: Date }) =>
    sql`select release_lost_cases(${p.userId}::uuid, ${p.serviceId}::uuid, ${p.now}::timestamptz) as cases`,
);
/** Frees cases whose holder decides them no longer; of one person or one service, if given. */
export const releaseLostCases = async (
  tx: Tx,
  of: { userId?: string; serviceId?: string; now: Date },
): Promise<number> =>
  (await tx.first(release({ userId: of.userId ?? null, serviceId: of.serviceId ?? null, now: of.now })))
    ?.cases ?? 0;

const unattendedCase = {
  ...columnsOf('authorities', 'id name name_en'),
  cases: computed('int8'),
};
const unattendedCases = statement(
  'authorities.unattended_cases',
  unattendedCase,
  () => sql`
    select id, name, name_en, cases from (
      select a.id, a.name, a.name_en, waiting_cases(array[a.id], null) as cases
      from authorities a where a.id in (select unattended_authorities())
      union all select a.id, a.name, a.name_en, count(*) as cases
      from conflicted_cases() c join authorities a on a.id = c.authority_id group by a.id) as found
    where cases > 0 order by name limit 2000`,
);
/** Authorities with cases that nobody but administrators sees: they have no officer, or none without an interest. */
export const listUnattendedCases = (db: Reader | Tx): Promise<RowOf<typeof unattendedCase>[]> =>
  db.run(unattendedCases());

const desk = {
  ...columnsOf('authorities', 'id name name_en'),
  cases: computed('int8'),
  other_officers: computed('int8'),
};
const deskOf = statement(
  'authorities.desk_of',
  desk,
  (p: { userId: string }) => sql`
    select a.id, a.name, a.name_en, waiting_cases(array[a.id], null) as cases,
      authority_officers(a.id) - 1 as other_officers
    from authorities a join users u on u.id = ${p.userId} and u.role_id > 2
    where decides_cases(u.id, a.id) order by a.name limit 2000`,
);
/** Authorities whose cases an officer decides, and how many others do so. */
export const listDeskOf = (db: Reader | Tx, userId: string): Promise<RowOf<typeof desk>[]> =>
  db.run(deskOf({ userId }));

const held = statement(
  'authorities.held_cases',
  { cases: computed('int8') },
  (p: { userId: string }) => sql`
    select count(*) as cases from gov_applications where assigned_to = ${p.userId} and fulfilment = 'manual'
      and status in ('submitted', 'registered', 'in_review', 'info_required')`,
);
export const countHeld = async (db: Reader, userId: string): Promise<number> =>
  (await db.first(held({ userId })))?.cases ?? 0;
