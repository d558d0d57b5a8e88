import { defineWords } from '../i18n/words.ts';

export const navigationWords = defineWords(
  { label: 'Үндсэн цэс', menu: 'Цэс', work: 'Ажил', administration: 'Удирдлага' },
  { label: 'Main menu', menu: 'Menu', work: 'Work', administration: 'Administration' },
);
