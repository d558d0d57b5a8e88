import { oneOf, type Static, strict, Type } from '../../kernel/http/schemas.ts';
import { surfaces } from '../../kernel/security/api-keys.ts';
import { ClientName, ClientUri, IdTokenAlg, SecretMethod, toolScopes } from '../oauth-clients/index.ts';
import { keyLimits } from '../tools/index.ts';

const ClientId = Type.String({ minLength: 3, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' });
const Uris = Type.Array(Type.String({ minLength: 1, maxLength: 400 }), { maxItems: 25 });
const Scopes = Type.Array(oneOf('openid', 'profile', 'email', 'offline_access', ...toolScopes), {
  maxItems: 12,
});
const GrantTypes = Type.Array(oneOf('authorization_code', 'refresh_token', 'client_credentials'), {
  minItems: 1,
  maxItems: 3,
});

/** Any other registration member (front-channel logout, DPoP, jwks, audience, sector identifier …) is rejected. */
const members = {
  /** Narrows a client with a secret to one method; without it both are accepted. */
  token_endpoint_auth_method: Type.Optional(SecretMethod),
  backchannel_logout_uri: Type.Optional(Type.Union([ClientUri, Type.Null()])),
  id_token_signed_response_alg: Type.Optional(IdTokenAlg),
  require_pkce: Type.Optional(Type.Boolean()),
  id_token_claims: Type.Optional(Type.Boolean()),
  post_logout_redirect_uris: Type.Optional(Uris),
  scopes: Type.Optional(Scopes),
  grant_types: Type.Optional(GrantTypes),
  subject_type: Type.Optional(oneOf('public')),
  public: Type.Optional(Type.Boolean()),
  client_id: Type.Optional(ClientId),
};

export const NewClient = strict({ client_name: ClientName, redirect_uris: Uris, ...members });
export type NewClient = Static<typeof NewClient>;
export const ClientChange = strict({
  client_name: Type.Optional(ClientName),
  redirect_uris: Type.Optional(Uris),
  ...members,
});
export type ClientChange = Static<typeof ClientChange>;

export const ByClientId = strict({ id: ClientId });
export const RotateBody = strict({
  grace_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })),
});

export const ClientView = Type.Object({
  client_id: Type.String(),
  client_name: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  post_logout_redirect_uris: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  grant_types: Type.Array(Type.String()),
  response_types: Type.Array(Type.String()),
  subject_type: Type.String(),
  public: Type.Boolean(),
  token_endpoint_auth_method: Type.String(),
  backchannel_logout_uri: Type.Optional(Type.String()),
  id_token_signed_response_alg: IdTokenAlg,
  require_pkce: Type.Boolean(),
  id_token_claims: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.Union([Type.String(), Type.Null()]),
  client_secret: Type.Optional(Type.String()),
});
export type ClientView = Static<typeof ClientView>;

export const ClientList = Type.Object({ items: Type.Array(ClientView), total: Type.Integer() });
export const RotatedSecret = Type.Object({ client_id: Type.String(), client_secret: Type.String() });
export const Me = Type.Object({ name: Type.String(), env: Type.Boolean() });
export const Nothing = Type.Null();

const word = Type.String({ minLength: 1, maxLength: 64 });
/** The handler checks the words: an unknown one is 422, as everywhere, and not the 400 of this API. */
export const NewKey = strict({
  name: ClientName,
  surfaces: Type.Optional(Type.Array(word, { minItems: 1, maxItems: surfaces.length })),
  scopes: Type.Optional(Type.Array(word, { maxItems: toolScopes.length })),
  days: keyLimits.days,
});
export type NewKey = Static<typeof NewKey>;
export const ByKeyId = strict({
  id: Type.String({ maxLength: 36, pattern: '^(env-[0-9]{1,3}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$' }),
});
export const KeyView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  display: Type.String(),
  /** Absent for a key from the settings, which opens only this API. */
  surfaces: Type.Optional(Type.Array(Type.String())),
  /** Absent for a key that may call every tool. */
  scopes: Type.Optional(Type.Array(Type.String())),
  /** Absent for a key that does not end by itself. */
  expires_at: Type.Optional(Type.String()),
  /** Absent for a key from the settings, which carry no creation time. */
  created_at: Type.Optional(Type.String()),
  last_used_at: Type.Optional(Type.String()),
  secret: Type.Optional(Type.String()),
});
export type KeyView = Static<typeof KeyView>;
export const KeyList = Type.Object({ items: Type.Array(KeyView), total: Type.Integer() });

export const names = {
  RegisteredClient: ClientView,
  RegisteredClientBody: NewClient,
  RegisteredClientChange: ClientChange,
  RotatedSecret,
  AdminKey: KeyView,
  AdminApiCaller: Me,
};
