import { defineWords } from '../../i18n/words.ts';

export const chooseWords = defineWords(
  {
    lead: 'PDF файлаа энд чирж оруулна уу, эсвэл сонгоно уу',
    dropHere: 'Файлаа энд тавина уу',
    limits: (size: string) => `PDF, ${size} хүртэл`,
    choose: 'Файл сонгох',
    fromSpace: '«Миний файл»-аас авах',
    take: 'Авах',
    onlyOne: 'Нэг удаад нэг файл сонгоно уу.',
    folder: 'Хавтас оруулах боломжгүй. PDF файл сонгоно уу.',
    empty: 'Энэ файл хоосон байна.',
    tooLarge: (size: string) => `Файл хэт том байна. ${size}-аас ихгүй файл сонгоно уу.`,
  },
  {
    lead: 'Drop a PDF here, or choose one',
    dropHere: 'Drop the file here',
    limits: (size) => `PDF, up to ${size}`,
    choose: 'Choose a file',
    fromSpace: 'Take from My space',
    take: 'Take',
    onlyOne: 'Choose one file at a time.',
    folder: 'A folder cannot be taken. Choose a PDF file.',
    empty: 'This file is empty.',
    tooLarge: (size) => `The file is too large. Choose one of at most ${size}.`,
  },
);
