import { Id, line, listOf, oneOf, type Static, strict, Type } from '../../kernel/http/schemas.ts';

import { toolScopes } from './tool-scopes.ts';

export const clientTypes = ['web', 'spa', 'native', 'm2m'] as const;
export type ClientType = (typeof clientTypes)[number];
export type ClientOrigin = 'registered' | 'document' | 'dynamic';
export type AuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt';

/** People read the name in lists and on the consent page: no line breaks, and not only spaces. */
export const Name = line(128);
const Tags = Type.Array(line(40), { maxItems: 40 });
export const Uri = Type.String({ minLength: 1, maxLength: 400 });
export const Uris = Type.Array(Uri, { maxItems: 25 });
const UpstreamIds = Type.Array(Id, {
  maxItems: 200,
});

const Member = Type.Optional(Type.String({ minLength: 1, maxLength: 2048, pattern: '^[A-Za-z0-9_+/=.-]+$' }));
/** Members of a private key are unknown fields here, so a private key is rejected. */
export const PublicJwk = strict({
  kty: oneOf('RSA', 'EC', 'OKP'),
  kid: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  use: Type.Optional(oneOf('sig')),
  alg: Type.Optional(oneOf('RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519')),
  key_ops: Type.Optional(Type.Array(oneOf('verify'), { maxItems: 1 })),
  crv: Type.Optional(oneOf('P-256', 'Ed25519')),
  n: Member,
  e: Member,
  x: Member,
  y: Member,
});
export type PublicJwk = Static<typeof PublicJwk>;
const Jwks = strict({ keys: Type.Array(PublicJwk, { minItems: 1, maxItems: 5 }) });

const nullable = <S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

export const SubjectType = oneOf('public', 'pairwise');
export type SubjectType = Static<typeof SubjectType>;
/** Scopes a client may request; scopes of upstreams and nationalid are granted separately. */
const Scopes = Type.Array(oneOf('openid', 'profile', 'email', ...toolScopes), { minItems: 1, maxItems: 10 });

/** The key of the id_token; RS256 is what every relying party can verify. */
export const IdTokenAlg = oneOf('RS256', 'PS256', 'ES256');
export type IdTokenAlg = Static<typeof IdTokenAlg>;
/** OpenID FAPI 2.0: the Security Profile, or with Message Signing on top of it. */
export const Profile = oneOf('fapi2', 'fapi2_message_signing');
export type Profile = Static<typeof Profile>;
export const SecretMethod = oneOf('client_secret_basic', 'client_secret_post');
export type SecretMethod = Static<typeof SecretMethod>;
/** Grants beyond the code flow, each approved by an administrator. */
export const SpecialGrant = oneOf('device_code', 'ciba', 'token_exchange');
export type SpecialGrant = Static<typeof SpecialGrant>;
const SpecialGrants = Type.Array(SpecialGrant, { maxItems: 3, uniqueItems: true });

/** On trial, only the owners can sign in. */
export const Stage = oneOf('trial', 'live');
export type Stage = Static<typeof Stage>;

const ClientIds = Type.Array(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9._-]{3,64}$' }), {
  maxItems: 50,
  uniqueItems: true,
});

/** An omitted option stays unchanged; null removes it. */
export const OptionsBody = strict({
  subject_type: Type.Optional(SubjectType),
  token_endpoint_auth_method: nullable(SecretMethod),
  require_pkce: Type.Optional(Type.Boolean()),
  id_token_claims: Type.Optional(Type.Boolean()),
  id_token_signed_response_alg: Type.Optional(IdTokenAlg),
  profile: nullable(Profile),
  grants: Type.Optional(SpecialGrants),
  exchange_from: Type.Optional(ClientIds),
  require_par: Type.Optional(Type.Boolean()),
  dpop: Type.Optional(Type.Boolean()),
  certificate_bound: Type.Optional(Type.Boolean()),
  jwks: nullable(Jwks),
  jwks_uri: nullable(Uri),
  backchannel_logout_uri: nullable(Uri),
  backchannel_client_notification_endpoint: nullable(Uri),
  post_logout_redirect_uris: Type.Optional(Uris),
  national_id: Type.Optional(Type.Boolean()),
  tools: nullable(
    strict({
      scopes: Type.Array(oneOf(...toolScopes), {
        maxItems: toolScopes.length,
        description: 'The tools that tokens of the application itself may call',
      }),
      days: Type.Optional(
        Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()], {
          description: 'The right ends after so many days, 90 when omitted; null: never',
        }),
      ),
    }),
  ),
  limits: Type.Optional(
    strict({
      per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      burst: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      daily_quota: nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })),
    }),
  ),
});
export type OptionsBody = Static<typeof OptionsBody>;

export const ClientBody = strict({
  name: Name,
  app_type: oneOf(...clientTypes),
  redirect_uris: Type.Optional(Uris),
  tags: Type.Optional(Tags),
  service_ids: Type.Optional(UpstreamIds),
  scopes: Type.Optional(Scopes),
  enabled: Type.Optional(Type.Boolean()),
  options: Type.Optional(OptionsBody),
});
export type ClientBody = Static<typeof ClientBody>;

