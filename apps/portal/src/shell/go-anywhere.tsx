import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePageWords } from '../i18n/provider.tsx';
import { useOwnEscape } from '../ui/dialogs/use-own-escape.ts';
import { useListKeys } from '../ui/forms/use-list-keys.ts';
import classes from './go-anywhere.module.css';
import { goAnywhereWords } from './go-anywhere-words.ts';
import { type Found, usePlaces, useRecords } from './use-found.ts';

type Choice = Found | { kind: 'search'; path: ''; name: string };

/** The field that Ctrl+K opens. */
export function GoAnywhere({ onClose }: { onClose(): void }) {
  const words = usePageWords(goAnywhereWords);
  useOwnEscape(true);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState<string | null>(null);
  const found = usePlaces(text);
  const records = useRecords(text, wanted);
  const search: Choice[] = records.mayAsk
    ? [{ kind: 'search', path: '', name: words.search(text.trim()) }]
    : [];
  const places: Choice[] = [...records.found, ...found, ...search];
  const keys = useListKeys(places.length);
  const go = (place: Choice | undefined) => {
    if (place === undefined) return;
    if (place.kind === 'search') {
      setWanted(text.trim());
      keys.choose(-1);
      return;
    }
    onClose();
    void navigate(place.path);
  };
  return (
    <Modal.Root opened onClose={onClose} yOffset="12vh" lockScroll={false}>
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
                key={`${place.kind} ${place.path}`}
                id={keys.optionId(at)}
                role="option"
                tabIndex={-1}
                aria-selected={at === keys.at}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(place)}
              >
                <span>{place.name}</span>
                <small>{words.kinds[place.kind]}</small>
              </div>
            ))}
          </div>
          <p role="status" className={classes.status}>
            {records.isLoading
              ? words.searching
              : records.hasFailed
                ? words.failed
                : places.length === 0
                  ? words.nothing
                  : words.count(places.length - search.length)}
          </p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
