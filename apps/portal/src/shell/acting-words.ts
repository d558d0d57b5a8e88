import { defineWords } from '../i18n/words.ts';

export const actingWords = defineWords(
  {
    label: 'Хэний өмнөөс',
    choose: 'Хэний өмнөөс үйлдэх вэ',
    myself: 'Өөрийн нэрээр',
    acting: (name: string) => `Та «${name}»-г төлөөлж байна.`,
    personal: (name: string) =>
      `Энэ хуудас таны өөрийнх. Та «${name}»-г хүсэлт, лавлагаа, төлбөр, цаг захиалгын хуудсанд төлөөлнө.`,
    stop: 'Төлөөлөхөө зогсоох',
    none: 'Та одоогоор хэнийг ч төлөөлөхгүй байна',
    incomplete: 'Төрийн бүртгэл хариу өгөхгүй байгаа тул зарим нь харагдахгүй байна',
    failed: 'Жагсаалт ачаалагдсангүй. Цэсийг дахин нээнэ үү',
    notKept: 'Таны хөтөч үүнийг хадгалах боломжгүй байна. Хувийн горимоос гараад дахин оролдоно уу.',
    notDownloaded: 'Файлыг татаж чадсангүй. Дахин оролдоно уу.',
  },
  {
    label: 'Acting for',
    choose: 'Who do you act for?',
    myself: 'Myself',
    acting: (name) => `You act for ${name}.`,
    personal: (name) =>
      `This page is your own. You act for ${name} on the pages for applications, references, payments and appointments.`,
    stop: 'Stop',
    none: 'There is nobody you can act for now',
    incomplete: 'A register of the state does not answer, so some are missing',
    failed: 'The list did not load. Open the menu again',
    notKept: 'Your browser cannot keep this choice. Leave private browsing and try again.',
    notDownloaded: 'The file was not downloaded. Try again.',
  },
);
