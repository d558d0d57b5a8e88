import { defineWords } from '../i18n/words.ts';

export const noAccessWords = defineWords(
  {
    title: 'Танд энэ хэсгийг нээх эрх алга',
    text: 'Энэ хэсэг ажилд тань хэрэгтэй бол байгууллагынхаа админд хандаж эрх авна уу.',
    toHome: 'Миний хуудас руу очих',
  },
  {
    title: 'You do not have access to this section',
    text: 'If you need it for your work, ask an administrator of your organisation for the permission.',
    toHome: 'Go to my page',
  },
);
