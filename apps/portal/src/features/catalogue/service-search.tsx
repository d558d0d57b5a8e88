import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { catalogueQuery } from '../../api/catalogue.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { langOf } from '../../i18n/two-languages.tsx';
import { SuggestField } from '../../ui/forms/suggest-field.tsx';
import { takeEarlySearch } from './early-search.ts';
import { searchWords } from './search-words.ts';
import { authorityOf, nameOf } from './service-name.ts';

const TYPING_PAUSE_MS = 150;
const MOST_SHOWN = 6;

/** A search field that suggests services while a person types; Enter shows all that was found. */
export function ServiceSearch() {
  const words = usePageWords(searchWords);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [takesFocus, setTakesFocus] = useState(false);
  // In the moment that the app's field takes the place of the first one, so that no letter is lost.
  useLayoutEffect(() => {
    const early = takeEarlySearch();
    if (early.text !== '') setText(early.text);
    if (early.hasFocus) setTakesFocus(true);
  }, []);
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const found = useQuery({
    ...catalogueQuery({ q: asked, life_event_id: '', authority: '' }),
    enabled: asked !== '',
  });
  const services = asked === '' || text.trim() === '' ? [] : (found.data?.items.slice(0, MOST_SHOWN) ?? []);
  return (
    <SuggestField
      words={words}
      action="/services"
      text={text}
      takesFocus={takesFocus}
      onText={setText}
      suggestions={services.map((service) => ({
        id: service.id,
        name: nameOf(service, language),
        note: authorityOf(service, language),
        lang: langOf({ mn: service.name, en: service.name_en }, language),
      }))}
      onChoose={(id) => void navigate(`/services/${id}`)}
      onSend={(q) => void navigate(q === '' ? '/services' : `/services?q=${encodeURIComponent(q)}`)}
      testId="front-search"
    />
  );
}
