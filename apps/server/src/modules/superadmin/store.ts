import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../kernel/db/row-shape.ts';

const inviteRow = columnsOf('superadmin_invites', 'email invited_by created_at accepted_at');
export type InviteRow = RowOf<typeof inviteRow>;

const markInviteAccepted = statement(
  'superadmin.accept_invite',
  columnsOf('superadmin_invites', 'invited_by'),
  (p: { email: string; now: Date }) => sql`
    update superadmin_invites set accepted_at = ${p.now} where email = ${p.email} and accepted_at is null returning invited_by`,
);
export const acceptInvite = (
  tx: Tx,
  email: string,
  now: Date,
): Promise<{ invited_by: string | null } | undefined> => tx.first(markInviteAccepted({ email, now }));

const addInvite = statement(
  'superadmin.insert_invite',
  inviteRow,
  (p: { email: string; invitedBy: string | null; now: Date }) => sql`
    insert into superadmin_invites (email, invited_by, created_at) values (${p.email}, ${p.invitedBy}, ${p.now})
    on conflict (email) do nothing returning *`,
);
export const insertInvite = (
  tx: Tx,
  invite: { email: string; invitedBy: string | null; now: Date },
): Promise<InviteRow | undefined> => tx.first(addInvite(invite));

const addFirstInvite = statement(
  'superadmin.insert_first_invite',
  inviteRow,
  (p: { email: string; now: Date }) => sql`
    insert into superadmin_invites (email, created_at)
    select ${p.email}, ${p.now} where not exists (
      select from superadmin_accounts a join users u on u.id = a.user_id
      where u.role_id = 1 and u.active and u.deleted_at is null)
    on conflict (email) do nothing returning *`,
);
/** Only while there is no super administrator: a forgotten setting must not invite again later. */
export const insertFirstInvite = (
  tx: Tx,
  invite: { email: string; now: Date },
): Promise<InviteRow | undefined> => tx.first(addFirstInvite(invite));

const removeInvite = statement(
  'superadmin.delete_invite',
  inviteRow,
  (p: { email: string }) => sql`delete from superadmin_invites where email = ${p.email} returning *`,
);
export const deleteInvite = (tx: Tx, email: string): Promise<InviteRow | undefined> =>
  tx.first(removeInvite({ email }));

const invites = statement(
  'superadmin.list_invites',
  inviteRow,
  () => sql`select * from superadmin_invites order by created_at desc, email`,
);
export const listInvites = (db: Reader): Promise<InviteRow[]> => db.run(invites());

const adminColumns = [
  'users.id',
  'users.username',
  'users.first_name',
  'users.last_name',
  'users.first_name_en',
  'users.last_name_en',
  'users.email',
  'users.role_id',
  'roles.key as role',
  'users.active',
  'users.created_at',
  'users.updated_at',
] as const;
const selectPeople = () =>
  sqlFor
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(adminColumns)
    .where('users.deleted_at', 'is', null);
const administrators = statement('superadmin.administrators', () =>
  selectPeople().where('users.role_id', 'in', [1, 2]).orderBy('users.role_id').orderBy('users.username'),
);
export type PersonRow = RowFrom<typeof administrators>;

export const listAdmins = (db: Reader): Promise<PersonRow[]> => db.run(administrators());

const person = statement('superadmin.person', (p: { id: string }) =>
  selectPeople().where('users.id', '=', p.id),
);
export const findPerson = (tx: Tx, id: string): Promise<PersonRow | undefined> => tx.first(person({ id }));

const proven = statement('superadmin.proven_person', (p: { register: string }) =>
  selectPeople().where('users.national_id', '=', p.register).where('users.eid_verified_at', 'is not', null),
);
/** A person who proved this number with eID; a pre-registered row is not yet a person. */
export const findProvenPerson = (db: Reader | Tx, register: string): Promise<PersonRow | undefined> =>
  db.first(proven({ register }));

export interface Names {
  firstName: string;
  lastName: string;
  firstNameEn: string;
  lastNameEn: string;
}

const addUser = statement(
  'superadmin.insert_superadmin_user',
  columnsOf('users', 'id'),
  (p: Names & { username: string; email: string; now: Date }) => sql`
    insert into users (username, first_name, last_name, first_name_en, last_name_en, email, email_verified, role_id,
      created_at)
    values (${p.username}, ${p.firstName}, ${p.lastName}, ${p.firstNameEn}, ${p.lastNameEn}, ${p.email}, true, 1, ${p.now}) on conflict do nothing returning id`,
);
/** Undefined when the name is taken; this row holds neither civil_id nor register number. */
export const insertSuperadminUser = (
  tx: Tx,
  user: Names & { username: string; email: string; now: Date },
): Promise<{ id: string } | undefined> => tx.first(addUser(user));

const renewUser = statement(
  'superadmin.renew_superadmin_user',
  columnsOf('users', 'id'),
  (p: { id: string; email: string; cutoff: Date; now: Date }) => sql`
    update users set role_id = 1, email = ${p.email}, email_verified = true, tokens_revoked_before = ${p.cutoff}, updated_at = ${p.now}
    where id = ${p.id} and active and deleted_at is null returning id`,
);
/** Cuts off every earlier token, and leaves a disabled account disabled. */
export const renewSuperadminUser = (
  tx: Tx,
  user: { id: string; email: string; cutoff: Date; now: Date },
): Promise<{ id: string } | undefined> => tx.first(renewUser(user));

const setUnprovenEmail = statement(
  'superadmin.write_unproven_email',
  (p: { userId: string; email: string }) => sql`
    update users set email = ${p.email}, email_verified = false where id = ${p.userId}`,
);
/** An administrator typed it: it stays unproven until its owner shows that they read its mail. */
export const writeUnprovenEmail = (tx: Tx, userId: string, email: string): Promise<number> =>
  tx.change(setUnprovenEmail({ userId, email }));

const setAccessMode = statement(
  'superadmin.write_access_mode',
  (p: { mode: string; now: Date }) => sql`
    insert into platform_settings (key, value, updated_at) values ('access_mode', to_jsonb(${p.mode}::text), ${p.now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
);
export const writeAccessMode = (tx: Tx, mode: string, now: Date): Promise<number> =>
  tx.change(setAccessMode({ mode, now }));
