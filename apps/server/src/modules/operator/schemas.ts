import {
  checksOwnText,
  Id,
  JsonObject,
  line,
  listOf,
  oneOf,
  type Static,
  shownAs,
  strict,
  Timestamp,
  Type,
} from '../../kernel/http/schemas.ts';
import { offsetPageOf } from '../../kernel/http/sorted-page.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';
import { capabilities, operatorRoles } from './capabilities.ts';
import { tenantSorts } from './views-store.ts';

const Sid = Type.String({ minLength: 1, maxLength: 256 });
const Code = Type.String({ minLength: 1, maxLength: 16 });

export const StartBody = strict({
  callback_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
});
export const StartIdBody = strict({ national_id: Type.String({ minLength: 1, maxLength: 64 }) });
export const BySid = strict({ sid: Sid });
export const PollBody = strict({
  sid: Sid,
  user_challenge_verifier: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
});
export const PollView = Type.Object({
  state: oneOf('PENDING', 'COMPLETE', 'EXPIRED', 'REFUSED'),
  reason: Type.Optional(Type.String()),
  scanned: Type.Optional(Type.Boolean()),
  return_required: Type.Optional(Type.Boolean()),
});
export type PollView = Static<typeof PollView>;

export const SessionBody = strict({ sid: Sid, code: Code });
export const OperatorView = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  role: oneOf(...operatorRoles),
});
export type OperatorView = Static<typeof OperatorView>;
export const SessionView = Type.Object({ operator: OperatorView, expires_at: Timestamp });
export type SessionView = Static<typeof SessionView>;
export const MeView = Type.Object({
  operator: OperatorView,
  expires_at: Timestamp,
  stepped_up: Type.Boolean(),
  stepped_up_until: Type.Optional(Timestamp),
  capabilities: Type.Array(oneOf(...capabilities)),
});
export type MeView = Static<typeof MeView>;
export const StepUpBody = strict({ code: Code });
export const StepUpView = Type.Object({ stepped_up_until: Timestamp });

/**
 * The bounds only limit the body. A row that breaks a rule of the contract (missing field, invalid slug,
 * wrong type) gets its own outcome, and the others run.
 */
const Cell = Type.Optional(
  Type.Union([Type.String({ maxLength: 4000 }), Type.Number(), Type.Boolean(), Type.Null()]),
);
export const BulkRow = strict({
  name: Cell,
  slug: Cell,
  admin_email: Cell,
  reason: Cell,
  admin_user_id: Cell,
});
export type BulkRow = Static<typeof BulkRow>;
export const BulkBody = strict({
  organisations: Type.Array(BulkRow, { minItems: 1, maxItems: 200, ...checksOwnText }),
});

export const BulkOutcome = Type.Object({
  index: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  result: oneOf('created', 'exists', 'error'),
  tenant_id: Type.Optional(Id),
  invited: Type.Optional(Type.Boolean()),
  error: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
});
export type BulkOutcome = Static<typeof BulkOutcome>;
export const BulkView = Type.Object({ items: Type.Array(BulkOutcome) });

const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, default: 0 })),
};

export const TenantQuery = strict({ q: Type.Optional(line(100)), ...page, ...tenantSorts.query });
export const TenantView = Type.Object({
  id: Id,
  slug: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
  registration_number: Type.Union([Type.String(), Type.Null()]),
  created_at: Timestamp,
  user_count: Type.Integer(),
  app_count: Type.Integer(),
  /** The invitation of the first administrator is not yet accepted. */
  invitation_pending: Type.Boolean(),
});
export const TenantPage = offsetPageOf(TenantView);

export const PersonQuery = strict({
  register: Type.String({ minLength: 8, maxLength: 20, pattern: '^[\\p{L}\\p{N}]+$' }),
});
export const PersonView = Type.Object({
  user_id: Type.Optional(Id),
  register: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  full_name_en: Type.Optional(Type.String()),
  eid_verified: Type.Boolean(),
  eid_verified_at: Type.Optional(Timestamp),
  kyc_level: Type.Optional(Type.String()),
});
export type PersonView = Static<typeof PersonView>;

export const OrganisationQuery = strict({
  register: Type.String({ minLength: 4, maxLength: 16, pattern: '^[\\p{L}\\p{N}-]+$' }),
});
export const OrganisationView = Type.Object({
  reg_no: Type.String(),
  name: Type.String(),
  name_latin: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  ceo: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
  industry: Type.Array(Type.String()),
  tenant_id: Type.Optional(Id),
  slug: Type.Optional(Type.String()),
});
export type OrganisationView = Static<typeof OrganisationView>;

export const PeopleQuery = strict({ q: Type.Optional(line(100, 3)), ...page });
const VerifiedPerson = Type.Object({
  user_id: Id,
  full_name: Type.String(),
  full_name_en: Type.String(),
  email: Type.String(),
  eid_verified_at: Timestamp,
});
export const PeopleView = listOf(VerifiedPerson);
export type PeopleView = Static<typeof PeopleView>;

export const AuditQuery = strict({
  action: Type.Optional(line(80)),
  operator: Type.Optional(Id),
  target: Type.Optional(line(200)),
  ...pageQuery,
});
export type AuditQuery = Static<typeof AuditQuery>;
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  created_at: Timestamp,
  action: Type.String(),
  operator_id: Type.Optional(Type.String()),
  operator_name: Type.Optional(Type.String()),
  operator_email: Type.Optional(Type.String()),
  target_id: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
  metadata: shownAs(JsonObject),
});
export type AuditEntry = Static<typeof AuditEntry>;
export const AuditPage = pageOf(AuditEntry);
export type AuditPage = Static<typeof AuditPage>;

const ListedOperator = Type.Object({
  ...OperatorView.properties,
  active: Type.Boolean(),
  locked: Type.Boolean(),
  created_at: Timestamp,
  last_sign_in_at: Type.Union([Timestamp, Type.Null()]),
});
export const OperatorList = listOf(ListedOperator);

/** Names in the OpenAPI document. */
export const names = {
  VerifiedPerson,
  ListedOperator,
  TenantBulkOutcome: BulkOutcome,
  Operator: OperatorView,
  OperatorSession: SessionView,
  OperatorMe: MeView,
  OperatorPoll: PollView,
  OperatorAction: AuditEntry,
  Tenant: TenantView,
  TenantPage,
  TenantBulkBody: BulkBody,
  TenantBulk: BulkView,
  RegisteredPerson: PersonView,
  RegisteredOrganisation: OrganisationView,
};
