import type { Member, Organisation } from '../../api/organisations.ts';
import type { Language } from '../../i18n/language.ts';

/** An account that an administrator created may have no name yet. */
export function nameOf(member: Pick<Member, 'full_name' | 'email' | 'user_id'>): string {
  return member.full_name || member.email || member.user_id;
}

/** The name in the reader's alphabet first; not every organisation has a Latin name. */
export function orderNames(
  { name, name_latin: latin }: Pick<Organisation, 'name' | 'name_latin'>,
  language: Language,
): { first: string; second: string } {
  return language === 'en' && latin ? { first: latin, second: name } : { first: name, second: latin };
}
