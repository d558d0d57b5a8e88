import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  exchange_failed: {
    status: 400,
    mn: 'Сошиал бүртгэлийг баталгаажуулж чадсангүй. Дахин эхлүүлнэ үү.',
    en: 'The social account could not be verified. Start again.',
  },
  domain_not_allowed: {
    status: 403,
    mn: 'Энэ и-мэйл хаягаар энд нэвтрэх боломжгүй. Байгууллагынхаа хаяг, эсвэл eID ашиглана уу.',
    en: 'You cannot sign in here with this e-mail address. Use the address of your organisation, or eID.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Сошиал нэвтрэлтийн үйлчилгээ хариу өгсөнгүй. Дахин оролдох, эсвэл eID-ээр нэвтэрнэ үү.',
    en: 'The social sign-in service did not answer. Try again, or use eID.',
  },
  not_configured: {
    status: 503,
    mn: 'Сошиал нэвтрэлт энд тохируулагдаагүй байна. eID-ээр нэвтэрнэ үү.',
    en: 'Social sign-in is not set up here. Use eID.',
  },
});
