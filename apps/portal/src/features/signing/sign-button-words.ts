import { defineWords } from '../../i18n/words.ts';

export const signButtonWords = defineWords(
  { sign: 'Гарын үсэг зурах', noMark: 'Тэмдэггүйгээр гарын үсэг зурах' },
  { sign: 'Sign', noMark: 'Sign without a mark' },
);
