import { Id, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { userFields } from '../users/index.ts';

const Code = Type.String({ minLength: 1, maxLength: 4096 });

export const StartBody = strict({ next: Type.Optional(Type.String({ maxLength: 512 })) });
export const StartView = Type.Object({ auth_url: Type.String() });

export const CallbackBody = strict({
  state: Type.String({ minLength: 1, maxLength: 256 }),
  code: Code,
  iss: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
});

/** RFC 7636, 4.1. */
const Verifier = Type.String({ minLength: 43, maxLength: 128, pattern: '^[A-Za-z0-9._~-]+$' });

export const NativeBody = strict({
  code: Code,
  code_verifier: Verifier,
  redirect_uri: Type.String({ minLength: 1, maxLength: 400 }),
  nonce: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
});

/** A session, or the second factor that must come before it. */
export const SignedInView = Type.Object({
  token: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  access_expires_at: Type.Optional(Timestamp),
  refresh_expires_at: Type.Optional(Timestamp),
  sso_logout_ref: Type.Optional(Type.String()),
  user_id: Type.Optional(Id),
  username: Type.Optional(Type.String()),
  user: Type.Optional(Type.Object(userFields)),
  next: Type.Optional(Type.String()),
  mfa_required: Type.Optional(Type.Boolean()),
  mfa_token: Type.Optional(Type.String()),
});
export type SignedInView = Static<typeof SignedInView>;

export const LogoutBody = strict({ ref: Type.Optional(Type.String({ maxLength: 64 })) });
export const LogoutView = Type.Object({ sso_logout_url: Type.String() });

/** Names in the OpenAPI document. */
export const names = { SsoSession: SignedInView, SsoStart: StartView };
