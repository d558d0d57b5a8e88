import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import { type Choice, ChoiceInput } from './filter-bar.tsx';
import filterStyle from './filters.module.css';
import type { Filters } from './use-filters.ts';
import { tableWords } from './words.ts';

interface FilterField {
  name: string;
  label: string;
  placeholder?: string;
  maxLength: number;
  check?(value: string): string | null;
}

const DAYS = ['from', 'to'] as const;

interface FilterFormProps {
  fields: readonly FilterField[];
  filters: Filters;
  /** The parameter of the opened detail, which a new filter closes. */
  opened: string;
  submit: string;
  /** Whether a first and a last day can be chosen. */
  hasDays?: boolean;
  choices?: readonly Choice[];
}

/** Filters of a log: exact words and days, applied on submit because each read of the audit log may leave a trace. */
export function FilterForm({
  fields,
  filters,
  opened,
  submit,
  hasDays = false,
  choices = [],
}: FilterFormProps) {
  const words = usePageWords(tableWords);
  const days = hasDays ? DAYS : [];
  const names = [...fields.map((field) => field.name), ...days];
  const choiceNames = choices.map((choice) => choice.name);
  const applied = Object.fromEntries(names.map((name) => [name, filters.get(name)]));
  const appliedKey = JSON.stringify(applied);
  const [draft, setDraft] = useState({ key: appliedKey, values: applied });
  // The back button changes the address under the form.
  const values = draft.key === appliedKey ? draft.values : applied;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const put = (name: string, value: string) =>
    setDraft({ key: appliedKey, values: { ...values, [name]: value } });

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = Object.fromEntries(names.map((name) => [name, (values[name] ?? '').trim()]));
    const found: Record<string, string> = {};
    for (const { name, check } of fields) {
      const text = trimmed[name] ? check?.(trimmed[name]) : null;
      if (text) found[name] = text;
    }
    setErrors(found);
    if (Object.keys(found).length === 0) filters.set({ ...trimmed, [opened]: null });
  };

  return (
    <search>
      <form className={filterStyle.filters} onSubmit={apply} aria-label={words.filters} noValidate>
        {choices.map((choice) => (
          <ChoiceInput key={choice.name} choice={choice} filters={filters} closing={{ [opened]: null }} />
        ))}
        {fields.map(({ name, label, placeholder, maxLength }) => (
          <TextInput
            key={name}
            label={label}
            placeholder={placeholder}
            value={values[name] ?? ''}
            error={errors[name]}
            maxLength={maxLength}
            autoComplete="off"
            spellCheck={false}
            data-testid={`filter-${name}`}
            onChange={(event) => put(name, event.currentTarget.value)}
          />
        ))}
        {days.map((name) => (
          <TextInput
            key={name}
            type="date"
            label={words[name]}
            value={values[name] ?? ''}
            data-testid={`filter-${name}`}
            onChange={(event) => put(name, event.currentTarget.value)}
          />
        ))}
        <Button type="submit" variant="default" data-testid="apply-filters">
          {submit}
        </Button>
        {[...names, ...choiceNames].some((name) => filters.get(name)) ? (
          <Button
            variant="subtle"
            data-testid="clear-filters"
            onClick={() => {
              setErrors({});
              filters.set(Object.fromEntries([...names, ...choiceNames, opened].map((name) => [name, null])));
            }}
          >
            {words.clearFilters}
          </Button>
        ) : null}
      </form>
    </search>
  );
}
