import { type KnownFacts, readBirthDate } from '@tamga/forms';
import type { ActingFor } from '../../api/acting-for.ts';
import type { User } from '../../api/session.ts';
import type { Person } from './answers.ts';

/** What the eID proves about the applicant; nothing is known of somebody for whom a person acts. */
export function readKnownFacts({ eid, last_name, first_name }: User, acting: ActingFor | null): KnownFacts {
  if (!eid || acting !== null) return {};
  const number = eid.national_id ?? '';
  return { last_name, first_name, national_id: number, birth_date: readBirthDate(number) ?? '' };
}

/** What a form begins with. Another person's form is not filled in with the name of the one who types. */
export function readPerson({ eid, last_name, first_name, email }: User, acting: ActingFor | null): Person {
  const isAnother = acting?.kind === 'child' || acting?.kind === 'person';
  if (isAnother) return { last_name: '', first_name: '', national_id: '', birth_date: '', email };
  const number = eid?.national_id ?? '';
  return { last_name, first_name, national_id: number, birth_date: readBirthDate(number) ?? '', email };
}
