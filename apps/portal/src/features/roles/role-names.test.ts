import { describe, expect, it } from 'vitest';
import { nameRole } from './role-names.ts';

describe('the name of a role', () => {
  it('is in the reader’s language for a system role until it is renamed', () => {
    expect(nameRole({ key: 'manager', name: 'Manager' }, 'mn')).toBe('Менежер');
    expect(nameRole({ key: 'manager' }, 'en')).toBe('Manager');
    expect(nameRole({ key: 'manager', name: 'Тасгийн дарга' }, 'mn')).toBe('Тасгийн дарга');
  });

  it('is the given name for a custom role, or its key', () => {
    expect(nameRole({ key: 'keeper', name: 'Бүртгэгч' }, 'en')).toBe('Бүртгэгч');
    expect(nameRole({ key: 'keeper', name: '' }, 'en')).toBe('keeper');
  });
});
