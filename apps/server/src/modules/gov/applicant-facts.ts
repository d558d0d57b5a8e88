import { type KnownFacts, readBirthDate } from '@tamga/forms';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail } from '../../kernel/http/errors.ts';
import { findUser } from '../users/index.ts';
import { errors } from './errors.ts';
import type { GovServiceRow } from './services/service-fields.ts';

/** The one check of for whom a service is. */
export function requireApplicant(
  { applicants }: Pick<GovServiceRow, 'applicants'>,
  { party }: Pick<Actor, 'party'>,
): void {
  if (!applicants.includes(party?.kind ?? 'person')) fail(errors.not_for_applicant, { data: { applicants } });
}

/**
 * What the eID proves about the applicant, or the registers say about the party; nothing of a person without eID. A form
 * of an organisation also asks who files it, and that is the person who acts.
 */
export async function readFacts(db: Reader | Tx, { userId, party }: Actor): Promise<KnownFacts> {
  if (party === undefined) return readOwnFacts(db, userId);
  return party.kind === 'organisation'
    ? { ...(await readOwnFacts(db, userId)), ...party.facts }
    : party.facts;
}

async function readOwnFacts(db: Reader | Tx, userId: string): Promise<KnownFacts> {
  const user = await findUser(db, userId);
  if (user === undefined || user.civil_id === null) return {};
  const { last_name, first_name, national_id } = user;
  const birthDate = national_id === null ? undefined : readBirthDate(national_id);
  return {
    last_name,
    first_name,
    ...(national_id === null ? {} : { national_id }),
    ...(birthDate === undefined ? {} : { birth_date: birthDate }),
  };
}
