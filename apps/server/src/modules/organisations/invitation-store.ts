import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import type { MemberRole } from './schemas.ts';

export interface InvitationRow {
  id: string;
  org_id: string;
  role: MemberRole;
  user_id: string | null;
  national_id: string | null;
  created_at: string;
  expires_at: string;
}

const columns = 'id, org_id, role, user_id, national_id, created_at, expires_at';
const unsettled = 'accepted_at is null and withdrawn_at is null';

export interface NewInvitation {
  orgId: string;
  role: MemberRole;
  invitedBy: string;
  now: Date;
  expiresAt: Date;
}

/** A one-use link; only the hash of its token is kept. */
export const insertLink = (
  tx: Tx,
  invitation: NewInvitation & { tokenHash: string },
): Promise<InvitationRow | undefined> =>
  tx.first(
    raw<InvitationRow>(
      `insert into organisation_invitations (org_id, role, token_hash, invited_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
      [
        invitation.orgId,
        invitation.role,
        invitation.tokenHash,
        invitation.invitedBy,
        invitation.now,
        invitation.expiresAt,
      ],
      'invitations.insert_link',
    ),
  );

/** Undefined where the same person has an invitation that has not expired; an expired one is renewed in its place. */
export const insertAddressed = (
  tx: Tx,
  invitation: NewInvitation & { to: 'user_id' | 'national_id'; whom: string },
): Promise<InvitationRow | undefined> => {
  const { to } = invitation;
  return tx.first(
    raw<InvitationRow>(
      `insert into organisation_invitations as kept (org_id, role, ${to}, invited_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (org_id, ${to}) where ${to} is not null and ${unsettled}
         do update set role = excluded.role, invited_by = excluded.invited_by, created_at = excluded.created_at,
           expires_at = excluded.expires_at, declined_at = null
         where kept.expires_at <= $5
       returning ${columns}`,
      [
        invitation.orgId,
        invitation.role,
        invitation.whom,
        invitation.invitedBy,
        invitation.now,
        invitation.expiresAt,
      ],
      `invitations.insert_${to}`,
    ),
  );
};

export const findAddressed = (
  tx: Tx,
  invitation: { orgId: string; to: 'user_id' | 'national_id'; whom: string },
): Promise<InvitationRow | undefined> =>
  tx.first(
    raw<InvitationRow>(
      `select ${columns} from organisation_invitations where org_id = $1 and ${invitation.to} = $2 and ${unsettled}`,
      [invitation.orgId, invitation.whom],
      `invitations.find_${invitation.to}`,
    ),
  );

/**
 * What the organisation waits for. A declined invitation stays in this list until it expires: that somebody declined
 * would tell that the holder of a register number has an account here.
 */
export const listOpen = (db: Reader | Tx, orgId: string, now: Date): Promise<InvitationRow[]> =>
  db.run(
    raw<InvitationRow>(
      `select ${columns} from organisation_invitations
       where org_id = $1 and ${unsettled} and email is null and expires_at > $2 order by created_at desc, id`,
      [orgId, now],
      'invitations.open',
    ),
  );

export const withdrawOne = async (
  tx: Tx,
  invitation: { orgId: string; id: string; now: Date },
): Promise<boolean> =>
  (await tx.change(
    raw(
      `update organisation_invitations set withdrawn_at = $3
       where org_id = $1 and id = $2 and ${unsettled} and email is null and expires_at > $3`,
      [invitation.orgId, invitation.id, invitation.now],
      'invitations.withdraw',
    ),
  )) === 1;

export const withdrawAll = (tx: Tx, orgId: string, now: Date): Promise<number> =>
  tx.change(
    raw(
      `update organisation_invitations set withdrawn_at = $2 where org_id = $1 and ${unsettled}`,
      [orgId, now],
      'invitations.withdraw_all',
    ),
  );

export interface ReceivedRow {
  id: string;
  org_id: string;
  organisation: string;
  organisation_latin: string;
  reg_no: string;
  verified: boolean;
  role: MemberRole;
  /** Null where an operator invited. */
  invited_by: string | null;
  created_at: string;
  expires_at: string;
}

const received = `select i.id, i.org_id, o.name as organisation, o.name_latin as organisation_latin,
    coalesce(o.reg_no, '') as reg_no, o.verified, i.role, i.invited_by, i.created_at, i.expires_at
  from organisation_invitations i join organisations o on o.id = i.org_id`;
const waiting = `i.accepted_at is null and i.withdrawn_at is null and i.declined_at is null`;
/** An invitation is worth what its sender may still grant: one who was removed cannot leave a way back open. */
const stillGranted = `(i.invited_by is null or exists (select from organisation_members m
    where m.org_id = i.org_id and m.user_id = i.invited_by
      and (m.role = 'owner' or (m.role = 'admin' and i.role <> 'owner'))))`;
/** Somebody who has shown their register number by eID is its holder; `$1` is the account. */
const addressedToMe = `(i.user_id = $1 or (i.national_id is not null
    and i.national_id = (select u.national_id from users u where u.id = $1)))`;

/** As the platform: the organisation is not visible to the person yet. */
export const listReceived = (db: Reader | Tx, userId: string, now: Date): Promise<ReceivedRow[]> =>
  db.run(
    raw<ReceivedRow>(
      `${received} where ${addressedToMe} and ${waiting} and ${stillGranted} and i.expires_at > $2
       order by i.created_at desc, i.id limit 100`,
      [userId, now],
      'invitations.received',
    ),
  );

export const findByToken = (
  db: Reader | Tx,
  tokenHash: string,
  now: Date,
): Promise<ReceivedRow | undefined> =>
  db.first(
    raw<ReceivedRow>(
      `${received} where i.token_hash = $1 and ${waiting} and ${stillGranted} and i.expires_at > $2`,
      [tokenHash, now],
      'invitations.by_token',
    ),
  );

export interface TakenRow {
  id: string;
  org_id: string;
  role: MemberRole;
  invited_by: string | null;
}

/** Of two people with one token, one takes it. */
export const takeByToken = (
  tx: Tx,
  taker: { tokenHash: string; userId: string; now: Date },
): Promise<TakenRow | undefined> =>
  tx.first(
    raw<TakenRow>(
      `update organisation_invitations i set accepted_at = $3, accepted_by = $1
       where i.token_hash = $2 and ${waiting} and ${stillGranted} and i.expires_at > $3
       returning i.id, i.org_id, i.role, i.invited_by`,
      [taker.userId, taker.tokenHash, taker.now],
      'invitations.take_by_token',
    ),
  );

export const takeById = (
  tx: Tx,
  taker: { id: string; userId: string; now: Date },
): Promise<TakenRow | undefined> =>
  tx.first(
    raw<TakenRow>(
      `update organisation_invitations i set accepted_at = $3, accepted_by = $1
       where i.id = $2 and ${addressedToMe} and ${waiting} and ${stillGranted} and i.expires_at > $3
       returning i.id, i.org_id, i.role, i.invited_by`,
      [taker.userId, taker.id, taker.now],
      'invitations.take_by_id',
    ),
  );

export const declineById = (
  tx: Tx,
  person: { id: string; userId: string; now: Date },
): Promise<{ id: string; org_id: string } | undefined> =>
  tx.first(
    raw<{ id: string; org_id: string }>(
      `update organisation_invitations i set declined_at = $3
       where i.id = $2 and ${addressedToMe} and ${waiting} and i.expires_at > $3 returning i.id, i.org_id`,
      [person.userId, person.id, person.now],
      'invitations.decline',
    ),
  );

/** Whom to tell of an invitation: the account it names, or the one whose register number it names. */
export const findInvited = (tx: Tx, id: string): Promise<(ReceivedRow & { to: string }) | undefined> =>
  tx.first(
    raw<ReceivedRow & { to: string }>(
      `select found.*, u.id as to from (${received} where i.id = $1 and ${waiting}) found
       join organisation_invitations named on named.id = found.id
       join users u on (u.id = named.user_id or u.national_id = named.national_id) and u.active and u.deleted_at is null`,
      [id],
      'invitations.invited',
    ),
  );

/** Register numbers of people who never came are not kept. */
export const deleteOld = (tx: Tx, before: Date): Promise<number> =>
  tx.change(
    raw('delete from organisation_invitations where expires_at < $1', [before], 'invitations.delete_old'),
  );

export const insertMailed = (
  tx: Tx,
  invitation: { orgId: string; email: string; tokenHash: string; now: Date; expiresAt: Date },
): Promise<number> =>
  tx.change(
    raw(
      `insert into organisation_invitations (org_id, role, email, token_hash, created_at, expires_at)
       values ($1, 'owner', $2, $3, $4, $5)`,
      [invitation.orgId, invitation.email, invitation.tokenHash, invitation.now, invitation.expiresAt],
      'invitations.insert',
    ),
  );
