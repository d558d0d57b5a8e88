import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';

describe('chooseLanguage', () => {
  it('keeps a remembered choice whatever the browser says', () => {
    expect(chooseLanguage('en', ['mn-MN'])).toBe('en');
    expect(chooseLanguage('mn', ['en-GB'])).toBe('mn');
  });

  it('takes the first of the browser’s languages that we speak', () => {
    expect(chooseLanguage(null, ['de-DE', 'en-US', 'mn'])).toBe('en');
    expect(chooseLanguage('xx', ['MN-Cyrl-MN', 'en'])).toBe('mn');
  });

  it('is Mongolian for everybody else', () => {
    expect(chooseLanguage(null, [])).toBe('mn');
    expect(chooseLanguage(null, ['ru-RU', 'kk'])).toBe('mn');
  });

  it('is that of the site for whoever chose nothing', () => {
    expect(chooseLanguage(null, ['mn-MN'], 'en')).toBe('en');
    expect(chooseLanguage('mn', ['en'], 'en')).toBe('mn');
    expect(chooseLanguage(null, ['en'], 'xx')).toBe('en');
  });
});
