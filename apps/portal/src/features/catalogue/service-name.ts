import type { LifeEvent, PublicService } from '../../api/catalogue.ts';
import type { Language } from '../../i18n/language.ts';
import { inLanguage } from '../../i18n/two-languages.tsx';

/** In the reader's language if available, otherwise as in the registry. */
export function nameOf(service: Pick<PublicService, 'name' | 'name_en'>, language: Language): string {
  return inLanguage({ mn: service.name, en: service.name_en }, language);
}

export function authorityOf(
  service: Pick<PublicService, 'authority' | 'authority_en'>,
  language: Language,
): string {
  return inLanguage({ mn: service.authority, en: service.authority_en }, language);
}

export function eventName(event: LifeEvent, language: Language): string {
  return inLanguage({ mn: event.name, en: event.en_label }, language);
}
