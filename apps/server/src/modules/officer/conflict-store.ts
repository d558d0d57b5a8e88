import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';

const touched = {
  organisation_id: nullable(column('acting_parties', 'organisation_id')),
  held: computed('bool'),
};
const caseOf = statement(
  'officer.conflicts.case',
  touched,
  (p: { officerId: string; id: string }) => sql`
    select p.organisation_id, a.assigned_to is not distinct from ${p.officerId}::uuid as held
    from gov_applications a left join acting_parties p on p.id = a.party_id where a.id = ${p.id}`,
);
/** The applicant organisation, if it is one, and whether the officer holds the case. Runs as system. */
export const findTouched = (
  db: Reader,
  officerId: string,
  id: string,
): Promise<RowOf<typeof touched> | undefined> => db.first(caseOf({ officerId, id }));

const freed = {
  ...columnsOf('gov_applications', 'id reference_no service_name'),
  holder: computed('uuid'),
};
const release = statement(
  'officer.conflicts.release',
  freed,
  (p: { userId: string | null; now: Date }) => sql`
    select id, reference_no, service_name, holder from release_conflicted_cases(${p.userId}::uuid, ${p.now}::timestamptz)`,
);
/** Takes cases from holders who have an interest in them; of one person, if given. Runs as system. */
export const releaseConflicted = (
  tx: Tx,
  given: { userId: string | null; now: Date },
): Promise<RowOf<typeof freed>[]> => tx.run(release(given));

const untold = {
  ...columnsOf('gov_applications', 'id reference_no service_name'),
  authority_id: computed('uuid'),
};
const unattended = statement(
  'officer.conflicts.untold',
  untold,
  (p: { now: Date; most: number }) => sql`
    with found as (
      select c.id, c.authority_id from conflicted_cases() c
      where not exists (select from unattended_notices n where n.application_id = c.id) order by c.id limit ${p.most}),
    told as (
      insert into unattended_notices (application_id, told_at) select id, ${p.now} from found
      on conflict do nothing returning application_id)
    select a.id, a.reference_no, a.service_name, found.authority_id
    from told join found on found.id = told.application_id join gov_applications a on a.id = found.id`,
);
/** Cases that no officer of their authority may decide, each once. Runs as system. */
export const takeUntold = (tx: Tx, now: Date, most: number): Promise<RowOf<typeof untold>[]> =>
  tx.run(unattended({ now, most }));

const registrars = statement(
  'officer.conflicts.registrars',
  columnsOf('users', 'id'),
  (p: { authorityId: string }) => sql`
    select distinct u.id from officer_authorities o join users u on u.id = o.user_id
    where (o.authority_id = ${p.authorityId} or o.authority_id is null) and u.active and u.deleted_at is null
      and exists (select from role_permissions p where p.role_id = u.role_id and p.permission = 'registry.manage')
    order by u.id limit 100`,
);
export const listRegistrars = (tx: Tx, authorityId: string): Promise<{ id: string }[]> =>
  tx.run(registrars({ authorityId }));
