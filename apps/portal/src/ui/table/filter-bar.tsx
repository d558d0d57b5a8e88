import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import filterStyle from './filters.module.css';
import { SearchInput } from './search-input.tsx';
import type { Filters } from './use-filters.ts';
import { tableWords } from './words.ts';

export interface Choice {
  /** The query parameter. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Label for "no choice". */
  any?: string;
}

type Search = { label: string; hint: string } & (
  | { name: string }
  // A name or a register number stays out of the address, which is logged.
  | { value: string; onChange(text: string): void }
);

interface FilterBarProps {
  filters: Filters;
  search?: Search;
  choices?: readonly Choice[];
  /** The parameter of the open detail, which a new filter closes. */
  opened?: string;
}

/** Filters that apply immediately, with one button that clears them all. */
export function FilterBar({ filters, search, choices = [], opened }: FilterBarProps) {
  const words = usePageWords(tableWords);
  const closing = { offset: null, ...(opened ? { [opened]: null } : {}) };
  const names = choices.map(({ name }) => name);
  const searchName = search && 'name' in search ? search.name : null;
  const searched = search && 'value' in search ? search.value : filters.get(searchName ?? '');
  const type = (text: string) => {
    if (search && 'onChange' in search) search.onChange(text);
    if (searchName) filters.set({ offset: null, [searchName]: text }, { replace: true });
    else if (filters.get('offset')) filters.set({ offset: null }, { replace: true });
  };
  const clear = () => {
    if (search && 'onChange' in search) search.onChange('');
    // One call, because the router does not queue two changes.
    filters.set({
      ...Object.fromEntries([...names, ...(searchName ? [searchName] : [])].map((name) => [name, null])),
      ...closing,
    });
  };
  return (
    <search className={filterStyle.filters} aria-label={words.filters}>
      {search ? (
        <SearchInput
          label={search.label}
          hint={search.hint}
          value={searched}
          testId={`filter-${searchName ?? 'search'}`}
          onChange={type}
        />
      ) : null}
      {choices.map((choice) => (
        <ChoiceInput key={choice.name} choice={choice} filters={filters} closing={closing} />
      ))}
      {searched || names.some((name) => filters.get(name)) ? (
        <Button variant="subtle" data-testid="clear-filters" onClick={clear}>
          {words.clearFilters}
        </Button>
      ) : null}
    </search>
  );
}

interface ChoiceInputProps {
  choice: Choice;
  filters: Filters;
  closing: Record<string, null>;
}

export function ChoiceInput({ choice: { name, label, options, any }, filters, closing }: ChoiceInputProps) {
  const words = usePageWords(tableWords);
  return (
    <NativeSelect
      label={label}
      value={filters.get(name)}
      data-testid={`filter-${name}`}
      data={[{ value: '', label: any ?? words.any }, ...options]}
      onChange={(event) => filters.set({ ...closing, [name]: event.currentTarget.value })}
    />
  );
}
