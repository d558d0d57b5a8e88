import { createHash } from 'node:crypto';
import { CITIZENS, type Citizen } from '../citizens.ts';

export interface UpstreamPerson {
  sub: string;
  claims: Record<string, string | boolean>;
}

/** The account of a citizen; its subject is the same for every client. */
export function personOf(citizen: Citizen): UpstreamPerson {
  return {
    sub: createHash('sha256').update(`upstream|${citizen.civilId}`).digest('hex').slice(0, 32),
    claims: {
      name: `${citizen.surname} ${citizen.givenName}`,
      given_name: citizen.givenName,
      family_name: citizen.surname,
      given_name_en: citizen.givenNameEn,
      family_name_en: citizen.surnameEn,
      email: `${citizen.givenNameEn}.${citizen.civilId}@upstream.example`.toLowerCase(),
      email_verified: true,
      ge_id: `GE-${citizen.civilId}`,
      national_id: citizen.nationalId,
      register_number: citizen.civilId,
    },
  };
}

/** Every citizen has an account at the upstream; a test may add others or change claims. */
export function createPeople() {
  const people = new Map(CITIZENS.map(personOf).map((person) => [person.sub, person]));
  return {
    list: (): UpstreamPerson[] => [...people.values()],
    find: (sub: string): UpstreamPerson | undefined => people.get(sub),
    put: (person: UpstreamPerson): void => void people.set(person.sub, person),
  };
}

const byScope: Record<string, readonly string[]> = {
  profile: ['name', 'given_name', 'family_name', 'given_name_en', 'family_name_en', 'ge_id'],
  email: ['email', 'email_verified'],
  nationalid: ['national_id', 'register_number'],
};

/** Only the claims of the granted scopes. */
export function releaseClaims({ claims }: UpstreamPerson, scope: string): Record<string, string | boolean> {
  const names = scope.split(' ').flatMap((word) => byScope[word] ?? []);
  return Object.fromEntries(names.flatMap((name) => (name in claims ? [[name, claims[name] ?? '']] : [])));
}
