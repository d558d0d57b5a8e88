import { defineWords } from '../../i18n/words.ts';

interface PaymentWords {
  title: string;
  lead: string;
  owed: string;
  owedTotal: (amount: string) => string;
  paid: string;
  nothingOwed: string;
  nothingCovered: (name: string) => string;
  mayNotPay: (name: string) => string;
  nothingPaid: string;
  nothingPaidCovered: string;
  leadCovered: string;
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
  tableWhat: string;
  tableWhen: string;
  tableAmount: string;
  receiptOf: (title: string) => string;
}

export const paymentWords = defineWords<PaymentWords>(
  {
    title: 'Төлбөр',
    lead: 'Төлөх ёстой болон төлсөн бүхэн.',
    owed: 'Төлөх',
    owedTotal: (amount) => `Нийт ${amount}`,
    paid: 'Төлсөн',
    nothingOwed: 'Танд төлөх зүйл алга.',
    nothingCovered: (name) =>
      `Таны итгэмжлэлд хамаарах төлөх зүйл алга. Бусад хураамжийг «${name}» өөрөө төлнө.`,
    mayNotPay: (name) =>
      `Таны итгэмжлэлд төлбөр төлөх эрх ороогүй. Хураамжийг «${name}» өөрөө төлнө. Бид түүнд мэдэгдсэн.`,
    nothingPaid: 'Төлсөн зүйл одоогоор алга.',
    nothingPaidCovered: 'Таны итгэмжлэлд хамаарах төлсөн зүйл алга. Бусад төлбөр энд харагдахгүй.',
    leadCovered: 'Зөвхөн таны итгэмжлэлд хамаарах төлбөрийг харуулна.',
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
    tableWhat: 'Юунд',
    tableWhen: 'Хэзээ',
    tableAmount: 'Дүн',
    receiptOf: (title) => `Баримт: ${title}`,
  },
  {
    title: 'Payments',
    lead: 'What you owe, and what you have paid.',
    owed: 'To pay',
    owedTotal: (amount) => `${amount} in all`,
    paid: 'Paid',
    nothingOwed: 'You owe nothing.',
    nothingCovered: (name) =>
      `Nothing that your authorisation covers is due. Other fees are paid by ${name}.`,
    mayNotPay: (name) =>
      `Your authorisation does not include paying. Fees are paid by ${name}, who is notified of each fee.`,
    nothingPaid: 'Nothing has been paid yet.',
    nothingPaidCovered:
      'There is no payment that your authorisation covers. Other payments are not shown here.',
    leadCovered: 'Only payments that your authorisation covers are shown.',
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
    tableWhat: 'For',
    tableWhen: 'When',
    tableAmount: 'Amount',
    receiptOf: (title) => `Receipt: ${title}`,
  },
);
