import { Button, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { Ref } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import classes from './officer.module.css';
import { readSearch, type ViewKey } from './queue-views.ts';
import { officerWords } from './words.ts';

interface QueueSearchProps {
  ref: Ref<HTMLInputElement>;
  text: string;
  onType(text: string): void;
  /** Moves to the first result. */
  onLeave(): void;
  onClear(): void;
}

export function QueueSearch({ ref, text, onType, onLeave, onClear }: QueueSearchProps) {
  const words = usePageWords(officerWords);
  const isTooShort = text.trim() !== '' && readSearch(text) === '';
  return (
    <search>
      <TextInput
        ref={ref}
        type="search"
        aria-label={words.search}
        placeholder={words.searchHint}
        description={isTooShort ? words.tooShort : null}
        inputWrapperOrder={['input', 'description']}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={
          text === '' ? null : (
            <button
              type="button"
              className={classes.clear}
              aria-label={words.clearSearch}
              title={words.clearSearch}
              data-testid="clear-search"
              onClick={onClear}
            >
              <IconX size={18} aria-hidden="true" />
            </button>
          )
        }
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        data-testid="queue-search"
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onClear();
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            onLeave();
          }
        }}
      />
    </search>
  );
}

interface NothingListedProps {
  view: ViewKey;
  q: string;
  onClear(): void;
  onSearch(view: ViewKey): void;
}

export function NothingListed({ view, q, onClear, onSearch }: NothingListedProps) {
  const words = usePageWords(officerWords);
  if (q === '') return <EmptyState title={words.empty}>{words.emptyText[view]}</EmptyState>;
  return (
    <EmptyState title={words.notFound(q)}>
      {words.notFoundText(words.views[view])}
      <span className={classes.ways}>
        {view === 'open' ? null : (
          <Button data-testid="search-open" onClick={() => onSearch('open')}>
            {words.searchOpen}
          </Button>
        )}
        {view === 'finished' ? null : (
          <Button data-testid="search-finished" onClick={() => onSearch('finished')}>
            {words.searchFinished}
          </Button>
        )}
        <Button variant="default" data-testid="search-anew" onClick={onClear}>
          {words.clearSearch}
        </Button>
      </span>
    </EmptyState>
  );
}
