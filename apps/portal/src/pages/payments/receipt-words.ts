import { defineWords } from '../../i18n/words.ts';

export const receiptWords = defineWords(
  {
    one: 'Төлбөрийн баримт',
    back: 'Бүх төлбөр',
    missingTitle: 'Ийм баримт олдсонгүй',
    missingText: 'Төлбөр хараахан орж ирээгүй, эсвэл хаяг буруу байна.',
    what: 'Юунд',
    application: 'Хүсэлтийн дугаар',
    payer: 'Төлсөн',
    when: 'Төлсөн цаг',
    number: 'Гүйлгээний дугаар',
    print: 'Хэвлэх, хадгалах',
    toApplication: 'Хүсэлт рүү буцах',
  },
  {
    one: 'Receipt',
    back: 'All payments',
    missingTitle: 'There is no such receipt',
    missingText: 'The payment has not arrived yet, or the address is wrong.',
    what: 'For',
    application: 'Application number',
    payer: 'Paid by',
    when: 'Paid at',
    number: 'Transaction number',
    print: 'Print or save',
    toApplication: 'Back to the application',
  },
);
