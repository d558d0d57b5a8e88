import { listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

const Challenge = Type.String({ minLength: 1, maxLength: 512 });
const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 120 }), { maxItems: 50 });
const Reason = Type.Optional(Type.String({ maxLength: 500 }));

export const LoginQuery = strict({ login_challenge: Challenge });
export const ConsentQuery = strict({ consent_challenge: Challenge });
export const LoginBody = LoginQuery;
export const LoginRejection = strict({ login_challenge: Challenge, reason: Reason });
export const ConsentBody = strict({
  consent_challenge: Challenge,
  grant_scope: Type.Optional(Scopes),
});
export const ConsentRejection = strict({ consent_challenge: Challenge, reason: Reason });
export const LogoutBody = strict({ logout_challenge: Challenge });

export const ChallengeView = Type.Object({
  challenge: Type.String(),
  client_id: Type.String(),
  client_name: Type.String(),
  requested_scope: Type.Array(Type.String()),
  /** Whether the client gets the account's id or a pairwise one. */
  subject_type: oneOf('public', 'pairwise'),
  /** The user id; empty before sign-in. */
  subject: Type.String(),
  skip: Type.Boolean(),
  /** The client requires the person to authenticate again: an earlier session is not enough. */
  reauthenticate: Type.Boolean(),
});
export type ChallengeView = Static<typeof ChallengeView>;

const UserCode = Type.String({ minLength: 1, maxLength: 40 });
export const DeviceQuery = strict({ user_code: UserCode });
export const DeviceBody = strict({ user_code: UserCode, grant_scope: Type.Optional(Scopes) });
export const DeviceRejection = DeviceQuery;
export const DeviceView = Type.Object({
  client_id: Type.String(),
  client_name: Type.String(),
  requested_scope: Type.Array(Type.String()),
  subject_type: oneOf('public', 'pairwise'),
  /** What the device said about itself when it asked. */
  device: Type.Object({ ip: Type.String(), user_agent: Type.String() }),
  requested_at: Timestamp,
  expires_at: Timestamp,
});
export type DeviceView = Static<typeof DeviceView>;
export const DeviceDecided = Type.Object({ client_name: Type.String() });

export const Redirect = Type.Object({ redirect_to: Type.String() });

export const ConsentView = Type.Object({
  client_id: Type.String(),
  client_name: Type.String(),
  scopes: Type.Array(Type.String()),
  granted_at: Timestamp,
  expires_at: Timestamp,
});
export const ConsentList = listOf(ConsentView);
export const ByClientId = strict({
  client_id: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9._-]{3,64}$' }),
});
export const Withdrawn = Type.Object({ client_id: Type.String() });

export const ProblemView = Type.Object({
  endpoint: Type.String(),
  error: Type.String(),
  description: Type.String(),
  count: Type.Integer(),
  first_at: Timestamp,
  last_at: Timestamp,
});
export const ProblemList = listOf(ProblemView);

/** Names in the OpenAPI document. */
export const names = {
  OAuthProblem: ProblemView,
  ConsentChallenge: ChallengeView,
  DeviceRequest: DeviceView,
  DeviceDecision: DeviceDecided,
  ConsentRedirect: Redirect,
  Consent: ConsentView,
};
