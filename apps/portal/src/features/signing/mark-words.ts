import { defineWords } from '../../i18n/words.ts';

export const markWords = defineWords(
  {
    show: 'Баримт дээр харагдах тэмдэг тавих',
    hint: 'Тэмдгийг чирж зөөх, эсвэл тавих газраа дарна уу.',
    keys: 'Гараас: сумтай товч зөөнө (Shift дарвал бага багаар), Page Up, Page Down хуудас солино, Home ердийн буланд буцаана.',
    find: (page: number) => `Тэмдгийг харах (${page}-р хуудас)`,
    without: 'Баримт дээр юу ч харагдахгүй. Гарын үсэг адилхан хүчинтэй.',
    back: 'Ердийн буланд буцаах',
    mark: 'Гарын үсгийн тэмдэг',
    movable: 'зөөдөг тэмдэг',
    put: (page: number) => `Тэмдгийг ${page}-р хуудсанд тавих`,
    position: (page: number, left: number, top: number) =>
      `${page}-р хуудас: зүүн талаас ${left}%, дээд талаас ${top}%.`,
    gone: 'Тэмдэг тавихгүй.',
    title: 'Цахим гарын үсэг · Electronic signature',
    date: 'Огноо · Date',
    scan: 'Кодыг уншуулж шалгана уу · Scan to verify',
  },
  {
    show: 'Show a mark on the document',
    hint: 'Drag the mark, or press the place where it should be.',
    keys: 'Keyboard: the arrows move it (with Shift by less), Page Up and Page Down change the page, Home returns it to the usual corner.',
    find: (page) => `Show the mark (page ${page})`,
    without: 'Nothing will be visible on the document. The signature is just as valid.',
    back: 'Back to the usual corner',
    mark: 'Mark of the signature',
    movable: 'movable mark',
    put: (page) => `Put the mark on page ${page}`,
    position: (page, left, top) => `Page ${page}: ${left}% from the left, ${top}% from the top.`,
    gone: 'No mark.',
    title: 'Цахим гарын үсэг · Electronic signature',
    date: 'Огноо · Date',
    scan: 'Кодыг уншуулж шалгана уу · Scan to verify',
  },
);
