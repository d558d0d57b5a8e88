import { defineWords } from '../../i18n/words.ts';

export const chartWords = defineWords(
  {
    asTable: 'Хүснэгтээр харах',
    time: 'Цаг',
    quiet: 'Энэ хугацаанд хандалт алга.',
    largest: (value: string) => `хамгийн их ${value}`,
    total: (value: string) => `нийт ${value}`,
  },
  {
    asTable: 'Show as a table',
    time: 'Time',
    quiet: 'There were no calls in this time.',
    largest: (value) => `at most ${value}`,
    total: (value) => `${value} in all`,
  },
);
