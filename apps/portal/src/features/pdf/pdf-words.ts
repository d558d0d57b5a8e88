import { defineWords } from '../../i18n/words.ts';

export const pdfWords = defineWords(
  {
    loading: 'Баримтыг нээж байна…',
    broken: 'Баримтыг харуулж чадсангүй. Файл гэмтсэн эсвэл PDF биш байж магадгүй.',
    locked: 'Энэ PDF нууц үгтэй тул харуулах боломжгүй. Нууц үггүй хуулбарыг ашиглана уу.',
    document: (name: string) => `Баримт: ${name}`,
    page: (number: number, count: number) => `${count} хуудасны ${number}`,
    pageOf: (name: string, number: number, count: number) => `${name}, ${count} хуудасны ${number}`,
    previous: 'Өмнөх хуудас',
    next: 'Дараах хуудас',
    larger: 'Томруулах',
    smaller: 'Жижигрүүлэх',
    size: (percent: number) => `Хэмжээ ${percent}%`,
  },
  {
    loading: 'Opening the document…',
    broken: 'The document cannot be shown. The file may be damaged, or not a PDF.',
    locked: 'This PDF has a password, so it cannot be shown. Use a copy without a password.',
    document: (name) => `Document: ${name}`,
    page: (number, count) => `Page ${number} of ${count}`,
    pageOf: (name, number, count) => `${name}, page ${number} of ${count}`,
    previous: 'Previous page',
    next: 'Next page',
    larger: 'Larger',
    smaller: 'Smaller',
    size: (percent) => `Size ${percent}%`,
  },
);
