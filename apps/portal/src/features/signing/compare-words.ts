import { defineWords } from '../../i18n/words.ts';

export const compareWords = defineWords(
  {
    title: 'Хоёр хувилбарын харьцуулалт',
    show: 'Гарын үсэг зурсан болон одоогийн хувилбарыг харьцуулах',
    hide: 'Харьцуулалтыг хаах',
    signed: 'Гарын үсэг зурсан хувилбар',
    now: 'Одоогийн хувилбар',
    page: (page: number, number: number, count: number) =>
      count > 1 ? `${page}-р хуудас (${count} хуудаснаас ${number} дэх)` : `${page}-р хуудас`,
    previous: 'Өмнөх',
    next: 'Дараах',
    noPage: 'Энэ хувилбарт ийм хуудас алга.',
    partly: (compared: number, pages: number) =>
      `Зургаар харьцуулсан нь: ${pages} хуудаснаас ${compared}. Бусад хуудсыг зөвхөн файлын бүтцээр шалгасан.`,
    covered:
      'Дараа зурсан гарын үсгийн тэмдэг хуудасны бичвэр дээр эсвэл зэрэгцээ байрласан. Доорх хоёр хувилбарыг харьцуулж, гарын үсэг зурахад юу байсныг үзнэ үү.',
    marked: 'Гарын үсэг зурсны дараа хуудасны хоосон зайд өөр гарын үсгийн тэмдэг нэмсэн.',
    filled:
      'Гарын үсэг зурсны дараа, баталгаажуулсан хүний зөвшөөрснөөр, талбар бөглөсөн эсвэл тэмдэглэл нэмсэн. Доор хоёр хувилбар байна.',
    notCompared: 'Хуудсыг зургаар харьцуулж чадсангүй.',
  },
  {
    title: 'Comparison of both versions',
    show: 'Compare the signed version with the current one',
    hide: 'Close the comparison',
    signed: 'As it was signed',
    now: 'As it is now',
    page: (page, number, count) =>
      count > 1 ? `Page ${page} (${number} of ${count} to compare)` : `Page ${page}`,
    previous: 'Previous',
    next: 'Next',
    noPage: 'This version has no such page.',
    partly: (compared, pages) =>
      `${compared} of ${pages} pages were compared as pictures. The others were checked by the structure of the file alone.`,
    covered:
      'The mark of a later signature lies on the text of the page or next to it. Compare both versions below to see what was there.',
    marked: 'After signing, the mark of another signature was added on a blank place of the page.',
    filled:
      'After signing, fields were filled in or notes added, as the certifier allowed. Both versions are below.',
    notCompared: 'The pages could not be compared as pictures.',
  },
);
