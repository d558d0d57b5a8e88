import { defineWords } from '../../i18n/words.ts';

export const verifyWords = defineWords(
  {
    title: 'Баримт шалгах',
    lead: 'Лавлагаа, тодорхойлолт жинхэнэ эсэхийг хэн ч шалгаж болно. Нэвтрэх шаардлагагүй.',
    number: 'Баримтын дугаар',
    numberHint: 'Жишээ: REF-2026-123456',
    numberFault: 'Дугаарыг REF-2026-123456 хэлбэрээр бичнэ үү.',
    code: 'Шалгах код',
    codeHint:
      'Баримтын доод талд байгаа 16 тэмдэгт. Кодгүй бол эзэмшигчийн бүтэн нэр, баримтын агуулга харагдахгүй.',
    codeFault: 'Кодонд зөвхөн латин үсэг, тоо байна.',
    check: 'Шалгах',
    genuine: 'Жинхэнэ баримт',
    genuineText: 'Энэ баримтыг төр олгосон бөгөөд одоо хүчинтэй.',
    numberOnly: 'Ийм дугаартай баримт олгосон',
    numberOnlyText:
      'Дугаар бүртгэлд байна. Гар дээрх баримт мөн эсэхийг батлахын тулд баримтын шалгах кодыг бас бичнэ үү.',
    wrongCode: 'Код таарсангүй',
    wrongCodeText:
      'Ийм дугаартай баримт бий, гэхдээ шалгах код нь өөр. Кодоо шалгана уу; зөв бол баримт хуурамч байж болзошгүй.',
    expired: 'Хугацаа нь дууссан баримт',
    expiredText: 'Баримтыг төр олгосон боловч хүчинтэй хугацаа нь дууссан.',
    unknown: 'Ийм баримт олгоогүй',
    unknownText: (number: string) =>
      `${number} дугаартай баримт бүртгэлд алга. Дугаараа шалгана уу; зөв бол баримт хуурамч байж болзошгүй.`,
    document: 'Баримт',
    holder: 'Эзэмшигч',
    authority: 'Олгосон байгууллага',
    certified: 'Баримтад бичсэн мэдээлэл',
    source: 'Эх сурвалж',
    readAt: 'Бүртгэлээс лавласан (Улаанбаатарын цагаар)',
    purpose: 'Зориулалт',
    issued: 'Олгосон',
    validUntil: 'Хүчинтэй хугацаа',
    until: (date: string) => `${date} хүртэл`,
    forEver: 'Хугацаагүй',
    sealed: (name: string, date: string) =>
      `PDF файл нь «${name}»-н цахим тамгатай (${date}). Файлыг хүлээн авсан бол тамгыг нь бас шалгаарай.`,
    compare: 'Дээрх мэдээллийг гар дээрх баримттайгаа тулгана уу.',
    another: 'Дугаар, кодоор шалгах',
  },
  {
    title: 'Verify a document',
    lead: 'Anybody can check whether a reference or certificate is genuine. No sign-in is needed.',
    number: 'Document number',
    numberHint: 'For example: REF-2026-123456',
    numberFault: 'Write the number like REF-2026-123456.',
    code: 'Check code',
    codeHint:
      'The 16 characters at the foot of the document. Without it neither the holder’s full name nor what the document says is shown.',
    codeFault: 'The code has Latin letters and digits only.',
    check: 'Check',
    genuine: 'This document is genuine',
    genuineText: 'It was issued by the state and is valid now.',
    numberOnly: 'A document with this number was issued',
    numberOnlyText:
      'The number is in the register. To be sure that it is the paper in your hand, write its check code as well.',
    wrongCode: 'The check code does not fit',
    wrongCodeText:
      'There is a document with this number, but its code is another one. Check the code; if it is right, the paper may be forged.',
    expired: 'This document has expired',
    expiredText: 'It was issued by the state, but it is no longer valid.',
    unknown: 'No such document was issued',
    unknownText: (number) =>
      `The register knows no document ${number}. Check the number; if it is right, the paper may be forged.`,
    document: 'Document',
    holder: 'Holder',
    authority: 'Issued by',
    certified: 'What the document says',
    source: 'Source',
    readAt: 'Register read at (Ulaanbaatar time)',
    purpose: 'Purpose',
    issued: 'Issued',
    validUntil: 'Valid',
    until: (date) => `until ${date}`,
    forEver: 'without an end date',
    sealed: (name, date) =>
      `The PDF file carries the electronic seal of ${name}, made on ${date}. If you received the file, check its seal too.`,
    compare: 'Compare this with the paper in your hand.',
    another: 'Check by number and code',
  },
);
