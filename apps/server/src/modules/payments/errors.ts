import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  already_paid: {
    status: 409,
    mn: 'Энэ төлбөр аль хэдийн төлөгдсөн.',
    en: 'This has been paid already.',
  },
  not_configured: {
    status: 503,
    mn: 'Цахим төлбөр одоогоор холбогдоогүй байна.',
    en: 'No payment provider is set up here.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Төлбөрийн систем хариу өгсөнгүй. Түр хүлээгээд дахин оролдоно уу; таны төлбөр давхардахгүй.',
    en: 'The payment provider does not answer. Try again in a moment; you will not be charged twice.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Төлбөрийн системийн хариуг ашиглах боломжгүй байна. Дараа дахин оролдоно уу.',
    en: 'The payment provider answered something we cannot use. Try again later.',
  },
  invalid_signature: {
    status: 401,
    mn: 'Гарын үсэг тохирохгүй байна.',
    en: 'The signature does not fit.',
  },
});
