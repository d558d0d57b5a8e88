import { defineWords } from '../i18n/words.ts';

export const unsentWords = defineWords(
  {
    title: 'Илгээгээгүй зүйл байна',
    text: 'Та дараах хуудсанд бичээд илгээгээгүй байна. Одоо гарвал бичсэн зүйл тань устана.',
    file: (name: string) => `Илгээгээгүй файл: ${name}`,
    stay: 'Гарахгүй',
    leave: 'Устгаад гарах',
  },
  {
    title: 'Some of your text has not been sent',
    text: 'You typed something on these pages and did not send it. If you sign out now, it is deleted.',
    file: (name) => `File not sent: ${name}`,
    stay: 'Stay signed in',
    leave: 'Delete it and sign out',
  },
);
