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
  ])('is reserved as %j', (name) => {
    expect(isReservedName(name, 'Tamga')).toBe(true);
  });

  it.each(['Tamgalife', 'Жишээ апп', 'Нотариат', 'Tax office', 'Хаан банк', 'Golomt', '株式会社', 'Tam'])(
    'leaves %j free',
    (name) => {
      expect(isReservedName(name, 'Tamga')).toBe(false);
    },
  );

  it('may have several words, and none reserves nothing', () => {
    expect(isReservedName('e Mongolia', 'E-Mongolia')).toBe(true);
    expect(isReservedName('Mongolia', 'E-Mongolia')).toBe(false);
    expect(isReservedName('Anything', '')).toBe(false);
  });
});
