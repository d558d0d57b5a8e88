import { Id, line, listOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

const maybe = Type.Optional;

/** Both names are required, because citizens read them in either language. */
export const AuthorityBody = strict({
  name: line(300),
  name_en: line(300),
  short_name: maybe(line(60, 0)),
  phone: maybe(line(60, 0)),
  email: maybe(Type.String({ maxLength: 200, pattern: '^([^@\\s]{1,64}@[^@\\s.]+(\\.[^@\\s.]+)+)?$' })),
  website: maybe(Type.String({ maxLength: 300, pattern: '^(https://[^\\s<>"]+)?$' })),
});
export type AuthorityBody = Static<typeof AuthorityBody>;

const OfficeBody = strict({
  /** The id of an office that stays. */
  id: maybe(Id),
  name: line(300),
  name_en: line(300),
  address: maybe(line(500, 0)),
  address_en: maybe(line(500, 0)),
  phone: maybe(line(60, 0)),
  hours: maybe(line(300, 0)),
  hours_en: maybe(line(300, 0)),
});
export type OfficeBody = Static<typeof OfficeBody>;
export const OfficesBody = strict({ offices: Type.Array(OfficeBody, { maxItems: 200 }) });
export type OfficesBody = Static<typeof OfficesBody>;

export const OfficeView = Type.Object({
  id: Id,
  name: Type.String(),
  name_en: Type.String(),
  address: Type.String(),
  address_en: Type.String(),
  phone: Type.String(),
  hours: Type.String(),
  hours_en: Type.String(),
});
export type OfficeView = Static<typeof OfficeView>;

const named = { id: Id, name: Type.String(), name_en: Type.String(), short_name: Type.String() };
const contact = { phone: Type.String(), email: Type.String(), website: Type.String() };

/** To choose from. */
export const AuthorityName = Type.Object(named);
export type AuthorityName = Static<typeof AuthorityName>;
export const AuthorityNames = listOf(AuthorityName);

export const PublicAuthority = Type.Object({ ...named, ...contact, offices: Type.Array(OfficeView) });
export type PublicAuthority = Static<typeof PublicAuthority>;
export const PublicAuthorities = listOf(PublicAuthority);

/** Requests send `id` or `name` back; `name_en` is empty where a text of before had none. */
export const AuthorityView = Type.Object({
  ...named,
  ...contact,
  /** Services in every state. */
  services: Type.Integer(),
  offices: Type.Integer(),
  /** Active accounts that decide cases. */
  officers: Type.Integer(),
  registrars: Type.Integer(),
  /** Open and undelivered cases; without an officer only administrators see them. */
  cases: Type.Integer(),
  updated_at: Timestamp,
});
export type AuthorityView = Static<typeof AuthorityView>;
export const AuthorityList = listOf(AuthorityView);

const StaffView = Type.Object({
  id: Id,
  full_name: Type.String(),
  role_id: Type.Integer(),
  /** Works for every authority. */
  everywhere: Type.Boolean(),
});
export const AuthorityDetail = Type.Object({
  ...named,
  ...contact,
  updated_at: Timestamp,
  offices: Type.Array(OfficeView),
  services: Type.Array(
    Type.Object({
      id: Id,
      code: Type.String(),
      name: Type.String(),
      name_en: Type.String(),
      status: Type.String(),
    }),
  ),
  officers: Type.Array(StaffView),
  registrars: Type.Array(StaffView),
});
export type AuthorityDetail = Static<typeof AuthorityDetail>;

/** What the move from texts to records did, and what a person should look at. */
export const AuthorityReport = Type.Object({
  texts: Type.Array(
    Type.Object({
      text: Type.String(),
      authority_id: Id,
      name: Type.String(),
      services: Type.Integer(),
      cases: Type.Integer(),
      people: Type.Integer(),
    }),
  ),
  /** Pairs of authorities whose names differ by a letter or two. */
  alike: Type.Array(Type.Object({ one: AuthorityName, other: AuthorityName })),
  /** Authorities without an English name. */
  untranslated: Type.Array(AuthorityName),
});
export type AuthorityReport = Static<typeof AuthorityReport>;

export const names = {
  Authority: AuthorityView,
  AuthorityBody,
  AuthorityDetail,
  AuthorityName,
  AuthorityOffice: OfficeView,
  AuthorityOfficeBody: OfficeBody,
  AuthorityOfficesBody: OfficesBody,
  AuthorityReport,
  AuthorityStaff: StaffView,
  PublicAuthority,
};
