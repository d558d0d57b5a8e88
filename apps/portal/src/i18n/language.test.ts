import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';

describe('chooseLanguage', () => {
  it('prefers a stored choice over the browser’s languages', () => {
    expect(chooseLanguage('en', ['mn-MN'])).toBe('en');
    expect(chooseLanguage('mn', ['en-GB'])).toBe('mn');
  });

  it('takes the first supported language of the browser', () => {
    expect(chooseLanguage(null, ['de-DE', 'en-US', 'mn'])).toBe('en');
    expect(chooseLanguage('xx', ['MN-Cyrl-MN', 'en'])).toBe('mn');
  });

  it('falls back to Mongolian', () => {
    expect(chooseLanguage(null, [])).toBe('mn');
    expect(chooseLanguage(null, ['ru-RU', 'kk'])).toBe('mn');
  });

  it('uses the site’s language if the person chose none', () => {
    expect(chooseLanguage(null, ['mn-MN'], 'en')).toBe('en');
    expect(chooseLanguage('mn', ['en'], 'en')).toBe('mn');
    expect(chooseLanguage(null, ['en'], 'xx')).toBe('en');
  });
});
