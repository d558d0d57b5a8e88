import { defineWords } from '../../i18n/words.ts';

export const searchWords = defineWords(
  {
    label: 'Танд юу хэрэгтэй вэ?',
    hint: 'Жишээ нь: хаягийн лавлагаа, паспорт',
    search: 'Хайх',
    suggestions: 'Санал болгож буй үйлчилгээ',
    count: (count: number) => `${count} санал байна. Доош сумаар сонгоно.`,
  },
  {
    label: 'What do you need?',
    hint: 'For example: proof of residence, passport',
    search: 'Search',
    suggestions: 'Suggested services',
    count: (count) => `${count === 1 ? '1 suggestion' : `${count} suggestions`}. Choose with the down arrow.`,
  },
);
