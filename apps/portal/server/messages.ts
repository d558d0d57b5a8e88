export type Language = 'mn' | 'en';

interface Failure {
  status: number;
  mn: string;
  en: string;
}

/** Failures of the browser layer itself; every other failure text comes from the backend. */
export const failures = {
  bad_request: {
    status: 400,
    mn: 'Хүсэлтийг ойлгосонгүй. Хуудсаа шинэчлээд дахин оролдоно уу.',
    en: 'The request could not be understood. Reload the page and try again.',
  },
  unauthorized: {
    status: 401,
    mn: 'Та нэвтрээгүй байна. Нэвтрээд дахин оролдоно уу.',
    en: 'You are not signed in. Sign in and try again.',
  },
  csrf_failed: {
    status: 403,
    mn: 'Хүсэлт энэ хуудаснаас ирснийг баталгаажуулж чадсангүй. Хуудсаа шинэчлээд дахин оролдоно уу.',
    en: 'We could not confirm that this request came from our page. Reload the page and try again.',
  },
  not_found: {
    status: 404,
    mn: 'Олдсонгүй. Хаягаа шалгана уу.',
    en: 'Not found. Check the address.',
  },
  payload_too_large: {
    status: 413,
    mn: 'Илгээсэн мэдээлэл хэт том байна. Багасгаад дахин илгээнэ үү.',
    en: 'The request is too large. Make it smaller and send it again.',
  },
  unsupported_media_type: {
    status: 415,
    mn: 'Мэдээллийг JSON хэлбэрээр илгээнэ үү.',
    en: 'Send the request body as JSON.',
  },
  too_many_uploads: {
    status: 429,
    mn: 'Та хэт олон хүсэлт зэрэг илгээж байна. Аль нэг нь дуусмагц дахин оролдоно уу.',
    en: 'Too many of your requests are under way. Try again when one has finished.',
  },
  uploads_busy: {
    status: 503,
    mn: 'Одоо хэт олон хүсэлт илгээгдэж байна. Хэдэн секундын дараа дахин оролдоно уу.',
    en: 'Too many requests are being sent right now. Try again in a few seconds.',
  },
  internal: {
    status: 500,
    mn: 'Дотоод алдаа гарлаа. Дахин оролдоно уу.',
    en: 'Something went wrong on our side. Try again.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Үйлчилгээнээс ойлгомжгүй хариу ирлээ. Дахин оролдоно уу.',
    en: 'The service gave an answer we could not use. Try again.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Үйлчилгээ түр ажиллахгүй байна. Хэдэн секундын дараа дахин оролдоно уу.',
    en: 'The service is not available at the moment. Try again in a few seconds.',
  },
  timeout: {
    status: 503,
    mn: 'Хариу хугацаандаа ирсэнгүй. Дахин оролдоно уу.',
    en: 'The service took too long to answer. Try again.',
  },
} as const satisfies Record<string, Failure>;

export type FailureCode = keyof typeof failures;

export const texts = {
  signedOut: { mn: 'Та гарлаа.', en: 'You are signed out.' },
  signedOutHere: {
    mn: 'Та энэ хөтчөөс гарлаа, гэхдээ сервертэй холбогдож чадсангүй. Сервер дээрх нэвтрэлт хугацаа нь дуусахад хаагдана.',
    en: 'You are signed out in this browser, but we could not reach the server. Your session there ends when it expires.',
  },
  extended: { mn: 'Таны нэвтрэлт сунгагдлаа.', en: 'Your session was extended.' },
} as const satisfies Record<string, Record<Language, string>>;

/** Chooses mn or en by weight in Accept-Language, and English if neither is listed. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  let best: Language = 'en';
  let bestWeight = 0;
  for (const part of (acceptLanguage ?? '').slice(0, 512).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    const primary = tag.split('-')[0];
    if ((primary === 'mn' || primary === 'en') && weight > bestWeight) {
      best = primary;
      bestWeight = weight;
    }
  }
  return best;
}
