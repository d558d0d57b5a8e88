import { Id, oneOf, type Static, Type } from '../../kernel/http/schemas.ts';

export const PartyView = Type.Object({
  id: Id,
  kind: oneOf('organisation', 'person', 'child'),
  name: Type.String(),
  /** Empty where none is known. */
  name_en: Type.String(),
  /** Register number of an organisation; empty for people. */
  number: Type.String(),
  facts: Type.Object(
    {
      last_name: Type.Optional(Type.String()),
      first_name: Type.Optional(Type.String()),
      national_id: Type.Optional(Type.String()),
      birth_date: Type.Optional(Type.String()),
      organisation_name: Type.Optional(Type.String()),
      organisation_number: Type.Optional(Type.String()),
    },
    { description: 'What the registers say about the party; forms do not ask for it' },
  ),
  /** Why the caller may act: their role, or an authorisation. */
  right: oneOf('owner', 'admin', 'parent', 'authorisation'),
  purposes: Type.Array(oneOf('view', 'apply', 'pay', 'book', 'sign')),
  /** End of an authorisation. */
  until: Type.Union([Type.String(), Type.Null()]),
});
export type PartyView = Static<typeof PartyView>;

export const PartyList = Type.Object({
  items: Type.Array(PartyView),
  total: Type.Integer(),
  /** The eID provider or the register of children is away, so parties that it must confirm are missing. */
  incomplete: Type.Boolean(),
});
export type PartyList = Static<typeof PartyList>;

export const names = { ActingParty: PartyView, ActingPartyList: PartyList };
