import { describe, expect, it } from 'vitest';
import { isReservedName } from './look-alike.ts';

describe('the name of the platform', () => {
  it.each([
    'Tamga',
    'TAMGA',
    ' t a m g a ',
    'Тамга',
    'Tаmgа',
    'Тамgа',
    'ＴＡＭＧＡ',
    'Tamg\u200ba',
    'Támgä',
    'T.a-m_g·a',
    'Tarnga',
    'T4mg4',
    'ᴛᴀᴍɢᴀ',
    '𝐓𝐚𝐦𝐠𝐚',
    'Τamga',
    'Tamga eID',
    'Төрийн Тамга нэвтрэлт',
    'Ꭲamga',
    '†amga',
    '‡amga',
    '7amga',
    'Tamg@',
    'T@mg@',
    '₮amga',
    '+amga',
    'Tamqa',
    'Tamga!',
    'Tamga|eID',
    'Tamgaa',
    'Tammga',
    'eTamga',
    'Tamgas eID',
    'Tagma',
    'Tmaga нэвтрэх',
    'Tamba',
    'Tannga',
    'ʇamga',
    'T卂mga eID',
    'Tam\u3164\u3164ga',
    'TΛMGΛ',
    'Тaмгаа',
    'Tam☆ga',
  ])('is reserved as %j', (name) => {
    expect(isReservedName(name, 'Tamga')).toBe(true);
  });

  it.each([
    'Tamgalife',
    'Жишээ апп',
    'Нотариат',
    'Tax office',
    'Хаан банк',
    'Golomt',
    '株式会社',
    'Tam',
    'Tamir',
    'Тамир',
    'Manga',
    'Samga',
    'Tama',
    'Тайга аялал',
    'Taiga tours',
    'Magnai',
    'Tamara',
    'Тамхи',
    'ᠲᠠᠮᠠᠭ',
    'Straße',
  ])('leaves %j free', (name) => {
    expect(isReservedName(name, 'Tamga')).toBe(false);
  });

  it('may have several words, and none reserves nothing', () => {
    expect(isReservedName('e Mongolia', 'E-Mongolia')).toBe(true);
    expect(isReservedName('Mongolia', 'E-Mongolia')).toBe(false);
    expect(isReservedName('Anything', '')).toBe(false);
    const authority = 'Улсын бүртгэлийн ерөнхий газар';
    for (const name of [
      authority,
      'Улсын бvртгэлийн ерөнхий газар',
      `${authority}р`,
      `Нэвтрэх: ${authority}`,
    ])
      expect(isReservedName(name, authority)).toBe(true);
    expect(isReservedName('Улсын их дэлгүүр', authority)).toBe(false);
    expect(isReservedName('Tax offices of Ulaanbaatar', 'Tax office')).toBe(true);
    expect(isReservedName('УБЕТ', 'УБЕГ')).toBe(false);
  });
});
