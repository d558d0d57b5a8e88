import type { Reader, Tx } from '../../kernel/db/database.ts';
import { once, raw, sqlFor } from '../../kernel/db/query.ts';

export interface InviteRow {
  email: string;
  invited_by: string | null;
  created_at: string;
  accepted_at: string | null;
}

export const acceptInvite = (
  tx: Tx,
  email: string,
  now: Date,
): Promise<{ invited_by: string | null } | undefined> =>
  tx.first(
    raw(
      'update superadmin_invites set accepted_at = $2 where email = $1 and accepted_at is null returning invited_by',
      [email, now],
    ),
  );

export const insertInvite = (
  tx: Tx,
  invite: { email: string; invitedBy: string | null; now: Date },
): Promise<InviteRow | undefined> =>
  tx.first(
    raw(
      `insert into superadmin_invites (email, invited_by, created_at) values ($1, $2, $3)
       on conflict (email) do nothing returning *`,
      [invite.email, invite.invitedBy, invite.now],
    ),
  );

/** Only while nobody runs the platform: a setting that was left behind must not invite again later. */
export const insertFirstInvite = (
  tx: Tx,
  invite: { email: string; now: Date },
): Promise<InviteRow | undefined> =>
  tx.first(
    raw(
      `insert into superadmin_invites (email, created_at)
       select $1, $2 where not exists (
         select from superadmin_accounts a join users u on u.id = a.user_id
         where u.role_id = 1 and u.active and u.deleted_at is null)
       on conflict (email) do nothing returning *`,
      [invite.email, invite.now],
    ),
  );

export const deleteInvite = (tx: Tx, email: string): Promise<InviteRow | undefined> =>
  tx.first(raw('delete from superadmin_invites where email = $1 returning *', [email]));

export const listInvites = (db: Reader): Promise<InviteRow[]> =>
  db.run(raw('select * from superadmin_invites order by created_at desc, email'));

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
const peopleWhoAdminister = once(
  selectPeople().where('users.role_id', 'in', [1, 2]).orderBy('users.role_id').orderBy('users.username'),
);
export type PersonRow = NonNullable<(typeof peopleWhoAdminister)['row']>;

export const listAdmins = (db: Reader): Promise<PersonRow[]> => db.run(peopleWhoAdminister);

export const findPerson = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  tx.first(once(selectPeople().where('users.id', '=', id)));

/** Somebody who proved to be this number with eID: a row only registered beforehand is not yet a person. */
export const findProvenPerson = (db: Reader | Tx, register: string): Promise<PersonRow | undefined> =>
  db.first(
    once(
      selectPeople().where('users.national_id', '=', register).where('users.eid_verified_at', 'is not', null),
    ),
  );

export interface Names {
  firstName: string;
  lastName: string;
  firstNameEn: string;
  lastNameEn: string;
}

/** Not created twice: undefined when the name is taken. Neither civil_id nor register number stand in this row. */
export const insertSuperadminUser = (
  tx: Tx,
  user: Names & { username: string; email: string; now: Date },
): Promise<{ id: string } | undefined> =>
  tx.first(
    raw(
      `insert into users (username, first_name, last_name, first_name_en, last_name_en, email, email_verified, role_id,
         created_at)
       values ($1, $2, $3, $4, $5, $6, true, 1, $7) on conflict do nothing returning id`,
      [user.username, user.firstName, user.lastName, user.firstNameEn, user.lastNameEn, user.email, user.now],
    ),
  );

/** Cuts every earlier token off, and leaves a disabled account as it is. */
export const renewSuperadminUser = (
  tx: Tx,
  user: { id: string; email: string; cutoff: Date; now: Date },
): Promise<{ id: string } | undefined> =>
  tx.first(
    raw(
      `update users set role_id = 1, email = $2, email_verified = true, tokens_revoked_before = $3, updated_at = $4
       where id = $1 and active and deleted_at is null returning id`,
      [user.id, user.email, user.cutoff, user.now],
    ),
  );

/** Somebody else typed it: it stays unproven until its owner shows that they read its mail. */
export const writeUnprovenEmail = (tx: Tx, userId: string, email: string): Promise<number> =>
  tx.change(raw('update users set email = $2, email_verified = false where id = $1', [userId, email]));

export const writeAccessMode = (tx: Tx, mode: string, now: Date): Promise<number> =>
  tx.change(
    raw(
      `insert into platform_settings (key, value, updated_at) values ('access_mode', to_jsonb($1::text), $2)
       on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
      [mode, now],
    ),
  );
