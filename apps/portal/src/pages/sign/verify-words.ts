import { defineWords } from '../../i18n/words.ts';

export const verifyFileWords = defineWords(
  {
    title: 'Гарын үсэг шалгах',
    lead: 'PDF дээрх цахим гарын үсэг хүчинтэй эсэхийг хэн ч шалгаж болно. Нэвтрэх шаардлагагүй, файлыг хадгалахгүй.',
    sending: (percent: number) => `${percent}% илгээсэн…`,
    checking: 'Гарын үсгийг шалгаж байна…',
    stop: 'Зогсоох',
    again: 'Дахин оролдох',
    another: 'Өөр файл шалгах',
    reportLead: 'Шалгалтын дүнг платформын цахим тамгатай тайлангаар (ETSI TS 119 102-2, XML) авч болно.',
    report: 'Тайлан татах',
    certificates: 'REF- дугаартай лавлагаа, тодорхойлолт шалгах уу?',
    certificatesLink: 'Дугаараар шалгах',
  },
  {
    title: 'Verify signatures',
    lead: 'Anybody can check whether the electronic signatures of a PDF are valid. No sign-in is needed, and the file is not kept.',
    sending: (percent) => `${percent}% sent…`,
    checking: 'Checking the signatures…',
    stop: 'Stop',
    again: 'Try again',
    another: 'Check another file',
    reportLead:
      'You can get the result as a report under the electronic seal of the platform (ETSI TS 119 102-2, XML).',
    report: 'Download the report',
    certificates: 'Do you have a reference with a number like REF-…?',
    certificatesLink: 'Check it by its number',
  },
);
