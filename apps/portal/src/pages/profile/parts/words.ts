import { defineWords } from '../../../i18n/words.ts';

export const partsWords = defineWords(
  {
    loading: 'Ачаалж байна…',
    retry: 'Дахин оролдох',
    retrying: 'Дахин оролдож байна…',
    cancel: 'Болих',
    close: 'Хаах',
    copy: 'Хуулах',
    copied: 'Хууллаа',
    copyFailed: 'Хуулж чадсангүй. Гараар тэмдэглэж хуулна уу.',
    reference: 'Лавлах дугаар',
    opensNewTab: 'шинэ цонхонд нээгдэнэ',
    failure: {
      network: 'Интернэт холболт тасарсан бололтой. Холболтоо шалгаад дахин оролдоно уу.',
      slow: 'Хариу хэт удлаа. Хэсэг хүлээгээд дахин оролдоно уу.',
      rateLimited: (wait: string) => `Хэт олон удаа оролдлоо. ${wait} дараа дахин оролдоно уу.`,
      eidUnreachable: 'eID үйлчилгээ одоогоор хариу өгөхгүй байна. Энэ хуудасны бусад хэсэг хэвийн ажиллана.',
      registryUnreachable: 'Улсын бүртгэл одоогоор хариу өгөхгүй байна. Хэсэг хүлээгээд дахин оролдоно уу.',
      notConfigured: 'Энэ боломжийг хараахан холбоогүй байна. Системийн админд хандана уу.',
      notGranted:
        'eID үйлчилгээ энэ мэдээллийг унших эрхийг манай системд олгоогүй байна. Таны eID хэвийн ажиллана.',
      reauth: 'Энэ хэсгийг харахын тулд гараад дахин нэвтэрнэ үү.',
      notRepresentative: 'Та энэ байгууллагыг төлөөлөх эрхгүй байна.',
      forbidden: 'Танд үүнийг хийх эрх алга.',
      notFound: 'Олдсонгүй. Хуудсаа шинэчилж үзнэ үү.',
      conflict: 'Энэ хооронд өөрчлөгдсөн байна. Хуудсаа шинэчилж үзнэ үү.',
      invalid: 'Бөглөсөн зүйлээ шалгана уу.',
      other: 'Санаанд оромгүй алдаа гарлаа. Дахин оролдоно уу.',
    },
  },
  {
    loading: 'Loading…',
    retry: 'Try again',
    retrying: 'Trying again…',
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'It could not be copied. Select it and copy it by hand.',
    reference: 'Reference',
    opensNewTab: 'opens in a new window',
    failure: {
      network: 'You seem to be offline. Check your connection and try again.',
      slow: 'The answer took too long. Wait a little and try again.',
      rateLimited: (wait) => `Too many tries. Try again in ${wait}.`,
      eidUnreachable: 'The eID service is not answering right now. The rest of this page still works.',
      registryUnreachable: 'The state registry is not answering right now. Wait a little and try again.',
      notConfigured: 'This is not connected here yet. Ask the administrator of this platform.',
      notGranted:
        'The eID service has not given this platform the right to read this. Your eID itself works as before.',
      reauth: 'To see this part, sign out and sign in again.',
      notRepresentative: 'You have no right to represent this organisation.',
      forbidden: 'You have no right to do this.',
      notFound: 'Not found. Reload the page and look again.',
      conflict: 'This has changed in the meantime. Reload the page and look again.',
      invalid: 'Check what you filled in.',
      other: 'Something unexpected went wrong. Try again.',
    },
  },
);

export type PartsWords = (typeof partsWords)['mn'];
