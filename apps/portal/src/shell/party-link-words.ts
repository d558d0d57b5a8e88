import { defineWords } from '../i18n/words.ts';

export const partyLinkWords = defineWords(
  {
    switched: (name: string) =>
      `Таны нээсэн холбоос «${name}»-д хамаарах тул та одоо «${name}»-г төлөөлж байна.`,
    title: 'Та үүнийг нээх эрхгүй байна',
    ended:
      'Энэ холбоос таны төлөөлөх эрхгүй хүн эсвэл байгууллагад хамаарна. Таны эрх дууссан, эсвэл холбоос өөр хүнд зориулагдсан байж болно.',
    unknownTitle: 'Таны эрхийг одоогоор шалгаж чадсангүй',
    unknown: 'Төрийн бүртгэл хариу өгөхгүй байна. Хэсэг хугацааны дараа дахин оролдоно уу.',
    notKeptTitle: 'Таны сонголтыг хадгалж чадсангүй',
    notKept: 'Таны хөтөч үүнийг хадгалах боломжгүй байна. Хувийн горимоос гараад дахин оролдоно уу.',
    again: 'Дахин оролдох',
    home: 'Миний хуудас руу очих',
  },
  {
    switched: (name) => `The link you opened is about ${name}, so you now act for ${name}.`,
    title: 'You cannot open this',
    ended:
      'This link is about a person or an organisation that you may not act for. Your right may have ended, or the link may be meant for somebody else.',
    unknownTitle: 'Your right could not be checked',
    unknown: 'A register of the state does not answer at the moment. Try again later.',
    notKeptTitle: 'Your choice was not saved',
    notKept: 'Your browser cannot keep this choice. Leave private browsing and try again.',
    again: 'Try again',
    home: 'Go to my page',
  },
);
