import { defineWords } from '../../i18n/words.ts';

export const previewWords = defineWords(
  {
    none: 'Ийм төрлийн файлыг энд харуулах боломжгүй. Татаж аваад нээнэ үү.',
    tooLarge: 'Файл энд харуулахад хэт том байна. Татаж аваад нээнэ үү.',
    broken: 'Файлыг харуулж чадсангүй. Татаж аваад нээж үзнэ үү.',
    image: (name: string) => `Зураг: ${name}`,
  },
  {
    none: 'Files of this kind cannot be shown here. Download the file to open it.',
    tooLarge: 'The file is too large to be shown here. Download it to open it.',
    broken: 'The file could not be shown. Download it and try to open it.',
    image: (name) => `Image: ${name}`,
  },
);
