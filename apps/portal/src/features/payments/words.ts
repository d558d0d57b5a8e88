import { defineWords } from '../../i18n/words.ts';

export interface PayingWords {
  pay: string;
  asking: string;
  received: (title: string, amount: string) => string;
  notYet: (title: string) => string;
  askAgain: string;
  askFailed: string;
  help: string;
  receipt: string;
  feePaid: (amount: string) => string;
}

export const payingWords = defineWords<PayingWords>(
  {
    pay: 'Төлөх',
    asking: 'Төлбөр орсон эсэхийг асууж байна…',
    received: (title, amount) => `Төлбөр орлоо: ${title}, ${amount}. Баярлалаа.`,
    notYet: (title) =>
      `«${title}» төлбөр хараахан ирээгүй байна. Төлсөн бол түр хүлээгээд шалгана уу; давхар төлөгдөхгүй.`,
    askAgain: 'Төлсөн эсэхийг шалгах',
    askFailed: 'Төлбөрийн системээс асууж чадсангүй. Түр хүлээгээд дахин шалгана уу.',
    help: 'Төлбөрт саад гарвал',
    receipt: 'Баримт',
    feePaid: (amount) => `Хураамж ${amount} төлөгдсөн.`,
  },
  {
    pay: 'Pay',
    asking: 'Asking whether the payment has arrived…',
    received: (title, amount) => `Payment received: ${title}, ${amount}. Thank you.`,
    notYet: (title) =>
      `The payment for “${title}” has not arrived yet. If you have paid, wait a little and check again; you will not be charged twice.`,
    askAgain: 'Check whether it was paid',
    askFailed: 'The payment provider could not be asked. Wait a little and check again.',
    help: 'Help with payments',
    receipt: 'Receipt',
    feePaid: (amount) => `The fee of ${amount} is paid.`,
  },
);
