import type { Colleague, QueueItem } from '../../api/officer.ts';
import type { Language } from '../../i18n/language.ts';

const nameOf = (colleague: Colleague, language: Language) =>
  (language === 'en' && colleague.full_name_en) || colleague.full_name || colleague.id.slice(0, 8);

/** Choices of a select, without the holder and the applicant. */
export function sortColleagues(
  colleagues: readonly Colleague[],
  application: Pick<QueueItem, 'assigned_to' | 'user_id'> | null,
  language: Language,
): { value: string; label: string }[] {
  return colleagues
    .filter(({ id }) => id !== application?.assigned_to && id !== application?.user_id)
    .map((colleague) => ({ value: colleague.id, label: nameOf(colleague, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
