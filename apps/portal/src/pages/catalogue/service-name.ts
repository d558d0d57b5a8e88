import type { LifeEvent, PublicService } from '../../api/catalogue.ts';
import type { Language } from '../../i18n/language.ts';

/** In the reader's language where it was written in it, else as it stands in the registry. */
export function nameOf(service: Pick<PublicService, 'name' | 'name_en'>, language: Language): string {
  return language === 'en' && service.name_en !== '' ? service.name_en : service.name;
}

export function aboutOf(
  service: Pick<PublicService, 'description' | 'description_en'>,
  language: Language,
): string {
  return language === 'en' && service.description_en !== '' ? service.description_en : service.description;
}

export function eventName(event: LifeEvent, language: Language): string {
  return language === 'en' && event.en_label !== '' ? event.en_label : event.name;
}
