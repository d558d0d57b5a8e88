import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  scope_not_requested: {
    status: 400,
    mn: 'Зөвхөн аппликейшны хүссэн зүйлийг зөвшөөрөх боломжтой.',
    en: 'You can allow only what the application asked for.',
  },
  tools_for_administrators: {
    status: 403,
    mn: 'Энэ хэрэгслүүдийг зөвхөн администратор ашиглана. Хүсэлтийг татгалзана уу.',
    en: 'Only administrators can allow these tools. Refuse the request.',
  },
  fresh_sign_in_required: {
    status: 403,
    mn: 'Энэ аппликейшн дахин нэвтрэхийг шаардаж байна. Гараад дахин нэвтэрнэ үү.',
    en: 'This application asks you to sign in again. Sign out, then sign in and continue.',
  },
});
