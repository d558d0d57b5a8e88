import { defineWords } from '../../i18n/words.ts';

interface ReferenceWords {
  title: string;
  lead: string;
  order: string;
  orderLead: string;
  orderLabel: string;
  orderChoose: string;
  orderSubmit: string;
  orderRequired: string;
  ordered: (title: string) => string;
  mine: string;
  empty: string;
  emptyText: string;
  issued: (date: string) => string;
  validUntil: (date: string) => string;
  forEver: string;
  valid: string;
  expired: string;
  download: string;
  downloadLabel: (title: string) => string;
  verifyHeading: string;
  verifyText: string;
  verifyLink: string;
  types: Record<string, string>;
  codes: Record<string, string>;
}

export const referenceWords = defineWords<ReferenceWords>(
  {
    title: 'Лавлагаа',
    lead: 'Төрөөс танд олгосон лавлагаа, тодорхойлолтууд.',
    order: 'Лавлагаа авах',
    orderLead: 'Сонгоод дарахад л баримт шууд гарна.',
    orderLabel: 'Ямар лавлагаа хэрэгтэй вэ',
    orderChoose: 'Сонгоно уу',
    orderSubmit: 'Авах',
    orderRequired: 'Лавлагааны төрлөө сонгоно уу.',
    ordered: (title) => `«${title}» бэлэн боллоо.`,
    mine: 'Миний лавлагаа',
    empty: 'Танд одоогоор лавлагаа алга',
    emptyText: 'Дээрээс сонгож шууд авах, эсвэл үйлчилгээнд хүсэлт гаргаж болно.',
    issued: (date) => `Олгосон: ${date}`,
    validUntil: (date) => `Хүчинтэй: ${date} хүртэл`,
    forEver: 'Хугацаагүй',
    valid: 'Хүчинтэй',
    expired: 'Хугацаа дууссан',
    download: 'PDF татах',
    downloadLabel: (title) => `${title}: PDF татах`,
    verifyHeading: 'Баримтыг хэрхэн шалгах вэ',
    verifyText:
      'Баримтыг авсан хүн QR кодыг нь утсаараа уншуулах, эсвэл дугаар, шалгах кодыг нь шалгах хуудсанд бичихэд л жинхэнэ эсэхийг нь харна. Нэвтрэх шаардлагагүй.',
    verifyLink: 'Баримт шалгах хуудас',
    types: {
      residence: 'Оршин суугаа хаягийн лавлагаа',
      birth: 'Төрсний бүртгэлийн лавлагаа',
      marriage: 'Гэрлэлтийн бүртгэлийн лавлагаа',
      tax: 'Татварын өргүй тодорхойлолт',
      social_ins: 'Нийгмийн даатгалын лавлагаа',
      health_ins: 'Эрүүл мэндийн даатгалын лавлагаа',
      criminal: 'Ял шийтгэлгүй тодорхойлолт',
    },
    codes: { unknown_value: 'Ийм лавлагааг шууд авах боломжгүй байна.' },
  },
  {
    title: 'References',
    lead: 'The certificates and extracts that the state has issued to you.',
    order: 'Get a reference',
    orderLead: 'Choose one, and the document is made at once.',
    orderLabel: 'Which reference do you need?',
    orderChoose: 'Choose',
    orderSubmit: 'Get it',
    orderRequired: 'Choose a kind of reference.',
    ordered: (title) => `“${title}” is ready.`,
    mine: 'My references',
    empty: 'You have no references yet',
    emptyText: 'Get one above at once, or apply for a service.',
    issued: (date) => `Issued on ${date}`,
    validUntil: (date) => `Valid until ${date}`,
    forEver: 'No end date',
    valid: 'Valid',
    expired: 'Expired',
    download: 'Download PDF',
    downloadLabel: (title) => `${title}: download PDF`,
    verifyHeading: 'How a document is checked',
    verifyText:
      'Whoever receives it scans its QR code, or writes its number and check code on the verification page, and sees whether it is genuine. No sign-in is needed.',
    verifyLink: 'Verify a document',
    types: {
      residence: 'Proof of residence',
      birth: 'Birth record extract',
      marriage: 'Marriage record extract',
      tax: 'Tax clearance',
      social_ins: 'Social-insurance extract',
      health_ins: 'Health-insurance extract',
      criminal: 'No-criminal-record certificate',
    },
    codes: { unknown_value: 'This reference cannot be had at once.' },
  },
);
