import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { catalogueQuery } from '../../api/catalogue.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { langOf } from '../../i18n/two-languages.tsx';
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
  const [at, setAt] = useState(-1);
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const found = useQuery({
    ...catalogueQuery({ q: asked, life_event_id: '', authority: '' }),
    enabled: asked !== '',
  });
  const options = asked === '' || text.trim() === '' ? [] : (found.data?.items.slice(0, MOST_SHOWN) ?? []);
  const isShown = isOpen && options.length > 0;
  const chosen = isShown ? options[at] : undefined;
  const idOf = (index: number) => `${id}-${index}`;

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
      setAt(-1);
      return;
    }
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || options.length === 0) return;
    event.preventDefault();
    setIsOpen(true);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    // One position before the first is the field itself.
    setAt((now) => ((now + 1 + step + options.length + 1) % (options.length + 1)) - 1);
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
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen ? idOf(at) : undefined}
            autoComplete="off"
            maxLength={200}
            placeholder={words.hint}
            value={text}
            data-testid="front-search"
            onChange={(event) => {
              setText(event.currentTarget.value);
              setIsOpen(true);
              setAt(-1);
            }}
            onKeyDown={move}
            onFocus={() => setIsOpen(true)}
            onBlur={() => setIsOpen(false)}
          />
          <button type="submit">{words.search}</button>
        </div>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={words.suggestions}
          hidden={!isShown}
          className={classes.list}
        >
          {options.map((service, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the list
            <div
              key={service.id}
              id={idOf(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
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
