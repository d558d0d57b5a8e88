import type { FormField } from '../../api/catalogue.ts';

const BY_PREFILL: Record<string, string> = {
  last_name: 'family-name',
  first_name: 'given-name',
  email: 'email',
};

const BY_NAME: Record<string, string> = {
  last_name: 'family-name',
  first_name: 'given-name',
  phone: 'tel-national',
  email: 'email',
  birth_date: 'bday',
  province: 'address-level1',
  district: 'address-level2',
  address: 'street-address',
  postal_code: 'postal-code',
};

/** Autocomplete tokens (WCAG 1.3.5), only for questions about the person who fills in the form. */
export function autocompleteOf(name: string, field: Pick<FormField, 'format' | 'x-prefill'>): string {
  return (
    BY_PREFILL[field['x-prefill'] ?? ''] ?? BY_NAME[name] ?? (field.format === 'email' ? 'email' : 'off')
  );
}
