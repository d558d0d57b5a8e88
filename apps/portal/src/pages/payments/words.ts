import { defineWords } from '../../i18n/words.ts';

interface PaymentWords {
  title: string;
  lead: string;
  owed: string;
  owedTotal: (amount: string) => string;
  paid: string;
  nothingOwed: string;
  nothingPaid: string;
  pay: string;
  asked: (date: string) => string;
  due: (date: string) => string;
  overdue: (date: string) => string;
  paidOn: (date: string) => string;
  application: string;
  categories: Record<'tax' | 'fee' | 'fine', string>;
  showQr: string;
  hideQr: string;
  qrLabel: string;
  qrText: string;
  asking: string;
  received: (title: string, amount: string) => string;
  notYet: (title: string) => string;
  askAgain: string;
  askFailed: string;
  tableWhat: string;
  tableWhen: string;
  tableAmount: string;
  receipt: string;
  receiptOf: (title: string) => string;
  feePaid: (amount: string) => string;
  codes: Record<string, string>;
}

export const paymentWords = defineWords<PaymentWords>(
  {
    title: 'Төлбөр',
    lead: 'Төлөх ёстой болон төлсөн бүхэн.',
    owed: 'Төлөх',
    owedTotal: (amount) => `Нийт ${amount}`,
    paid: 'Төлсөн',
    nothingOwed: 'Танд төлөх зүйл алга.',
    nothingPaid: 'Төлсөн зүйл одоогоор алга.',
    pay: 'Төлөх',
    asked: (date) => `Нэхэмжилсэн: ${date}`,
    due: (date) => `${date} хүртэл төлнө`,
    overdue: (date) => `Хугацаа хэтэрсэн: ${date}`,
    paidOn: (date) => `${date}-д төлсөн`,
    application: 'Хүсэлтийг харах',
    categories: { tax: 'Татвар', fee: 'Хураамж', fine: 'Торгууль' },
    showQr: 'QR кодоор төлөх',
    hideQr: 'QR кодыг нуух',
    qrLabel: 'Төлбөрийн QR код',
    qrText: 'Банкныхаа аппаар уншуулж төлөөд, энэ хуудсан дээр «Төлсөн эсэхийг шалгах» дарна уу.',
    asking: 'Төлбөр орсон эсэхийг асууж байна…',
    received: (title, amount) => `Төлбөр орлоо: ${title}, ${amount}. Баярлалаа.`,
    notYet: (title) =>
      `«${title}» төлбөр хараахан ирээгүй байна. Төлсөн бол түр хүлээгээд шалгана уу; давхар төлөгдөхгүй.`,
    askAgain: 'Төлсөн эсэхийг шалгах',
    askFailed: 'Төлбөрийн системээс асууж чадсангүй. Түр хүлээгээд дахин шалгана уу.',
    tableWhat: 'Юунд',
    tableWhen: 'Хэзээ',
    tableAmount: 'Дүн',
    receipt: 'Баримт',
    receiptOf: (title) => `Баримт: ${title}`,
    feePaid: (amount) => `Хураамж ${amount} төлөгдсөн.`,
    codes: {
      already_paid: 'Энэ төлбөр аль хэдийн төлөгдсөн байна.',
      not_configured: 'Цахим төлбөр энд хараахан холбогдоогүй байна. Байгууллагад нь биечлэн төлнө үү.',
      upstream_unavailable:
        'Төлбөрийн систем хариу өгсөнгүй. Түр хүлээгээд дахин оролдоно уу; таны төлбөр давхардахгүй.',
      upstream_failed: 'Төлбөрийн системд алдаа гарлаа. Дараа дахин оролдоно уу; таны төлбөр давхардахгүй.',
    },
  },
  {
    title: 'Payments',
    lead: 'What you owe, and what you have paid.',
    owed: 'To pay',
    owedTotal: (amount) => `${amount} in all`,
    paid: 'Paid',
    nothingOwed: 'You owe nothing.',
    nothingPaid: 'Nothing has been paid yet.',
    pay: 'Pay',
    asked: (date) => `Asked on ${date}`,
    due: (date) => `Due by ${date}`,
    overdue: (date) => `Overdue since ${date}`,
    paidOn: (date) => `Paid on ${date}`,
    application: 'See the application',
    categories: { tax: 'Tax', fee: 'Fee', fine: 'Fine' },
    showQr: 'Pay by QR code',
    hideQr: 'Hide the QR code',
    qrLabel: 'QR code of the payment',
    qrText: 'Scan it with your bank’s app, pay, and then press “Check whether it was paid” here.',
    asking: 'Asking whether the payment has arrived…',
    received: (title, amount) => `Payment received: ${title}, ${amount}. Thank you.`,
    notYet: (title) =>
      `The payment for “${title}” has not arrived yet. If you have paid, wait a little and check again; you will not be charged twice.`,
    askAgain: 'Check whether it was paid',
    askFailed: 'The payment provider could not be asked. Wait a little and check again.',
    tableWhat: 'For',
    tableWhen: 'When',
    tableAmount: 'Amount',
    receipt: 'Receipt',
    receiptOf: (title) => `Receipt: ${title}`,
    feePaid: (amount) => `The fee of ${amount} is paid.`,
    codes: {
      already_paid: 'This has been paid already.',
      not_configured: 'Paying online is not set up here yet. Please pay at the authority.',
      upstream_unavailable:
        'The payment provider does not answer. Try again in a moment; you will not be charged twice.',
      upstream_failed: 'The payment provider made a mistake. Try again later; you will not be charged twice.',
    },
  },
);
