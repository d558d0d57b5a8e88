import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  invalid_state: {
    status: 400,
    mn: 'Нэвтрэх хүсэлт хуучирсан эсвэл ашиглагдсан байна. Дахин эхлүүлнэ үү.',
    en: 'This sign-in has expired or was already used. Start again.',
  },
  exchange_failed: {
    status: 400,
    mn: 'Нэгдсэн нэвтрэлтийг баталгаажуулж чадсангүй. Дахин оролдоно уу.',
    en: 'The single sign-on could not be confirmed. Try again.',
  },
  invalid_redirect_uri: {
    status: 400,
    mn: 'Буцах хаяг зөвшөөрөгдөөгүй байна. Бүртгэлтэй хаяг ашиглана уу.',
    en: 'The return address is not allowed. Use a registered one.',
  },
  not_configured: {
    status: 503,
    mn: 'Нэгдсэн нэвтрэлт тохируулагдаагүй байна. Өөр аргаар нэвтэрнэ үү.',
    en: 'Single sign-on is not set up here. Sign in another way.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Нэгдсэн нэвтрэлтийн үйлчилгээ хариу өгөхгүй байна. Дахин оролдоно уу.',
    en: 'The single sign-on service does not answer. Try again shortly.',
  },
});
