import { Id, line, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

export const MemberRole = oneOf('owner', 'admin', 'member');
export type MemberRole = Static<typeof MemberRole>;

export const OrganisationView = Type.Object({
  id: Id,
  reg_no: Type.String(),
  slug: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
  name_latin: Type.String(),
  verified: Type.Boolean(),
  /** What the caller's role allows now. */
  my_role: MemberRole,
  /** The state register names the caller as a representative. */
  named: Type.Boolean(),
  /** When the register last named somebody of the organisation. */
  checked_at: Type.Union([Timestamp, Type.Null()]),
  /** Why the caller cannot act for the organisation now; null when they can. */
  blocked: Type.Union([oneOf('unproven', 'nobody_named', 'unconfirmed', 'not_appointed'), Type.Null()]),
  created_by: Type.Union([Id, Type.Null()]),
  created_at: Timestamp,
  updated_at: Type.Union([Timestamp, Type.Null()]),
});
export type OrganisationView = Static<typeof OrganisationView>;

export const MemberView = Type.Object({
  org_id: Id,
  user_id: Id,
  role: MemberRole,
  full_name: Type.String(),
  email: Type.String(),
  created_at: Timestamp,
  /** Since when the state register names the member; null when it does not. */
  named_since: Type.Union([Timestamp, Type.Null()]),
  checked_at: Type.Union([Timestamp, Type.Null()]),
  /** Name of the person who appointed the member; empty where nobody did, or they left. */
  appointed_by: Type.String(),
  appointed_at: Type.Union([Timestamp, Type.Null()]),
});
export type MemberView = Static<typeof MemberView>;

/** At least two visible characters and no control characters. */
const Name = Type.String({ minLength: 2, maxLength: 200, pattern: '^(?=\\s*\\S.*\\S)[^\\p{Cc}]+$' });

export const CreateBody = strict({
  reg_no: Type.String({ minLength: 1, maxLength: 40, pattern: '^[\\p{L}\\p{N}-]+$' }),
  name: Name,
  name_latin: Type.Optional(line(200, 0)),
});

export const RegNoBody = strict({ reg_no: CreateBody.properties.reg_no });

/** Exactly one of `user_id` and `national_id`. */
export const InviteBody = strict({
  user_id: Type.Optional(Id),
  national_id: Type.Optional(Type.String({ minLength: 8, maxLength: 20, pattern: '^[\\p{L}\\p{N}]+$' })),
  role: Type.Optional(MemberRole),
});
export type InviteBody = Static<typeof InviteBody>;
export const LinkBody = strict({ role: Type.Optional(MemberRole) });
export const ByInvitation = strict({ id: Id, invitationID: Id });

/** Repeats the sender's input and reveals nothing about the person. */
const invitationFields = {
  id: Id,
  org_id: Id,
  role: MemberRole,
  by: oneOf('account', 'register_number', 'link'),
  user_id: Type.Optional(Id),
  national_id: Type.Optional(Type.String()),
  created_at: Timestamp,
  expires_at: Timestamp,
};
export const InvitationView = Type.Object(invitationFields);
export type InvitationView = Static<typeof InvitationView>;
export const LinkView = Type.Object({ ...invitationFields, link: Type.String() });
export type LinkView = Static<typeof LinkView>;

/** For the invited person. */
export const ReceivedView = Type.Object({
  id: Id,
  org_id: Id,
  organisation: Type.String(),
  organisation_latin: Type.String(),
  reg_no: Type.String(),
  verified: Type.Boolean(),
  role: MemberRole,
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type ReceivedView = Static<typeof ReceivedView>;

export const RoleBody = strict({ role: MemberRole });
export const TokenBody = strict({ token: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }) });
export const ByMember = strict({ id: Id, userID: Id });
export const ByRegNo = strict({
  regNo: Type.String({ minLength: 4, maxLength: 16, pattern: '^[\\p{L}\\p{N}-]+$' }),
});

const Optional = Type.Optional(Type.String());
export const LookupView = Type.Object({
  reg_no: Type.String(),
  name: Type.String(),
  name_latin: Optional,
  type: Type.String(),
  capital: Type.Optional(Type.Number()),
  ceo: Optional,
  ceo_position: Optional,
  phone: Optional,
  address: Optional,
  industry: Type.Array(Type.String()),
  founders: Type.Array(
    Type.Object({ name: Type.String(), type: Type.String(), share_percent: Type.Number() }),
  ),
  stake_holders: Type.Array(Type.Object({ name: Type.String(), position: Type.String() })),
  org_id: Type.Optional(Id),
});
export type LookupView = Static<typeof LookupView>;

export const names = {
  Organisation: OrganisationView,
  OrganisationBody: CreateBody,
  OrganisationNumber: RegNoBody,
  Member: MemberView,
  MemberRole,
  Invitation: InvitationView,
  InvitationBody: InviteBody,
  InvitationLink: LinkView,
  InvitationToken: TokenBody,
  ReceivedInvitation: ReceivedView,
  OrganisationRecord: LookupView,
};
