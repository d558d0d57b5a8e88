import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { maskAddress, maskNumber } from './masks.ts';
import { findReach, listPreferences, writePreference } from './preference-store.ts';
import { type Preference, type PreferencesView, topics } from './schemas.ts';

/** What is in force: a topic without a choice follows the switch for e-mail, and security is on. */
export async function viewPreferences(db: Reader | WriteTx, userId: string): Promise<PreferencesView> {
  const reach = (await findReach(db, userId)) ?? fail(kernelErrors.not_found);
  const chosen = await listPreferences(db, userId);
  const items = topics.map((topic) => {
    const choice = chosen.find((each) => each.topic === topic);
    return {
      topic,
      email: choice?.email ?? (topic === 'security' || reach.everything === true),
      sms: choice?.sms ?? false,
    };
  });
  return { items, email: maskAddress(reach.email), phone: maskNumber(reach.phone) };
}

export async function changePreferences(
  tx: WriteTx,
  userId: string,
  choices: readonly Preference[],
): Promise<PreferencesView> {
  const reach = (await findReach(tx, userId)) ?? fail(kernelErrors.not_found);
  for (const { topic, email, sms } of choices) {
    if (topic === 'security' && !email && !sms) fail(errors.security_needs_channel);
    if ((email && reach.email === '') || (sms && reach.phone === ''))
      if (topic !== 'security')
        // Security keeps its choice: it takes effect with the first proven contact.
        fail(errors.no_address);
  }
  for (const choice of choices) await writePreference(tx, userId, choice, tx.now);
  const named = (channel: 'email' | 'sms') =>
    choices.filter((each) => each[channel]).map(({ topic }) => topic);
  tx.audit(events.preferencesChanged, { metadata: { email: named('email'), sms: named('sms') } });
  return viewPreferences(tx, userId);
}
