import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  not_connected: {
    status: 404,
    mn: 'Энэ үйлчилгээтэй холбогдоогүй байна. Эхлээд холбоно уу.',
    en: 'You have not connected this service. Connect it first.',
  },
  provider_grant_invalid: {
    status: 400,
    mn: 'Энэ үйлчилгээ зөвшөөрлийг хүлээн авахгүй байна. Дахин холбоно уу.',
    en: 'This service no longer accepts your permission. Connect it again.',
  },
  not_configured: {
    status: 503,
    mn: 'Энэ үйлчилгээг холбох тохиргоо хийгдээгүй байна.',
    en: 'This service is not set up here.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Холбогдсон үйлчилгээ хариу өгөхгүй байна. Түр хүлээгээд дахин оролдоно уу.',
    en: 'The connected service does not answer. Wait a moment and try again.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Холбогдсон үйлчилгээ ойлгомжгүй хариу өглөө. Дараа дахин оролдоно уу.',
    en: 'The connected service gave an unusable answer. Try again later.',
  },
  cloud_file_not_found: {
    status: 404,
    mn: 'Ийм файл олдсонгүй. Жагсаалтыг шинэчилнэ үү.',
    en: 'There is no such file any more. Reload the list.',
  },
  provider_full: {
    status: 409,
    mn: 'Холбогдсон үйлчилгээнд зай хүрэхгүй байна. Тэнд зай гаргаад дахин оролдоно уу.',
    en: 'There is no room left at the connected service. Make room there and try again.',
  },
});
