import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authoritiesQuery } from '../../../api/authorities.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { LoadFailure, LoadingRows } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { EVERY_AUTHORITY } from './guards.ts';
import { usersWords } from './words.ts';

/** A longer list needs a search field. */
const READABLE = 12;

interface AuthorityFieldsProps {
  chosen: readonly string[];
  error?: string | undefined;
  isLocked?: boolean;
  onChange(chosen: string[]): void;
}

/** Picker of authorities, by id. */
export function AuthorityFields({ chosen, error, isLocked = false, onChange }: AuthorityFieldsProps) {
  const { language } = useLanguage();
  const { authorities: words } = usePageWords(usersWords);
  const { data, error: failure, isPending, refetch } = useQuery(authoritiesQuery);
  const [filter, setFilter] = useState('');
  if (isPending) return <LoadingRows />;
  if (!data) return <LoadFailure error={failure} onRetry={refetch} />;
  const hasAll = chosen.includes(EVERY_AUTHORITY);
  const wanted = filter.trim().toLocaleLowerCase('mn');
  const shown = data.filter(
    ({ id, name, name_en }) =>
      chosen.includes(id) || `${name}\n${name_en}`.toLocaleLowerCase('mn').includes(wanted),
  );
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset
      className={formStyle.group}
      id="authorities"
      tabIndex={-1}
      aria-describedby="authorities-hint"
      data-testid="authorities"
    >
      <legend>{words.legend}</legend>
      <p className={textStyle.quiet} id="authorities-hint">
        {data.length > 0 ? words.hint : words.none}
      </p>
      {error ? (
        <p className={formStyle.fault} role="alert">
          {error}
        </p>
      ) : null}
      <Checkbox
        label={words.every}
        checked={hasAll}
        disabled={isLocked}
        data-testid="authority-every"
        onChange={() => onChange(hasAll ? [] : [EVERY_AUTHORITY])}
      />
      {data.length > READABLE ? (
        <TextInput
          label={words.find}
          value={filter}
          disabled={hasAll}
          maxLength={100}
          data-testid="authority-filter"
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      ) : null}
      {shown.map(({ id, name, name_en, services }) => (
        <Checkbox
          key={id}
          label={language === 'en' && name_en ? name_en : <span lang="mn">{name}</span>}
          description={words.services(services)}
          checked={hasAll || chosen.includes(id)}
          disabled={isLocked || hasAll}
          data-testid={`authority-${name}`}
          onChange={() => toggle(id)}
        />
      ))}
    </fieldset>
  );
}
