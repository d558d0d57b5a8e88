import { Id, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

const CertificateView = Type.Object({
  serial: Type.String(),
  not_before: Timestamp,
  not_after: Timestamp,
  issuer: Type.String(),
  key_type: Type.String(),
});

export const EidView = Type.Object({
  civil_id: Type.Optional(Type.String()),
  national_id: Type.Optional(Type.String()),
  kyc_level: Type.Optional(Type.String()),
  document_number: Type.Optional(Type.String()),
  certificate: Type.Optional(CertificateView),
});

/** The provider's description of the account when it was linked. */
export const SocialAccount = Type.Object({
  provider: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  name: Type.String(),
  picture: Type.String(),
  linked_at: Timestamp,
});
export type SocialAccount = Static<typeof SocialAccount>;

/** The fields of a person in every view of them. */
export const personFields = {
  id: Id,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  full_name: Type.String(),
  full_name_en: Type.String(),
  email: Type.String(),
  role_id: Type.Integer(),
  role: Type.String(),
  active: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Type.Union([Timestamp, Type.Null()]),
};

export type PersonView = Static<ReturnType<typeof Type.Object<typeof personFields>>>;

/** The fields of a person in their own view; sign-in answers add tokens to them. */
export const userFields = {
  ...personFields,
  first_name_en: Type.String(),
  last_name_en: Type.String(),
  civil_id: Type.Optional(Type.String()),
  ge_id: Type.Optional(Type.String()),
  eid: Type.Optional(EidView),
  /** True when the eID console works through the upstream provider. */
  eid_proxy: Type.Optional(Type.Boolean()),
  social: Type.Optional(SocialAccount),
};

export const UserView = Type.Object(userFields);
export type UserView = Static<typeof UserView>;

/** Letters of the Latin script, spaces, hyphens and apostrophes, as a passport allows. */
const LatinName = Type.String({ maxLength: 120, pattern: "^[\\p{Script=Latin}][\\p{Script=Latin} '’-]*$" });

export const LatinNameBody = Type.Object(
  { first_name_en: Type.Optional(LatinName), last_name_en: Type.Optional(LatinName) },
  { additionalProperties: false, minProperties: 1 },
);
export const LatinNameView = strict({ first_name_en: Type.String(), last_name_en: Type.String() });

/** Names in the OpenAPI document. */
export const names = {
  User: UserView,
  EidIdentity: EidView,
  SocialAccount,
  LatinName: LatinNameView,
  LatinNameBody,
};
