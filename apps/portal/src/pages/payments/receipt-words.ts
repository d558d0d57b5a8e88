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
    sealed: 'PDF баримт платформын цахим тамгатай тул хэн ч жинхэнэ эсэхийг нь шалгаж чадна.',
    download: 'PDF татах',
    print: 'Хэвлэх',
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
    sealed: 'The PDF carries the electronic seal of the platform, so anybody can check that it is genuine.',
    download: 'Download PDF',
    print: 'Print',
    toApplication: 'Back to the application',
  },
);
