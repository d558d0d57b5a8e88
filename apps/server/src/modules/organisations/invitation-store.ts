import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';
import type { MemberRole } from './schemas.ts';

const invitationRow = columnsOf(
  'organisation_invitations',
  'id org_id role user_id national_id created_at expires_at',
);
export type InvitationRow = RowOf<typeof invitationRow>;

const columns = selectionOf(invitationRow);
const unsettled = sql`accepted_at is null and withdrawn_at is null`;

export interface NewInvitation {
  orgId: string;
  role: MemberRole;
  invitedBy: string;
  now: Date;
  expiresAt: Date;
}

const invitationsInsertLink = statement(
  'invitations.insert_link',
  invitationRow,
  (p: NewInvitation & { tokenHash: string }) => sql`
    insert into organisation_invitations (org_id, role, token_hash, invited_by, created_at, expires_at)
    values (${p.orgId}, ${p.role}, ${p.tokenHash}, ${p.invitedBy}, ${p.now}, ${p.expiresAt}) returning ${columns}`,
);
/** A single-use link; only the hash of its token is stored. */
export const insertLink = (
  tx: Tx,
  invitation: NewInvitation & { tokenHash: string },
): Promise<InvitationRow | undefined> => tx.first(invitationsInsertLink(invitation));

type Addressee = 'user_id' | 'national_id';
const perAddressee = <Made>(make: (to: Addressee, column: RawBuilder<unknown>) => Made) => ({
  user_id: make('user_id', sql.ref('user_id')),
  national_id: make('national_id', sql.ref('national_id')),
});

const insertTo = perAddressee((to, column) =>
  statement(
    `invitations.insert_${to}`,
    invitationRow,
    (p: NewInvitation & { whom: string }) => sql`
      insert into organisation_invitations as kept (org_id, role, ${column}, invited_by, created_at, expires_at)
      values (${p.orgId}, ${p.role}, ${p.whom}, ${p.invitedBy}, ${p.now}, ${p.expiresAt})
      on conflict (org_id, ${column}) where ${column} is not null and ${unsettled}
        do update set role = excluded.role, invited_by = excluded.invited_by, created_at = excluded.created_at,
          expires_at = excluded.expires_at, declined_at = null
        where kept.expires_at <= ${p.now}
      returning ${columns}`,
  ),
);
/** Undefined when the person has a valid invitation; an expired one is renewed in place. */
export const insertAddressed = (
  tx: Tx,
  invitation: NewInvitation & { to: Addressee; whom: string },
): Promise<InvitationRow | undefined> => tx.first(insertTo[invitation.to](invitation));

const findTo = perAddressee((to, column) =>
  statement(
    `invitations.find_${to}`,
    invitationRow,
    (p: { orgId: string; whom: string }) => sql`
      select ${columns} from organisation_invitations
      where org_id = ${p.orgId} and ${column} = ${p.whom} and ${unsettled}`,
  ),
);
export const findAddressed = (
  tx: Tx,
  invitation: { orgId: string; to: Addressee; whom: string },
): Promise<InvitationRow | undefined> => tx.first(findTo[invitation.to](invitation));

const open = statement(
  'invitations.open',
  invitationRow,
  (p: { orgId: string; now: Date }) => sql`
    select ${columns} from organisation_invitations
    where org_id = ${p.orgId} and ${unsettled} and email is null and expires_at > ${p.now} order by created_at desc, id`,
);
/**
 * A declined invitation stays in this list until it expires: its removal would reveal that the holder of a register
 * number has an account here.
 */
export const listOpen = (db: Reader | Tx, orgId: string, now: Date): Promise<InvitationRow[]> =>
  db.run(open({ orgId, now }));

const withdraw = statement(
  'invitations.withdraw',
  (p: { orgId: string; id: string; now: Date }) => sql`
    update organisation_invitations set withdrawn_at = ${p.now}
    where org_id = ${p.orgId} and id = ${p.id} and ${unsettled} and email is null and expires_at > ${p.now}`,
);
export const withdrawOne = async (
  tx: Tx,
  invitation: { orgId: string; id: string; now: Date },
): Promise<boolean> => (await tx.change(withdraw(invitation))) === 1;

const invitationsWithdrawAll = statement(
  'invitations.withdraw_all',
  (p: { orgId: string; now: Date }) => sql`
    update organisation_invitations set withdrawn_at = ${p.now} where org_id = ${p.orgId} and ${unsettled}`,
);
export const withdrawAll = (tx: Tx, orgId: string, now: Date): Promise<number> =>
  tx.change(invitationsWithdrawAll({ orgId, now }));

const receivedRow = {
  ...columnsOf('organisation_invitations', 'id org_id role invited_by created_at expires_at'),
  ...columnsOf('organisations', 'verified'),
  organisation: column('organisations', 'name'),
  organisation_latin: column('organisations', 'name_latin'),
  reg_no: computed('text'),
};
export type ReceivedRow = RowOf<typeof receivedRow>;

const received = sql`select i.id, i.org_id, o.name as organisation, o.name_latin as organisation_latin,
    coalesce(o.reg_no, '') as reg_no, o.verified, i.role, i.invited_by, i.created_at, i.expires_at
  from organisation_invitations i join organisations o on o.id = i.org_id`;
const waiting = sql`i.accepted_at is null and i.withdrawn_at is null and i.declined_at is null`;
/**
 * The sender must still be entitled: a removed manager must not leave a backdoor. In a proven organisation only a person
 * whom the register names gives more than membership.
 */
