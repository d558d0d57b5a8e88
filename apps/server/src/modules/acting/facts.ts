import { readBirthDate } from '@tamga/forms';
import type { PartyFacts } from '../../kernel/http/actor.ts';
import type { RegisteredChild } from './children-register-port.ts';
import type { PartyRow } from './store.ts';

export const factsOfOrganisation = (name: string, number: string): PartyFacts => ({
  organisation_name: name,
  organisation_number: number,
});

export const factsOfChild = ({ lastName, firstName, nationalId, bornOn }: RegisteredChild): PartyFacts => ({
  last_name: lastName,
  first_name: firstName,
  ...(nationalId === null ? {} : { national_id: nationalId }),
  birth_date: bornOn,
});

/** Of a grantor: what their eID proved when they signed in last. */
export function factsOfParty({ kind, name, reg_no, civil_id, ...person }: PartyRow): PartyFacts {
  if (kind === 'organisation') return factsOfOrganisation(name, reg_no);
  if (civil_id === null) return {};
  const { last_name, first_name, national_id } = person;
  const birthDate = national_id === null ? undefined : readBirthDate(national_id);
  return {
    last_name,
    first_name,
    ...(national_id === null ? {} : { national_id }),
    ...(birthDate === undefined ? {} : { birth_date: birthDate }),
  };
}
