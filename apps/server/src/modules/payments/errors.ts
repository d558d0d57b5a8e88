import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  already_paid: {
    status: 409,
    mn: 'Энэ төлбөр төлөгдсөн байна. Дахин төлөх шаардлагагүй.',
    en: 'This payment is already paid. You do not need to pay again.',
  },
  not_configured: {
    status: 503,
    mn: 'Цахим төлбөр одоогоор боломжгүй. Төлбөрийн талаар байгууллагаас лавлана уу.',
    en: 'Online payment is not available here yet. Ask the office how to pay.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Төлбөрийн систем хариу өгсөнгүй. Түр хүлээгээд дахин оролдоно уу; таны төлбөр давхардахгүй.',
    en: 'The payment provider is not answering. Try again in a moment; you will not be charged twice.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Төлбөрийн системийн хариуг ашиглах боломжгүй байна. Дараа дахин оролдоно уу; таны төлбөр давхардахгүй.',
    en: 'The payment provider sent an answer that we cannot use. Try again later; you will not be charged twice.',
  },
  invalid_signature: {
    status: 401,
    mn: 'Гарын үсэг тохирохгүй байна.',
    en: 'The signature is not valid.',
  },
});
