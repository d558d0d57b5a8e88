import { type KnownFacts, readBirthDate } from '@tamga/forms';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { findUser } from '../users/index.ts';

/** What the eID proves about the applicant, or the registers say about the party; nothing of a person without eID. */
export async function readFacts(db: Reader | Tx, { userId, party }: Actor): Promise<KnownFacts> {
  if (party !== undefined) return party.facts;
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
