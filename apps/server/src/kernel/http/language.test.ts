import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';

describe('chooseLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['mn', 'mn'],
    ['MN', 'mn'],
    ['Mn-MN', 'mn'],
    ['mn-Mong-CN', 'mn'],
    ['en, mn', 'en'],
    ['mn, en', 'en'],
    ['mn, en;q=0.9', 'mn'],
    ['mn;q=0.9, en;q=0.8', 'mn'],
    ['mn;q=0.1, fr;q=0.9', 'mn'],
    ['mn;q=0', 'en'],
    ['mn;q=high', 'en'],
    ['en;q=0.5, en-GB;q=0.4, mn;q=0.45', 'en'],
    ['mnx', 'en'],
    ['*', 'en'],
    [`${'x,'.repeat(400)}mn`, 'en'],
  ])('%s means %s', (header, language) => {
    expect(chooseLanguage(header)).toBe(language);
  });
});
