import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import classes from './suggest-field.module.css';
import { useListKeys } from './use-list-keys.ts';

export interface Suggestion {
  id: string;
  name: string;
  note: string;
  /** Set for a name in another language than the page. */
  lang?: string | undefined;
}

interface SuggestFieldProps {
  words: { label: string; hint: string; search: string; suggestions: string; count(count: number): string };
  /** Where a browser sends the form itself. */
  action: string;
  text: string;
  /** The field replaces one that had the focus. */
  takesFocus?: boolean;
  onText(text: string): void;
  suggestions: readonly Suggestion[];
  onChoose(id: string): void;
  /** Enter without a chosen suggestion. */
  onSend(text: string): void;
  testId: string;
}

/** A large search field with suggestions while a person types (the combobox pattern of ARIA). */
export function SuggestField({
  words,
  action,
  text,
  takesFocus = false,
  onText,
  suggestions,
  onChoose,
  onSend,
  testId,
}: SuggestFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen && suggestions.length > 0;
  const keys = useListKeys(suggestions.length);
  const chosen = isShown ? suggestions[keys.at] : undefined;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) onChoose(chosen.id);
    else onSend(text.trim());
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
      <form className={classes.form} onSubmit={send} action={action}>
        <label htmlFor={`${id}-field`}>{words.label}</label>
        <div className={classes.field}>
          <IconSearch size={22} aria-hidden="true" />
          <input
            ref={field}
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
            data-testid={testId}
            onChange={(event) => {
              onText(event.currentTarget.value);
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
          {suggestions.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of the list
            <div
              key={suggestion.id}
              id={keys.optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === keys.at}
              // The field must keep the focus, or its blur would close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(suggestion.id)}
            >
              <span>
                <span lang={suggestion.lang}>{suggestion.name}</span>
                <small>{suggestion.note}</small>
              </span>
              <IconArrowRight size={18} aria-hidden="true" />
            </div>
          ))}
        </div>
        <p className={classes.count} role="status">
          {isShown ? words.count(suggestions.length) : ''}
        </p>
      </form>
    </search>
  );
}
