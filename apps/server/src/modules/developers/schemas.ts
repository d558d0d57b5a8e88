import { Id, line, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { ClientName, ClientUris, Stage } from '../oauth-clients/index.ts';

/** Where and when a secret or key was last used, as far as it is known: within the last 90 days. */
const LastUse = Type.Object({ at: Timestamp, ip: Type.String(), endpoint: Type.String() });
const lastUse = Type.Union([LastUse, Type.Null()]);

export const CredentialsView = Type.Object({
  /** The current secret, and during a rotation the old one with its end. */
  secrets: Type.Array(
    Type.Object({
      id: Type.String(),
      created_at: Timestamp,
      ends_at: Type.Union([Timestamp, Type.Null()]),
      last_use: lastUse,
    }),
  ),
  /** Public keys by kid, or by thumbprint where the key has none. */
  keys: Type.Array(Type.Object({ id: Type.String(), alg: Type.String(), last_use: lastUse })),
});
export type CredentialsView = Static<typeof CredentialsView>;

export const EndBody = strict({
  even_if_used: Type.Optional(
    Type.Boolean({ default: false, description: 'End it although it was used within the last 24 hours' }),
  ),
});

const OwnerView = Type.Object({ user_id: Id, name: Type.String(), added_at: Timestamp });
export type OwnerView = Static<typeof OwnerView>;
/** Repeats what the sender wrote, masked, and tells nothing of the person. */
export const OfferView = Type.Object({
  id: Id,
  register: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type OfferView = Static<typeof OfferView>;
export const OwnerList = Type.Object({
  items: Type.Array(OwnerView),
  total: Type.Integer(),
  offers: Type.Array(OfferView),
});
export const ReceivedOfferView = Type.Object({
  id: Id,
  application_id: Type.String(),
  name: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export const ReceivedOfferList = listOf(ReceivedOfferView);
export { OwnerView };

/** As the eID provider writes it: two letters and eight digits, in any case. */
export const OwnerBody = strict({
  national_id: Type.String({ minLength: 8, maxLength: 20, pattern: '^[\\p{L}\\p{N}]+$' }),
});
export const ByOwner = strict({
  id: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9._-]{3,64}$' }),
  user_id: Id,
});

const OwnedView = Type.Object({
  id: Type.String(),
  name: line(128),
  app_type: Type.String(),
  enabled: Type.Boolean(),
  stage: Stage,
  created_at: Timestamp,
});
export const selfServiceModes = ['never', 'trial', 'approval'] as const;
export type SelfServiceMode = (typeof selfServiceModes)[number];
export const OwnedList = Type.Object({
  items: Type.Array(OwnedView),
  total: Type.Integer(),
  /** Whether the caller may register applications, and ask for their approval (DEVELOPER_APPLICATIONS). */
  self_service: oneOf(...selfServiceModes),
});

/** What a developer decides alone; everything else of an application needs a manager of the gateway. */
const ownFields = {
  name: ClientName,
  redirect_uris: ClientUris,
  post_logout_redirect_uris: Type.Optional(ClientUris),
};
export const NewOwnBody = strict({ ...ownFields, app_type: oneOf('web', 'spa', 'native') });
export type NewOwnBody = Static<typeof NewOwnBody>;
export const OwnBody = strict(ownFields);
export type OwnBody = Static<typeof OwnBody>;

/** The owners read the reason, which a refusal needs. */
export const ApprovalBody = strict({
  approve: Type.Boolean(),
  reason: Type.Optional(line(300)),
  /** Needed to approve: `updated_at` of the application as it was read, or `created_at` if it has none. */
  seen: Type.Optional(Timestamp),
});
export type ApprovalBody = Static<typeof ApprovalBody>;

const count = Type.Integer();
export const SignInsView = Type.Object({
  bucket_seconds: Type.Integer(),
  items: Type.Array(Type.Object({ at: Timestamp, sign_ins: count, tokens: count, refused: count })),
  total: Type.Integer(),
  /** Refused requests by their error, most frequent first; people who declined are not counted. */
  refusals: Type.Array(Type.Object({ reason: Type.String(), count })),
});
export type SignInsView = Static<typeof SignInsView>;

/** Names in the OpenAPI document. */
export const names = {
  ApplicationCredentials: CredentialsView,
  ApplicationOwner: OwnerView,
  OwnerOffer: OfferView,
  ReceivedOwnerOffer: ReceivedOfferView,
  ApplicationSignIns: SignInsView,
  CredentialUse: LastUse,
  OwnedApplication: OwnedView,
  ApplicationEndBody: EndBody,
  OwnApplicationBody: OwnBody,
  NewOwnApplicationBody: NewOwnBody,
  ApplicationApprovalBody: ApprovalBody,
};
