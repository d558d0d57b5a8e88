import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { accessQuery } from '../api/access.ts';
import { catalogueQuery } from '../api/catalogue.ts';
import { optionalSessionQuery } from '../api/session.ts';
import { hiddenPagesQuery } from '../api/site.ts';
import { useLanguage, usePageWords } from '../i18n/provider.tsx';
import { inLanguage } from '../i18n/two-languages.tsx';
import { useListKeys } from '../ui/forms/use-list-keys.ts';
import classes from './go-anywhere.module.css';
import { goAnywhereWords } from './go-anywhere-words.ts';
import { mayOpen } from './may-open.ts';
import { isHidden, menuPlaces, pathsIn } from './places.ts';

const MOST_PAGES = 8;
const MOST_SERVICES = 5;
const TYPING_PAUSE_MS = 150;

/** Readable without sign-in. */
const openPaths = new Set(pathsIn('open').map(({ path }) => path));

interface Place {
  path: string;
  name: string;
  kind: 'page' | 'service';
}

/** Pages by their name in either language, and services by the catalogue's own search. */
function usePlaces(text: string): Place[] {
  const { language } = useLanguage();
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const { data: session } = useQuery(optionalSessionQuery);
  const { data: access } = useQuery({ ...accessQuery, enabled: session !== null && session !== undefined });
  const { data: hidden = [] } = useQuery(hiddenPagesQuery);
  const { data: services } = useQuery({
    ...catalogueQuery({ q: asked, life_event_id: '', authority: '' }),
    enabled: asked !== '',
  });
  const sought = text.trim().toLowerCase();
  const pages = menuPlaces
    .filter(
      (place) =>
        (session ? mayOpen(place, access) : openPaths.has(place.path)) && !isHidden(place.path, hidden),
    )
    .filter(({ words }) => Object.values(words).some((name) => name.toLowerCase().includes(sought)))
    .slice(0, MOST_PAGES)
    .map(({ path, words }): Place => ({ path, name: words[language], kind: 'page' }));
  const found = asked === '' || sought === '' ? [] : (services?.items.slice(0, MOST_SERVICES) ?? []);
  return [
    ...pages,
    ...found.map(({ id, name, name_en }): Place => {
      const shown = inLanguage({ mn: name, en: name_en }, language);
      return { path: `/services/${id}`, name: shown, kind: 'service' };
    }),
  ];
}

/** The field that Ctrl+K opens. */
export function GoAnywhere({ onClose }: { onClose(): void }) {
  const words = usePageWords(goAnywhereWords);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const places = usePlaces(text);
  const keys = useListKeys(places.length);
  const go = (place: Place | undefined) => {
    if (place === undefined) return;
    onClose();
    void navigate(place.path);
  };
  return (
    <Modal.Root opened onClose={onClose} yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content bg="var(--tamga-surface)" radius="lg" aria-label={words.title} data-testid="go-anywhere">
        <Modal.Body p="md">
          <TextInput
            data-autofocus
            size="md"
            label={words.label}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={places.length > 0}
            aria-controls={keys.listId}
            aria-activedescendant={keys.at < 0 ? undefined : keys.optionId(keys.at)}
            autoComplete="off"
            maxLength={200}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              keys.choose(-1);
            }}
            onKeyDown={(event) => {
              if (keys.onKeyDown(event)) return;
              // Without a choice Enter takes the first: the best match.
              if (event.key === 'Enter') go(places[Math.max(0, keys.at)]);
            }}
          />
          <div id={keys.listId} role="listbox" aria-label={words.list} className={classes.list}>
            {places.map((place, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the list
              <div
                key={place.path}
                id={keys.optionId(at)}
                role="option"
                tabIndex={-1}
                aria-selected={at === keys.at}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(place)}
              >
                <span>{place.name}</span>
                <small>{words[place.kind]}</small>
              </div>
            ))}
          </div>
          <p role="status" className={classes.status}>
            {places.length === 0 ? words.nothing : words.count(places.length)}
          </p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
