import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  webhook_address_refused: {
    status: 422,
    mn: 'Энэ хаяг руу илгээх боломжгүй. Нийтийн сүлжээн дэх, нэвтрэх нэргүй https хаяг бичнэ үү.',
    en: 'This address cannot be used. Give an https address on the public internet, without a user name.',
  },
  too_many_webhooks: {
    status: 409,
    mn: 'Нэг аппликейшнд 5 хүртэл webhook бүртгэнэ. Хэрэггүйг нь устгаад дахин оролдоно уу.',
    en: 'An application has at most 5 webhooks. Delete one that you do not need, then try again.',
  },
  webhook_replay_period: {
    status: 422,
    mn: 'Эхлэх цаг дуусах цагаас өмнө байх ёстой.',
    en: 'The start of the period must be before its end.',
  },
});