export const ByClientId = strict({
  id: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9._-]{3,64}$' }),
});
export const RotateBody = strict({
  grace_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800, default: 0 })),
});
/** Visible ASCII, because RFC 6749 sends it in a header. */
export const SecretBody = strict({
  secret: Type.String({ minLength: 32, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' }),
});
export const ClientUpstreamsBody = strict({ service_ids: UpstreamIds });

export const ClientView = Type.Object({
  id: Type.String(),
  client_id: Type.String(),
  name: Type.String(),
  app_type: Type.String(),
  /** Registered by an administrator, known by the document at document_url, or registered by itself. */
  origin: oneOf('registered', 'document', 'dynamic'),
  document_url: Type.Optional(Type.String()),
  tags: Type.Array(Type.String()),
  redirect_uris: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  /** An administrator waived the protection against injected codes (PKCE or nonce). */
  weak: Type.Boolean(),
  stage: Stage,
  /** Set while an application on trial waits for a manager of the gateway. */
  approval_asked_at: Type.Optional(Type.String()),
  service_ids: Type.Array(Type.String()),
  grant_types: Type.Array(Type.String()),
  auth_method: Type.String(),
  /** The scopes that the client may request now. */
  scopes: Type.Array(Type.String()),
  options: Type.Object({
    subject_type: SubjectType,
    /** Absent if the client may use either way to send its secret. */
    token_endpoint_auth_method: Type.Optional(SecretMethod),
    /** False if neither PKCE nor a nonce is required; the application is then weak. */
    require_pkce: Type.Boolean(),
    /** Whether names, `email` and `ge_id` are in the id_token as well as at /userinfo. */
    id_token_claims: Type.Boolean(),
    id_token_signed_response_alg: IdTokenAlg,
    profile: Type.Optional(Profile),
    grants: SpecialGrants,
    /** Applications whose tokens this one may exchange for its own (RFC 8693). */
    exchange_from: Type.Array(Type.String()),
    require_par: Type.Boolean(),
    dpop: Type.Boolean(),
    certificate_bound: Type.Boolean(),
    jwks: Type.Optional(Jwks),
    /** Where the provider fetches the public keys, instead of `jwks`. */
    jwks_uri: Type.Optional(Type.String()),
    backchannel_logout_uri: Type.Optional(Type.String()),
    backchannel_client_notification_endpoint: Type.Optional(Type.String()),
    post_logout_redirect_uris: Type.Array(Type.String()),
    national_id: Type.Boolean(),
    /** Absent if tokens of the application itself may call no tool. */
    tools: Type.Optional(
      Type.Object({
        scopes: Type.Array(Type.String()),
        expires_at: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    limits: Type.Object({
      per_minute: Type.Integer(),
      burst: Type.Integer(),
      daily_quota: Type.Union([Type.Integer(), Type.Null()]),
    }),
  }),
  secret: Type.Optional(Type.String()),
  /** During a rotation: the time when the previous secret ends. */
  old_secret_ends_at: Type.Optional(Type.String()),
  created_at: Type.String(),
  updated_at: Type.Optional(Type.String()),
});
export type ClientView = Static<typeof ClientView>;
export const ClientList = listOf(ClientView);

/** The name is part of a path and, after `svc:`, of a space-separated list of scopes. */
const UpstreamName = Type.String({
  minLength: 2,
  maxLength: 80,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
});

export const UpstreamBody = strict({
  name: UpstreamName,
  protocol: Type.Optional(oneOf('http', 'https')),
  host: Type.String({ minLength: 1, maxLength: 255 }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  path: Type.Optional(Type.String({ maxLength: 255, pattern: '^(/[^\\s?#\\\\]*)?$' })),
  retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  connect_timeout_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 600_000 })),
  max_body_bytes: Type.Optional(
    Type.Integer({
      minimum: 1024,
      maximum: 10_737_418_240,
      default: 104_857_600,
      description:
        'Largest request body, 100 MiB by default; a larger one gets 413. Counted while streaming, so it also applies without a Content-Length',
    }),
  ),
  tags: Type.Optional(Tags),
  enabled: Type.Optional(Type.Boolean()),
});
export type UpstreamBody = Static<typeof UpstreamBody>;

export const UpstreamView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  protocol: Type.String(),
  host: Type.String(),
  port: Type.Integer(),
  path: Type.String(),
  retries: Type.Integer(),
  connect_timeout_ms: Type.Integer(),
  max_body_bytes: Type.Integer(),
  tags: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  scope: Type.String(),
  created_at: Type.String(),
  updated_at: Type.Union([Type.String(), Type.Null()]),
});
export type UpstreamView = Static<typeof UpstreamView>;
export const UpstreamList = listOf(UpstreamView);

/** Names in the OpenAPI document. */
export const names = {
  OAuthClient: ClientView,
  OAuthClientBody: ClientBody,
  OAuthClientOptionsBody: OptionsBody,
  OAuthClientServicesBody: ClientUpstreamsBody,
  PublicJwks: Jwks,
  RotateSecretBody: RotateBody,
  Upstream: UpstreamView,
  UpstreamBody: UpstreamBody,
};
