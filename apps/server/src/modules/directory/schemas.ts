import { line, type Static, strict, Type } from '../../kernel/http/schemas.ts';

export const SearchQuery = strict({
  search_text: line(100, 2),
});

const text = Type.Optional(Type.String());

/** A record, or only `message` when there is none. */
export const PersonView = Type.Object({
  message: text,
  id: text,
  reg_no: text,
  family_name: text,
  last_name: text,
  first_name: text,
  gender: Type.Optional(Type.Integer()),
  birth_date: text,
  email: text,
  phone_no: text,
  address_detail: text,
  country_name: text,
});
export type PersonView = Static<typeof PersonView>;

export const OrganisationView = Type.Object({
  message: text,
  id: text,
  reg_no: text,
  name: text,
  short_name: text,
  email: text,
  phone_no: text,
  address_detail: text,
  country_name: text,
  created_date: text,
});
export type OrganisationView = Static<typeof OrganisationView>;

export const names = { DirectoryPerson: PersonView, DirectoryOrganisation: OrganisationView };
