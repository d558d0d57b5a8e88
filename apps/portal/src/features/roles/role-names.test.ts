import { describe, expect, it } from 'vitest';
import { nameRole } from './role-names.ts';

describe('the name of a role', () => {
  it('of the system is in the reader’s language until it is renamed', () => {
    expect(nameRole({ key: 'manager', name: 'Manager' }, 'mn')).toBe('Менежер');
    expect(nameRole({ key: 'manager' }, 'en')).toBe('Manager');
    expect(nameRole({ key: 'manager', name: 'Тасгийн дарга' }, 'mn')).toBe('Тасгийн дарга');
  });

  it('made by people is their own, or the key when there is none', () => {
    expect(nameRole({ key: 'registrar', name: 'Бүртгэгч' }, 'en')).toBe('Бүртгэгч');
    expect(nameRole({ key: 'registrar', name: '' }, 'en')).toBe('registrar');
  });
});
