import { Id, line, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

const RoleId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const InvitationBody = strict({
  register: Type.String({ minLength: 8, maxLength: 20 }),
  role_id: RoleId,
  /** Ids or names; `*` is every authority. */
  authorities: Type.Optional(Type.Array(line(300), { maxItems: 100, uniqueItems: true })),
  /** ASCII only, as the mail adapter writes to no other address. */
  email: Type.Optional(
    Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$' }),
  ),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 30 })),
});
export type InvitationBody = Static<typeof InvitationBody>;

const invited = {
  id: Id,
  role_id: Type.Integer(),
  /** Name of the role, for roles of the installation. */
  role: Type.String(),
  /** Names; `*` is every authority. */
  authorities: Type.Array(Type.String()),
  /** The same in English, where the record has a name. */
  authorities_en: Type.Array(Type.String()),
  created_at: Timestamp,
  expires_at: Timestamp,
};

export const WaitingInvitation = Type.Object({
  ...invited,
  /** Masked, but enough for the inviter to recognise. */
  register: Type.String(),
  email: Type.Optional(Type.String()),
  letters: Type.Integer(),
  letter_at: Type.Optional(Timestamp),
  invited_by: Id,
  inviter: Type.String(),
});
export type WaitingInvitation = Static<typeof WaitingInvitation>;
export const WaitingList = listOf(WaitingInvitation);

/** Names neither the inviter nor anybody else. */
export const OwnInvitation = Type.Object(invited);
export type OwnInvitation = Static<typeof OwnInvitation>;
export const OwnList = listOf(OwnInvitation);

export const Accepted = Type.Object({
  state: oneOf('given', 'confirming'),
  role_id: Type.Integer(),
});
export type Accepted = Static<typeof Accepted>;

export const names = {
  RoleInvitation: WaitingInvitation,
  RoleInvitationBody: InvitationBody,
  OwnRoleInvitation: OwnInvitation,
};
