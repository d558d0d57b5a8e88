import { oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { SessionView } from '../identity/index.ts';

const Provider = Type.String({ minLength: 1, maxLength: 255 });

export const StartBody = strict({ purpose: Type.Optional(oneOf('sign_in', 'superadmin', 'onboarding')) });
export const StartView = Type.Object({
  auth_url: Type.String(),
  redirect_uri: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  code_verifier: Type.String(),
});

/**
 * The specification proposes verifier and nonce; without either, a code injected by an attacker would be
 * accepted.
 */
export const SocialBody = strict({
  code: Type.String({ minLength: 1, maxLength: 2048 }),
  redirect_uri: Type.String({ minLength: 1, maxLength: 2048 }),
  code_verifier: Type.String({ minLength: 43, maxLength: 128 }),
  nonce: Type.String({ minLength: 1, maxLength: 128 }),
  provider: Type.Optional(Provider),
});
export type SocialBody = Static<typeof SocialBody>;

/** One shape for the three outcomes; a client checks `mfa_required` before `linked`. */
export const SocialView = Type.Object({
  mfa_required: Type.Optional(Type.Boolean()),
  mfa_token: Type.Optional(Type.String()),
  linked: Type.Optional(Type.Boolean()),
  user: Type.Optional(SessionView),
  link_token: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
});
export type SocialView = Static<typeof SocialView>;

export const LinkQuery = strict({ provider: Type.Optional(Provider) });
export const LinkView = Type.Object({
  linked: Type.Boolean(),
  /** The provider of the linked account, or the one available for linking; null when none is set up. */
  provider: Type.Union([Type.String(), Type.Null()]),
  email_masked: Type.Optional(Type.String()),
  linked_at: Type.Optional(Timestamp),
});
export type LinkView = Static<typeof LinkView>;

/** Names in the OpenAPI document. */
export const names = { SocialSignIn: SocialView, SocialLink: LinkView, SocialStart: StartView };
