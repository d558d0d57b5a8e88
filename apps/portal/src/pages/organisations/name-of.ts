import type { Member, Organisation } from '../../api/organisations.ts';
import type { Language } from '../../i18n/language.ts';

/** Accounts made by an administrator may have no name yet. */
export function nameOf(member: Pick<Member, 'full_name' | 'email' | 'user_id'>): string {
  return member.full_name || member.email || member.user_id;
}

/** The name the reader reads more easily, and the other one; not every organisation has a Latin name. */
export function orderNames(
  { name, name_latin: latin }: Pick<Organisation, 'name' | 'name_latin'>,
  language: Language,
): { first: string; second: string } {
  return language === 'en' && latin ? { first: latin, second: name } : { first: name, second: latin };
}
