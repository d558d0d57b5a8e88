import { listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

const Challenge = Type.String({ minLength: 1, maxLength: 512 });
const Reason = Type.Optional(Type.String({ maxLength: 500 }));

export const LoginQuery = strict({ login_challenge: Challenge });
export const ConsentQuery = strict({ consent_challenge: Challenge });
export const LoginBody = strict({
  login_challenge: Challenge,
  /** The person declines a stronger sign-in that the client wishes and does not require. */
  without_step_up: Type.Optional(Type.Boolean()),
  /** Language tag and time zone of the person's browser, released under the scope profile. */
  locale: Type.Optional(Type.String({ maxLength: 35, pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$' })),
  zoneinfo: Type.Optional(
    Type.String({ maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$' }),
  ),
});
export const LoginRejection = strict({
  login_challenge: Challenge,
  reason: Reason,
  /** The person cannot sign in as strongly as the client requires; the client learns that as the reason. */
  unmet: Type.Optional(Type.Boolean()),
});
export type LoginBody = Static<typeof LoginBody>;
export const StepUpBody = LoginQuery;
export const StepUpPollBody = strict({
  login_challenge: Challenge,
  sid: Type.String({ minLength: 1, maxLength: 64 }),
});

export const StepUpView = Type.Object({
  sid: Type.String(),
  verification_code: Type.String(),
  expires_at: Timestamp,
  state: oneOf('PENDING'),
});
export const StepUpPollView = Type.Object({
  state: oneOf('PENDING', 'COMPLETE', 'EXPIRED', 'REFUSED'),
  reason: Type.Optional(Type.String()),
});
export type StepUpPollView = Static<typeof StepUpPollView>;
export const ConsentBody = strict({
  consent_challenge: Challenge,
  grant_scope: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 120 }), { maxItems: 50 })),
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
  /** The client requires a more recent sign-in than the caller's, or any recent one of an anonymous caller. */
  reauthenticate: Type.Boolean(),
  /** The caller signed in for this request, which answers it: the page continues without asking. */
  proceed: Type.Boolean(),
  /** Whether the client named a person other than the caller, as a wish or as a requirement. */
  other_person: oneOf('none', 'hinted', 'required'),
  /** Claims of the requested scopes that the caller's account lacks; empty unless the caller is the subject. */
  missing_claims: Type.Array(Type.String()),
});
export type ChallengeView = Static<typeof ChallengeView>;

export const LogoutQuery = LogoutBody;
export const LogoutView = Type.Object({
  /** Empty if the request names no client. */
  client_name: Type.String(),
  /** Whether this browser still has a sign-in at the provider. */
  signed_in: Type.Boolean(),
});
export type LogoutView = Static<typeof LogoutView>;

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
  LogoutChallenge: LogoutView,
  OAuthProblem: ProblemView,
  ConsentChallenge: ChallengeView,
  ConsentRedirect: Redirect,
  Consent: ConsentView,
  StepUp: StepUpView,
  StepUpPoll: StepUpPollView,
};
