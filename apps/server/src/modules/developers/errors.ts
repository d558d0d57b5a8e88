import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  secret_in_use: {
    status: 409,
    mn: 'Хуучин нууц түлхүүрийг сүүлийн 24 цагт ашигласан байна. Хаана ашигласныг шалгаад, тэгсэн ч зогсоох бол дахин баталгаажуулна уу.',
    en: 'The old secret was used within the last 24 hours. Look where, and confirm again to end it anyway.',
  },
  no_old_secret: {
    status: 409,
    mn: 'Зогсоох хуучин нууц түлхүүр алга.',
    en: 'There is no old secret to end.',
  },
  too_many_owners: {
    status: 409,
    mn: 'Аппликейшн хамгийн ихдээ 20 эзэнтэй. Эхлээд нэгийг нь хасна уу.',
    en: 'An application has at most 20 owners. Remove one first.',
  },
});