const stillGranted = (p: {
  now: Date;
}) => sql`(i.invited_by is null or exists (select from organisation_members m
    join organisations g on g.id = m.org_id where m.org_id = i.org_id and m.user_id = i.invited_by and case
      when not g.verified then m.role = 'owner' or (m.role = 'admin' and i.role <> 'owner')
      when g.named_until is null or g.named_until <= ${p.now} then false
      when i.role = 'member' then m.role <> 'member' and (m.proven_at is not null or m.appointed_at is not null)
      else m.proven_at is not null end))`;
/** A person proves their register number by eID. */
const addressedToMe = (p: { userId: string }) => sql`(i.user_id = ${p.userId} or (i.national_id is not null
    and i.national_id = (select u.national_id from users u where u.id = ${p.userId})))`;

const invitationsReceived = statement(
  'invitations.received',
  receivedRow,
  (p: { userId: string; now: Date }) => sql`
    ${received} where ${addressedToMe(p)} and ${waiting} and ${stillGranted(p)} and i.expires_at > ${p.now}
    order by i.created_at desc, i.id limit 100`,
);
/** Runs as system, because RLS hides the organisation from the invited person. */
export const listReceived = (db: Reader | Tx, userId: string, now: Date): Promise<ReceivedRow[]> =>
  db.run(invitationsReceived({ userId, now }));

const byToken = statement(
  'invitations.by_token',
  receivedRow,
  (p: { tokenHash: string; now: Date }) => sql`
    ${received} where i.token_hash = ${p.tokenHash} and ${waiting} and ${stillGranted(p)} and i.expires_at > ${p.now}`,
);
export const findByToken = (
  db: Reader | Tx,
  tokenHash: string,
  now: Date,
): Promise<ReceivedRow | undefined> => db.first(byToken({ tokenHash, now }));

const taken = columnsOf('organisation_invitations', 'id org_id role invited_by');
export type TakenRow = RowOf<typeof taken>;

const invitationsTakeByToken = statement(
  'invitations.take_by_token',
  taken,
  (p: { userId: string; tokenHash: string; now: Date }) => sql`
    update organisation_invitations i set accepted_at = ${p.now}, accepted_by = ${p.userId}
    where i.token_hash = ${p.tokenHash} and ${waiting} and ${stillGranted(p)} and i.expires_at > ${p.now}
    returning i.id, i.org_id, i.role, i.invited_by`,
);
/** Single use: one of two concurrent takers gets it. */
export const takeByToken = (
  tx: Tx,
  taker: { tokenHash: string; userId: string; now: Date },
): Promise<TakenRow | undefined> => tx.first(invitationsTakeByToken(taker));

const invitationsTakeById = statement(
  'invitations.take_by_id',
  taken,
  (p: { userId: string; id: string; now: Date }) => sql`
    update organisation_invitations i set accepted_at = ${p.now}, accepted_by = ${p.userId}
    where i.id = ${p.id} and ${addressedToMe(p)} and ${waiting} and ${stillGranted(p)} and i.expires_at > ${p.now}
    returning i.id, i.org_id, i.role, i.invited_by`,
);
export const takeById = (
  tx: Tx,
  taker: { id: string; userId: string; now: Date },
): Promise<TakenRow | undefined> => tx.first(invitationsTakeById(taker));

const decline = statement(
  'invitations.decline',
  columnsOf('organisation_invitations', 'id org_id'),
  (p: { userId: string; id: string; now: Date }) => sql`
    update organisation_invitations i set declined_at = ${p.now}
    where i.id = ${p.id} and ${addressedToMe(p)} and ${waiting} and i.expires_at > ${p.now} returning i.id, i.org_id`,
);
export const declineById = (
  tx: Tx,
  person: { id: string; userId: string; now: Date },
): Promise<{ id: string; org_id: string } | undefined> => tx.first(decline(person));

const invited = statement(
  'invitations.invited',
  {
    ...columnsOf('organisation_invitations', 'id org_id role invited_by created_at expires_at'),
    ...columnsOf('organisations', 'verified'),
    organisation: column('organisations', 'name'),
    organisation_latin: column('organisations', 'name_latin'),
    reg_no: computed('text'),
    to: column('users', 'id'),
  },
  (p: { id: string }) => sql`
    select found.*, u.id as to from (${received} where i.id = ${p.id} and ${waiting}) found
    join organisation_invitations named on named.id = found.id
    join users u on (u.id = named.user_id or u.national_id = named.national_id) and u.active and u.deleted_at is null`,
);
/** The account to notify: by its id, or by its register number. */
export const findInvited = (tx: Tx, id: string): Promise<(ReceivedRow & { to: string }) | undefined> =>
  tx.first(invited({ id }));

const invitationsDeleteOld = statement(
  'invitations.delete_old',
  (p: { before: Date }) => sql`delete from organisation_invitations where expires_at < ${p.before}`,
);
/** Register numbers of people who never joined must not be kept. */
export const deleteOld = (tx: Tx, before: Date): Promise<number> =>
  tx.change(invitationsDeleteOld({ before }));

const insert = statement(
  'invitations.insert',
  (p: { orgId: string; email: string; tokenHash: string; now: Date; expiresAt: Date }) => sql`
    insert into organisation_invitations (org_id, role, email, token_hash, created_at, expires_at)
    values (${p.orgId}, 'owner', ${p.email}, ${p.tokenHash}, ${p.now}, ${p.expiresAt})`,
);
export const insertMailed = (
  tx: Tx,
  invitation: { orgId: string; email: string; tokenHash: string; now: Date; expiresAt: Date },
): Promise<number> => tx.change(insert(invitation));
