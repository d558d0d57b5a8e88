import { describe, expect, it } from 'vitest';
import { nameOf, orderNames } from './name-of.ts';

describe('nameOf', () => {
  it('is never empty', () => {
    expect(nameOf({ full_name: 'Дорж Бат', email: 'a@b.mn', user_id: '1' })).toBe('Дорж Бат');
    expect(nameOf({ full_name: '', email: 'a@b.mn', user_id: '1' })).toBe('a@b.mn');
    expect(nameOf({ full_name: '', email: '', user_id: '1' })).toBe('1');
  });
});

describe('orderNames', () => {
  it('puts the Latin name first on an English page, if there is one', () => {
    const both = { name: 'Хөх тэнгэр', name_latin: 'Khukh Tenger' };
    expect(orderNames(both, 'en')).toEqual({ first: 'Khukh Tenger', second: 'Хөх тэнгэр' });
    expect(orderNames(both, 'mn')).toEqual({ first: 'Хөх тэнгэр', second: 'Khukh Tenger' });
    expect(orderNames({ name: 'Хөх тэнгэр', name_latin: '' }, 'en').first).toBe('Хөх тэнгэр');
  });
});
