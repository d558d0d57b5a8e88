import { type KnownFacts, readBirthDate } from '@tamga/forms';
import type { ActingFor } from '../../api/acting-for.ts';
import type { User } from '../../api/session.ts';
import type { Person } from './answers.ts';

/** What the eID proves about the applicant, or the registers say about the one for whom a person acts. */
export function readKnownFacts({ eid, last_name, first_name }: User, acting: ActingFor | null): KnownFacts {
  if (acting !== null && acting.kind !== 'organisation') return acting.facts;
  if (!eid) return acting?.facts ?? {};
  const number = eid.national_id ?? '';
  const own = { last_name, first_name, national_id: number, birth_date: readBirthDate(number) ?? '' };
  // A form of an organisation also asks who files it.
  return { ...own, ...acting?.facts };
}

/** What a form begins with. Another person's form is not filled in with the name of the one who types. */
export function readPerson({ eid, last_name, first_name, email }: User, acting: ActingFor | null): Person {
  if (acting !== null && acting.kind !== 'organisation') return { email };
  const number = eid?.national_id ?? '';
  return { last_name, first_name, national_id: number, birth_date: readBirthDate(number) ?? '', email };
}
