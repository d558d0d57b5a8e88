import { defineWords } from '../../i18n/words.ts';

export const forWhomWords = defineWords(
  {
    legend: 'Хэний нэрийн өмнөөс гарын үсэг зурах вэ?',
    self: 'Өөрийн нэрийн өмнөөс',
    child: 'Хүүхэд',
    number: (register: string) => `Байгууллага, регистр ${register}`,
    unknown: 'Таны төлөөлдөг байгууллагыг одоогоор уншиж чадсангүй. Өөрийн нэрээр гарын үсэг зурж болно.',
  },
  {
    legend: 'For whom do you sign?',
    self: 'For myself',
    child: 'Child',
    number: (register) => `Organisation, register ${register}`,
    unknown: 'The organisations that you represent cannot be read at the moment. You can sign for yourself.',
  },
);
