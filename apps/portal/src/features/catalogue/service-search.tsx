import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { catalogueQuery } from '../../api/catalogue.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { langOf } from '../../i18n/two-languages.tsx';
import { useListKeys } from '../../ui/forms/use-list-keys.ts';
import { searchWords } from './search-words.ts';
import { authorityOf, nameOf } from './service-name.ts';
import classes from './service-search.module.css';

const TYPING_PAUSE_MS = 150;
const MOST_SHOWN = 6;

/** A search field that suggests services while a person types; Enter shows all that was found. */
export function ServiceSearch() {
  const words = usePageWords(searchWords);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const found = useQuery({
    ...catalogueQuery({ q: asked, life_event_id: '', authority: '' }),
    enabled: asked !== '',
  });
  const options = asked === '' || text.trim() === '' ? [] : (found.data?.items.slice(0, MOST_SHOWN) ?? []);
  const isShown = isOpen && options.length > 0;
  const keys = useListKeys(options.length);
  const chosen = isShown ? options[keys.at] : undefined;

  const send = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    void navigate(
      chosen ? `/services/${chosen.id}` : q === '' ? '/services' : `/services?q=${encodeURIComponent(q)}`,
    );
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The first press closes the list; the browser empties a search field at the second.
      if (isShown) event.preventDefault();
      setIsOpen(false);
      keys.choose(-1);
      return;
    }
    if (keys.onKeyDown(event)) setIsOpen(true);
  };

  return (
    <search className={classes.search}>
      <form className={classes.form} onSubmit={send} action="/services">
        <label htmlFor={`${id}-field`}>{words.label}</label>
        <div className={classes.field}>
          <IconSearch size={22} aria-hidden="true" />
          <input
            id={`${id}-field`}
            name="q"
            type="search"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={keys.listId}
            aria-activedescendant={chosen ? keys.optionId(keys.at) : undefined}
            autoComplete="off"
            maxLength={200}
            placeholder={words.hint}
            value={text}
            data-testid="front-search"
            onChange={(event) => {
              setText(event.currentTarget.value);
              setIsOpen(true);
              keys.choose(-1);
            }}
            onKeyDown={move}
            onFocus={() => setIsOpen(true)}
            onBlur={() => setIsOpen(false)}
          />
          <button type="submit">{words.search}</button>
        </div>
        <div
          id={keys.listId}
          role="listbox"
          aria-label={words.suggestions}
          hidden={!isShown}
          className={classes.list}
        >
          {options.map((service, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the list
            <div
              key={service.id}
              id={keys.optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === keys.at}
              // The field must keep the focus, or its blur would close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void navigate(`/services/${service.id}`)}
            >
              <span>
                <span lang={langOf({ mn: service.name, en: service.name_en }, language)}>
                  {nameOf(service, language)}
                </span>
                <small>{authorityOf(service, language)}</small>
              </span>
              <IconArrowRight size={18} aria-hidden="true" />
            </div>
          ))}
        </div>
        <p className={classes.count} role="status">
          {isShown ? words.count(options.length) : ''}
        </p>
      </form>
    </search>
  );
}
