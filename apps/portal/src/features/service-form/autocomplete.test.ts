import { describe, expect, it } from 'vitest';
import { autocompleteOf } from './autocomplete.ts';

describe('autocompleteOf', () => {
  it('names what the browser knows of the person', () => {
    expect(autocompleteOf('x', { 'x-prefill': 'last_name' })).toBe('family-name');
    expect(['phone', 'address', 'district', 'birth_date'].map((name) => autocompleteOf(name, {}))).toEqual([
      'tel-national',
      'street-address',
      'address-level2',
      'bday',
    ]);
    expect(autocompleteOf('write_to', { format: 'email' })).toBe('email');
  });

  it('says nothing of what it does not know, or of somebody else', () => {
    for (const name of ['register_number', 'spouse_name', 'reason'])
      expect(autocompleteOf(name, {})).toBe('off');
  });
});
