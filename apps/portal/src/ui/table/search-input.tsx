import { TextInput } from '@mantine/core';
import filterStyle from './filters.module.css';

interface SearchInputProps {
  label: string;
  hint: string;
  value: string;
  testId: string;
  onChange(text: string): void;
}

export function SearchInput({ label, hint, value, testId, onChange }: SearchInputProps) {
  return (
    <TextInput
      className={filterStyle.grow}
      type="search"
      label={label}
      placeholder={hint}
      value={value}
      maxLength={100}
      autoComplete="off"
      data-testid={testId}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
