import { describe, expect, it } from 'vitest';
import { findLatinErrors, translateLatinErrors } from './latin-name.ts';
import { nameWords } from './words.ts';

const words = nameWords.en;

describe('findLatinErrors', () => {
  const check = (last_name_en: string, first_name_en: string) =>
    findLatinErrors({ last_name_en, first_name_en }, words);

  it('accepts Latin names as people write them', () => {
    expect(check('Bat-Erdene', "O'Neill Jr.")).toEqual({});
    expect(check('Dörj', 'Éva')).toEqual({});
    expect(check('', '')).toEqual({});
  });

  it('names the field that is not Latin or too long', () => {
    expect(check('Дорж', 'Bat')).toEqual({ last_name_en: words.latinOnly });
    expect(check('Dorj', 'a'.repeat(101))).toEqual({ first_name_en: words.tooLong(100) });
    expect(check('Dorj2', '<b>')).toEqual({
      last_name_en: words.latinOnly,
      first_name_en: words.latinOnly,
    });
  });
});

describe('translateLatinErrors', () => {
  it('translates known tags and keeps the server’s text for unknown ones', () => {
    expect(
      translateLatinErrors(
        [
          { field: 'first_name_en', tag: 'min', message: 'x' },
          { field: 'last_name_en', tag: 'custom', message: 'Not like that' },
          { field: 'other', tag: 'required', message: 'x' },
        ],
        words,
      ),
    ).toEqual({ first_name_en: words.required, last_name_en: 'Not like that' });
  });
});
