import { describe, expect, it } from 'vitest';
import { applicationText, phoneName, signatureText } from './phone-text.ts';

describe('the text on the phone', () => {
  it('names the platform and what is asked', () => {
    expect(signatureText('Tamga', 'Менежер', 'эрх авах уу?')).toBe('Tamga: «Менежер» эрх авах уу?');
  });

  it('of an application begins with its name, and says that an application asks', () => {
    expect(applicationText('Банк', undefined)).toBe('«Банк» апп таныг нэвтрүүлэх үү? App sign-in?');
    expect(applicationText('Банк', 'Дансны нэр 12')).toBe('«Банк» апп: Дансны нэр 12');
  });

  it('fits the phone for any name, and never shortens the platform or the question', () => {
    const platform = 'П'.repeat(32);
    const text = signatureText(platform, 'Р'.repeat(50), 'эрх авах уу?');
    expect([...text]).toHaveLength(60);
    expect(text).toMatch(/^П{32}: «Р+…» эрх авах уу\?$/);
    expect([...applicationText('Р'.repeat(128), 'м'.repeat(30))]).toHaveLength(60);
    expect([...applicationText('Р'.repeat(128), undefined)]).toHaveLength(60);
    expect(signatureText('Tamga', '«»', 'эрх авах уу?')).toBe('Tamga: «?» эрх авах уу?');
  });

  it.each([
    ['a» нэвтрэх үү? · Sign in?', 'a нэвтрэх үү? · Sign in?'],
    ['a” “b‹c›d《e》f"g＂h', 'a bcdefgh'],
    ['гэрээ\u202e\u2066.pdf\u0000\n', 'гэрээ .pdf'],
    ['Д’Артаньян', "Д'Артаньян"],
  ])('keeps a foreign name inside its quotes: %j', (given, shown) => {
    expect(phoneName(given)).toBe(shown);
  });
});
