import { oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { userFields } from '../users/index.ts';

const Sid = Type.String({ minLength: 1, maxLength: 256 });
const Token = Type.String({ minLength: 1, maxLength: 4096 });
const CallbackUrl = Type.String({ minLength: 1, maxLength: 2048 });

export const StartBody = strict({ callback_url: Type.Optional(CallbackUrl) });
export const StartIdBody = strict({
  national_id: Type.String({ minLength: 1, maxLength: 64 }),
  callback_url: Type.Optional(CallbackUrl),
});
export const InitiateBody = strict({ national_id: Type.String({ minLength: 6, maxLength: 32 }) });
export const BySid = strict({ sid: Sid });

export const StartView = Type.Object({
  sid: Type.String(),
  qr: Type.String(),
  deep_link: Type.String(),
  verification_code: Type.String(),
  expires_at: Type.String(),
  state: oneOf('PENDING'),
});
export type StartView = Static<typeof StartView>;

export const QrView = Type.Object({ qr: Type.String(), expires_in: Type.Integer(), scanned: Type.Boolean() });

export const PollBody = strict({
  sid: Sid,
  user_challenge_verifier: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  link_token: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
});

const tokenFields = {
  token: Type.String(),
  refresh_token: Type.String(),
  access_expires_at: Timestamp,
  refresh_expires_at: Timestamp,
};

const optionalUserFields = Object.fromEntries(
  Object.entries({ ...userFields, ...tokenFields }).map(([name, schema]) => [name, Type.Optional(schema)]),
) as unknown as {
  [K in keyof typeof userFields | keyof typeof tokenFields]: ReturnType<typeof Type.Optional>;
};

/** One schema for all four states; user and token fields are present only on COMPLETE. */
export const PollView = Type.Object({
  state: oneOf('PENDING', 'COMPLETE', 'EXPIRED', 'REFUSED'),
  reason: Type.Optional(Type.String()),
  scanned: Type.Optional(Type.Boolean()),
  return_required: Type.Optional(Type.Boolean()),
  mfa_required: Type.Optional(Type.Boolean()),
  mfa_token: Type.Optional(Type.String()),
  social_link: Type.Optional(oneOf('linked', 'already_linked_elsewhere', 'another_linked', 'expired')),
  ...optionalUserFields,
});

export const SessionView = Type.Object({ ...userFields, ...tokenFields });
export type SessionView = Static<typeof SessionView>;

export const RefreshBody = strict({ refresh_token: Type.Optional(Token) });
export type RefreshBody = Static<typeof RefreshBody>;
export const LogoutBody = strict({
  refresh_token: Type.Optional(Token),
  access_token: Type.Optional(Token),
});

export const names = {
  EidStart: StartView,
  EidStartBody: StartBody,
  EidQr: QrView,
  EidPollBody: PollBody,
  EidPoll: PollView,
  Session: SessionView,
};
