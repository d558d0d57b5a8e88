import { Id, line, oneOf, type Static, shownAs, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { offsetPageOf } from '../../kernel/http/sorted-page.ts';
import { OwnSession } from '../account/index.ts';
import { HistoryLine } from '../audit-log/index.ts';
import { confirmUnattended } from '../authorities/index.ts';
import { ConsentView } from '../oidc/index.ts';
import { MemberRole } from '../organisations/index.ts';
import { personFields, userSorts } from '../users/index.ts';

const adminUserFields = {
  ...personFields,
  /** Names of the authorities that the person works for; `*` is every authority. */
  authorities: Type.Array(Type.String()),
  authority_ids: Type.Array(Type.String()),
  ge_id: Type.Optional(Type.String()),
};

/** Administrators see a person without civil number, register number or certificate. */
export const AdminUser = Type.Object(adminUserFields);
export type AdminUser = Static<typeof AdminUser>;

const AdminSession = Type.Object({
  id: Id,
  method: OwnSession.properties.method,
  browser: Type.String(),
  system: Type.String(),
  ip: Type.String(),
  created_at: Timestamp,
  used_at: Timestamp,
  expires_at: Timestamp,
});
export type AdminSession = Static<typeof AdminSession>;

const Membership = Type.Object({
  id: Id,
  name: Type.String(),
  name_latin: Type.String(),
  reg_no: Type.String(),
  verified: Type.Boolean(),
  role: MemberRole,
});

/** A part that the caller has no right to is absent. */
export const AdminUserDetail = Type.Object({
  ...adminUserFields,
  locked_until: Type.Optional(Timestamp),
  last_sign_in_at: Type.Optional(Timestamp),
  permissions: Type.Array(Type.String()),
  sessions: Type.Optional(Type.Array(AdminSession)),
  applications: Type.Optional(Type.Array(ConsentView)),
  organisations: Type.Optional(Type.Array(Membership)),
  role_history: Type.Optional(Type.Array(HistoryLine)),
  /** For an officer: what a change of role, authorities or account would leave behind. */
  desk: Type.Optional(
    Type.Object({
      /** Open cases that the person holds; they go back to the queue. */
      held: Type.Integer(),
      authorities: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          name_en: Type.String(),
          /** Open and undelivered cases. */
          cases: Type.Integer(),
          other_officers: Type.Integer(),
        }),
      ),
    }),
  ),
});
export type AdminUserDetail = Static<typeof AdminUserDetail>;

export const ApprovalView = Type.Object({
  sid: Type.String(),
  state: oneOf('PENDING'),
  verification_code: Type.String(),
  expires_at: Timestamp,
});
export type ApprovalView = Static<typeof ApprovalView>;

/** 200 with the person, or 202 with the pending approval. */
const RoleOutcome = Type.Union([AdminUser, Type.Object({ approval: ApprovalView })]);
export const RoleAnswer = shownAs(
  RoleOutcome,
  Type.Partial(Type.Object({ ...adminUserFields, approval: ApprovalView })),
);
export type RoleAnswer = Static<typeof RoleAnswer>;

const RoleId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const UsersQuery = strict({
  ...userSorts.query,
  offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  role: Type.Optional(RoleId),
  active: Type.Optional(Type.Boolean()),
  q: Type.Optional(line(100, 2)),
});
export type UsersQuery = Static<typeof UsersQuery>;
export const UserPage = offsetPageOf(AdminUser);

/** Ids or names; `*` is every authority. */
const Authorities = Type.Array(line(300), {
  maxItems: 100,
  uniqueItems: true,
});

const Name = Type.String({ maxLength: 100, pattern: "^[\\p{L}\\p{M} .'’-]*$" });
const LatinName = Type.String({ maxLength: 100, pattern: "^[\\p{Script=Latin} '’-]*$" });

export const Preregistration = strict({
  register: Type.String({ minLength: 8, maxLength: 20 }),
  first_name: Type.Optional(Name),
  last_name: Type.Optional(Name),
  first_name_en: Type.Optional(LatinName),
  last_name_en: Type.Optional(LatinName),
  role_id: Type.Optional(RoleId),
  authorities: Type.Optional(Authorities),
});
export type Preregistration = Static<typeof Preregistration>;

export const GeIdBody = strict({
  ge_id: Type.Union([Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9-]*$' }), Type.Null()]),
  /** Gives the person a number that somebody else held before. */
  confirm_reuse: Type.Optional(Type.Boolean()),
});
export type GeIdBody = Static<typeof GeIdBody>;
export const RoleBody = strict({
  role_id: RoleId,
  authorities: Type.Optional(Authorities),
  ...confirmUnattended,
});
export type RoleBody = Static<typeof RoleBody>;
export const AuthoritiesBody = strict({ authorities: Authorities, ...confirmUnattended });
export type AuthoritiesBody = Static<typeof AuthoritiesBody>;

export const ActiveBody = strict({ active: Type.Boolean(), ...confirmUnattended });
export type ActiveBody = Static<typeof ActiveBody>;
export const DeleteQuery = strict(confirmUnattended);

export const names = {
  AdminUser,
  AdminUserPage: UserPage,
  AdminUserDetail,
  AdminSession,
  AdminMembership: Membership,
  AdminUserRoleOutcome: RoleOutcome,
  AdminUserBody: Preregistration,
  AdminUserRoleBody: RoleBody,
  AdminUserAuthoritiesBody: AuthoritiesBody,
  AdminUserActiveBody: ActiveBody,
  AdminUserGeIdBody: GeIdBody,
  Approval: ApprovalView,
};
