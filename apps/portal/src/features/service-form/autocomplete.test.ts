import { describe, expect, it } from 'vitest';
import { autocompleteOf } from './autocomplete.ts';

describe('autocompleteOf', () => {
  it('names the fields that the browser can fill in', () => {
    expect(autocompleteOf('x', { 'x-prefill': 'last_name' })).toBe('family-name');
    expect(['phone', 'address', 'district', 'birth_date'].map((name) => autocompleteOf(name, {}))).toEqual([
      'tel-national',
      'street-address',
      'address-level2',
      'bday',
    ]);
    expect(autocompleteOf('write_to', { format: 'email' })).toBe('email');
  });

  it('is absent for unknown fields and for another person’s data', () => {
    for (const name of ['register_number', 'spouse_name', 'reason'])
      expect(autocompleteOf(name, {})).toBe('off');
  });
});
