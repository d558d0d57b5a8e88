import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';

const own = columnsOf(
  'role_invitations',
  'id national_id role_id authorities email invited_by created_at expires_at letters letter_at',
);
/** `authorities` are ids, or `*`. */
const invitationRow = {
  ...own,
  role: column('roles', 'name'),
  authority_names: computed('_text'),
  authority_names_en: computed('_text'),
};
export type InvitationRow = RowOf<typeof invitationRow>;
/** The list joins people, who have a role too. */
const namesOf = (
  from = 'role_invitations',
) => sql`(select r.name from roles r where r.id = ${sql.ref(from)}.role_id) as role,
  array(select coalesce(a.name, given) from unnest(${sql.ref(from)}.authorities) as given left join authorities a on a.id::text = given
    order by 1) as authority_names,
  array(select coalesce(nullif(a.name_en, ''), a.name, given) from unnest(${sql.ref(from)}.authorities) as given
    left join authorities a on a.id::text = given order by coalesce(a.name, given)) as authority_names_en`;
const columns = sql`${selectionOf(own)}, ${namesOf()}`;

export interface NewInvitation {
  nationalId: string;
  roleId: number;
  authorities: readonly string[];
  email: string | null;
  invitedBy: string;
  now: Date;
  expiresAt: Date;
}

const insertOne = statement(
  'role_invitations.insert',
  invitationRow,
  (p: NewInvitation) => sql`
    insert into role_invitations as kept
      (national_id, role_id, authorities, email, invited_by, created_at, expires_at, letters, letter_at)
    values (${p.nationalId}, ${p.roleId}, ${p.authorities}::text[], ${p.email}::text, ${p.invitedBy}, ${p.now},
      ${p.expiresAt}, case when ${p.email}::text is null then 0 else 1 end,
      case when ${p.email}::text is null then null else ${p.now}::timestamptz end)
    on conflict (national_id) where state = 'open' do update set role_id = excluded.role_id,
      authorities = excluded.authorities, email = excluded.email, invited_by = excluded.invited_by,
      created_at = excluded.created_at, expires_at = excluded.expires_at, letters = excluded.letters,
      letter_at = excluded.letter_at, told_at = null
      where kept.expires_at <= ${p.now}
    returning ${selectionOf(own)}, ${namesOf('kept')}`,
);
/** Undefined when an invitation waits for the person; an expired one is renewed in place. */
export const insertInvitation = (tx: Tx, given: NewInvitation): Promise<InvitationRow | undefined> =>
  tx.first(insertOne(given));

const waitingRow = {
  ...invitationRow,
  last_name: computed('text'),
  first_name: computed('text'),
};
export type WaitingRow = RowOf<typeof waitingRow>;

const waiting = statement(
  'role_invitations.waiting',
  waitingRow,
  (p: { now: Date }) => sql`
    select i.id, i.national_id, i.role_id, i.authorities, i.email, i.invited_by, i.created_at, i.expires_at, i.letters,
      i.letter_at, u.last_name, u.first_name, ${namesOf('i')}
    from role_invitations i join users u on u.id = i.invited_by
    where i.state = 'open' and i.expires_at > ${p.now} order by i.created_at desc, i.id limit 500`,
);
export const listWaiting = (db: Reader | Tx, now: Date): Promise<WaitingRow[]> => db.run(waiting({ now }));

const ofPerson = statement(
  'role_invitations.own',
  invitationRow,
  (p: { userId: string; now: Date }) => sql`
    select ${columns} from role_invitations
    where national_id = (select national_id from users where id = ${p.userId} and civil_id is not null)
      and state = 'open' and expires_at > ${p.now}`,
);
/** The register number counts only once eID has proven it. */
export const listOwn = (db: Reader | Tx, userId: string, now: Date): Promise<InvitationRow[]> =>
  db.run(ofPerson({ userId, now }));

const one = statement(
  'role_invitations.one',
  invitationRow,
  (p: { id: string; now: Date }) => sql`
    select ${columns} from role_invitations where id = ${p.id} and state = 'open' and expires_at > ${p.now} for update`,
);
export const findOpen = (tx: Tx, id: string, now: Date): Promise<InvitationRow | undefined> =>
  tx.first(one({ id, now }));

const end = statement(
  'role_invitations.end',
  { id: invitationRow.id },
  (p: { id: string; state: string; now: Date }) => sql`
    update role_invitations set state = ${p.state}, ended_at = ${p.now}
    where id = ${p.id} and state = 'open' and expires_at > ${p.now} returning id`,
);
export const endInvitation = async (
  tx: Tx,
  ended: { id: string; state: 'accepted' | 'declined' | 'withdrawn' | 'void'; now: Date },
): Promise<boolean> => (await tx.first(end(ended))) !== undefined;

const countLetter = statement(
  'role_invitations.count_letter',
  invitationRow,
  (p: { id: string; before: Date; most: number; now: Date }) => sql`
    update role_invitations set letters = letters + 1, letter_at = ${p.now}
    where id = ${p.id} and email is not null and letters < ${p.most}
      and (letter_at is null or letter_at <= ${p.before}) returning ${columns}`,
);
export const claimLetter = (
  tx: Tx,
  claim: { id: string; before: Date; most: number; now: Date },
): Promise<InvitationRow | undefined> => tx.first(countLetter(claim));

const letter = statement(
  'role_invitations.letter',
  columnsOf('role_invitations', 'email expires_at'),
  (p: { id: string; now: Date }) => sql`
    select email, expires_at from role_invitations where id = ${p.id} and state = 'open' and expires_at > ${p.now}`,
);
export const findLetter = (db: Reader, id: string, now: Date) => db.first(letter({ id, now }));

const tell = statement(
  'role_invitations.tell',
  columnsOf('role_invitations', 'id'),
  (p: { userId: string; now: Date }) => sql`
    update role_invitations set told_at = ${p.now}
    where national_id = (select national_id from users where id = ${p.userId} and civil_id is not null)
      and state = 'open' and expires_at > ${p.now} and told_at is null returning id`,
);
export const markTold = async (tx: Tx, userId: string, now: Date): Promise<boolean> =>
  (await tx.run(tell({ userId, now }))).length > 0;

const expected = statement(
  'role_invitations.expected',
  { is_expected: computed('bool') },
  (p: { nationalId: string; now: Date }) => sql`
    select exists (select from role_invitations
      where national_id = ${p.nationalId} and state = 'open' and expires_at > ${p.now}) as is_expected`,
);
export const isExpected = async (tx: Tx, nationalId: string, now: Date): Promise<boolean> =>
  (await tx.first(expected({ nationalId, now })))?.is_expected === true;

const clean = statement(
  'role_invitations.clean',
  (p: { before: Date }) => sql`
    delete from role_invitations where coalesce(ended_at, expires_at) < ${p.before}`,
);
export const deleteOld = (tx: Tx, before: Date): Promise<number> => tx.change(clean({ before }));
