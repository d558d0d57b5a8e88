import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type AdminUser, userQuery, usersQuery } from '../../../api/administration.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import filterStyle from '../../../ui/table/filters.module.css';
import textStyle from '../../../ui/text.module.css';
import classes from './person-filter.module.css';
import { auditWords } from './words.ts';

const MOST = 8;

interface PersonFilterProps {
  personId: string | null;
  onChoose(id: string | null): void;
}

/** Finds a person by name or register number; only the chosen id enters the address, which is logged. */
export function PersonFilter({ personId, onChoose }: PersonFilterProps) {
  return personId ? (
    <Chosen id={personId} onRemove={() => onChoose(null)} />
  ) : (
    <PersonSearch onChoose={onChoose} />
  );
}

function Chosen({ id, onRemove }: { id: string; onRemove(): void }) {
  const words = usePageWords(auditWords);
  const nameOf = useNameOf();
  const { data } = useQuery(userQuery(id));
  return (
    <div className={classes.chosen} data-testid="chosen-person">
      <p>
        {words.person}: <strong>{data ? nameOf(data) : id}</strong>
      </p>
      <Button variant="default" size="compact-sm" data-testid="remove-person" onClick={onRemove}>
        {words.everyone}
      </Button>
    </div>
  );
}

function PersonSearch({ onChoose }: { onChoose(id: string): void }) {
  const words = usePageWords(auditWords);
  const nameOf = useNameOf();
  const listId = useId();
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const found = useQuery({
    ...usersQuery({ q, role: null, active: null, offset: 0, limit: MOST }),
    enabled: q.length > 1,
  });
  const people = q.length > 1 && !found.isPlaceholderData ? found.data?.items : undefined;
  const search = (event: FormEvent) => {
    event.preventDefault();
    setQ(text.trim());
  };
  return (
    <search>
      <form className={filterStyle.filters} onSubmit={search} aria-label={words.findPerson}>
        <TextInput
          label={words.person}
          placeholder={words.personHint}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-testid="person-search"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={found.isFetching} data-testid="find-person">
          {words.findPerson}
        </Button>
      </form>
      <ActionFailure error={found.error} />
      <p role="status" className={textStyle.quiet}>
        {people?.length === 0 ? words.nobodyFound : ''}
      </p>
      {people && people.length > 0 ? (
        <ul id={listId} className={classes.people} aria-label={words.found}>
          {people.map((person) => (
            <li key={person.id}>
              <Button
                variant="default"
                size="compact-sm"
                data-testid="choose-person"
                onClick={() => onChoose(person.id)}
              >
                {nameOf(person)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </search>
  );
}

function useNameOf() {
  const { language } = useLanguage();
  return (person: Pick<AdminUser, 'full_name' | 'full_name_en' | 'username'>) =>
    (language === 'en' && person.full_name_en) || person.full_name || person.username;
}
