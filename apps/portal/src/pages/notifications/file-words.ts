import { defineWords } from '../../i18n/words.ts';

export const fileWords = defineWords(
  { time: 'Хугацаа', title: 'Гарчиг', text: 'Агуулга', state: 'Төлөв', read: 'Уншсан', isNew: 'Шинэ' },
  { time: 'Time', title: 'Title', text: 'Text', state: 'Status', read: 'Read', isNew: 'New' },
);
