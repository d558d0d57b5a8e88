import { defineWords } from '../i18n/words.ts';

/** What all pages of the administration say. */
export const administrationWords = defineWords(
  {
    noAccessTitle: 'Танд энэ хэсгийг нээх эрх алга',
    noAccessText: 'Энэ хэсэг ажилд тань хэрэгтэй бол байгууллагынхаа админд хандаж эрх авна уу.',
    toHome: 'Миний хуудас руу очих',
    loading: 'Ачаалж байна…',
    loadFailed: 'Ачаалж чадсангүй',
    retry: 'Дахин оролдох',
    reference: 'Лавлах дугаар',
    close: 'Хаах',
    backToList: 'Жагсаалт руу буцах',
    save: 'Хадгалах',
    cancel: 'Болих',
    empty: 'Илэрц алга',
    unknown: 'Мэдээлэлгүй',
    required: 'Бөглөнө үү.',
    failures: {
      network: 'Холболт тасарлаа. Холболтоо шалгаад дахин оролдоно уу.',
      timeout: 'Сервер хариу өгсөнгүй. Түр хүлээгээд дахин оролдоно уу.',
      unauthorized: 'Таны нэвтрэлт дууссан байна. Дахин нэвтэрнэ үү.',
      rate_limited: (seconds: number) =>
        `Хэт олон удаа оролдлоо. ${seconds} секундын дараа дахин оролдоно уу.`,
      invalid: 'Оруулсан мэдээллээ шалгаад дахин оролдоно уу.',
      forbidden: 'Танд үүнийг хийх эрх алга.',
      refused: 'Сервер үүнийг зөвшөөрсөнгүй.',
      unavailable: 'Түр ажиллахгүй байна. Хэсэг хугацааны дараа дахин оролдоно уу.',
    },
  },
  {
    noAccessTitle: 'You do not have access to this section',
    noAccessText:
      'If you need it for your work, ask an administrator of your organisation for the permission.',
    toHome: 'Go to my page',
    loading: 'Loading…',
    loadFailed: 'This could not be loaded',
    retry: 'Try again',
    reference: 'Reference',
    close: 'Close',
    backToList: 'Back to the list',
    save: 'Save',
    cancel: 'Cancel',
    empty: 'Nothing found',
    unknown: 'Not known',
    required: 'Fill this in.',
    failures: {
      network: 'The connection was lost. Check it and try again.',
      timeout: 'The server did not answer. Wait a moment and try again.',
      unauthorized: 'Your session has ended. Sign in again.',
      rate_limited: (seconds) => `Too many attempts. Try again in ${seconds} seconds.`,
      invalid: 'Check what you entered and try again.',
      forbidden: 'You may not do this.',
      refused: 'The server did not allow this.',
      unavailable: 'Not available at the moment. Try again a little later.',
    },
  },
);

export type AdministrationWords = (typeof administrationWords)['mn'];
