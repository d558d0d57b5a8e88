import { defineWords } from '../../i18n/words.ts';

export const signNavWords = defineWords(
  {
    label: 'Гарын үсгийн хуудсууд',
    links: {
      sign: 'Гарын үсэг зурах',
      'sign-requests': 'Хамтран зурах',
      'sign-documents': 'Миний баримт',
      'sign-verify': 'Шалгах',
    },
  },
  {
    label: 'Pages of signing',
    links: {
      sign: 'Sign a document',
      'sign-requests': 'Sign together',
      'sign-documents': 'My documents',
      'sign-verify': 'Verify',
    },
  },
);
