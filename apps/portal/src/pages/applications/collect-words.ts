import { defineWords } from '../../i18n/words.ts';

export const collectWords = defineWords(
  {
    heading: 'Үр дүнгээ авах',
    where: 'Хаана',
    when: 'Хэзээ',
    noTime: 'Цаг захиалаагүй байна. Цаг захиалбал хүлээхгүй.',
    bring: 'Юу авч очих',
    identity: 'Иргэний үнэмлэх',
    number: (number: string) => `Хүсэлтийн дугаар: ${number}`,
    map: 'Газрын зурагт нээх',
    calendar: 'Календарьт нэмэх',
    book: 'Цаг захиалах',
  },
  {
    heading: 'Collect your result',
    where: 'Where',
    when: 'When',
    noTime: 'You have no appointment. With one you do not have to wait.',
    bring: 'What to bring',
    identity: 'Your identity card',
    number: (number) => `The application number: ${number}`,
    map: 'Open in maps',
    calendar: 'Add to my calendar',
    book: 'Book an appointment',
  },
);
