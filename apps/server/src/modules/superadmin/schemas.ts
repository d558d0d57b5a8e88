import { Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { confirmUnattended } from '../authorities/index.ts';
import { SessionView } from '../identity/index.ts';
import { personFields } from '../users/index.ts';

const OnboardToken = Type.String({ minLength: 1, maxLength: 128 });
const Code = Type.String({ minLength: 1, maxLength: 32 });
const Email = Type.String({ format: 'email', maxLength: 200 });
const Name = Type.String({ maxLength: 100 });
const Register = Type.String({ minLength: 8, maxLength: 20 });

export const SocialBody = strict({
  code: Type.String({ minLength: 1, maxLength: 2048 }),
  redirect_uri: Type.String({ minLength: 1, maxLength: 2048 }),
  code_verifier: Type.Optional(Type.String({ minLength: 43, maxLength: 128 })),
  nonce: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
});
export const SocialView = Type.Object({
  onboard_token: Type.String(),
  email: Type.String(),
  step: oneOf('eid'),
});

/** The state of an onboarding, for a reloaded page. */
export const StateView = Type.Object({
  step: oneOf('eid', 'email', 'totp'),
  email: Type.String(),
  expires_at: Timestamp,
  code_sent: Type.Boolean(),
});
export type StateView = Static<typeof StateView>;

export const OnboardBody = strict({ onboard_token: OnboardToken });
export const EidStartBody = strict({
  onboard_token: OnboardToken,
  callback_url: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
});
export const EidStartIdBody = strict({
  onboard_token: OnboardToken,
  national_id: Type.String({ minLength: 1, maxLength: 20 }),
});
export const EidQrBody = strict({
  onboard_token: OnboardToken,
  sid: Type.String({ minLength: 1, maxLength: 200 }),
});
export const EidPollBody = strict({
  onboard_token: OnboardToken,
  sid: Type.String({ minLength: 1, maxLength: 200 }),
  user_challenge_verifier: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
});
export const EidPollView = Type.Object({
  state: oneOf('PENDING', 'COMPLETE', 'EXPIRED', 'REFUSED'),
  step: oneOf('eid', 'email'),
  reason: Type.Optional(Type.String()),
  scanned: Type.Optional(Type.Boolean()),
  return_required: Type.Optional(Type.Boolean()),
});
export type EidPollView = Static<typeof EidPollView>;

export const EmailSentView = Type.Object({ step: oneOf('email') });
export const CodeBody = strict({ onboard_token: OnboardToken, code: Code });
export const EmailVerifiedView = Type.Object({ step: oneOf('totp') });
export const TotpInitView = Type.Object({
  secret: Type.String(),
  otpauth_url: Type.String(),
  step: oneOf('totp'),
});
export const DoneView = Type.Object({
  ...SessionView.properties,
  recovery_codes: Type.Array(Type.String()),
  step: oneOf('done'),
});
export type DoneView = Static<typeof DoneView>;

export const MfaBody = strict({
  mfa_token: Type.String({ minLength: 1, maxLength: 128 }),
  code: Type.String({ minLength: 1, maxLength: 40 }),
});
export const MfaView = Type.Object({
  ...SessionView.properties,
  used_recovery_code: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
});
export type MfaView = Static<typeof MfaView>;

export const AdminUser = Type.Object(personFields);
export type AdminUser = Static<typeof AdminUser>;
export const AdminList = listOf(AdminUser);
export const NewAdminBody = strict({
  register: Register,
  first_name: Type.Optional(Name),
  last_name: Type.Optional(Name),
  first_name_en: Type.Optional(Name),
  last_name_en: Type.Optional(Name),
  email: Type.Optional(Email),
});
export type NewAdminBody = Static<typeof NewAdminBody>;
export const ByRegister = strict({ register: Register });
export const GrantByRegisterBody = strict({ register: Register, ...confirmUnattended });
export const GrantQuery = strict(confirmUnattended);

export const InviteView = Type.Object({
  email: Type.String(),
  invited_by: Type.Union([Id, Type.Null()]),
  created_at: Timestamp,
  accepted_at: Type.Union([Timestamp, Type.Null()]),
  pending: Type.Boolean(),
});
export type InviteView = Static<typeof InviteView>;
export const InviteList = listOf(InviteView);
export const InviteBody = strict({ email: Email });
export const ByEmail = strict({ email: Type.String({ minLength: 1, maxLength: 200 }) });

export const AccessMode = strict({ mode: oneOf('public', 'private') });
export type AccessMode = Static<typeof AccessMode>;

/** Names in the OpenAPI document. */
export const names = {
  SuperAdmin: AdminUser,
  SuperAdminBody: NewAdminBody,
  SuperAdminInvite: InviteView,
  AccessMode,
  OnboardingBody: OnboardBody,
  OnboardingCodeBody: CodeBody,
  OnboardingState: StateView,
  OnboardingEidPoll: EidPollView,
  OnboardingDone: DoneView,
  SecondFactorSession: MfaView,
  TotpSecret: TotpInitView,
};
