import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  scope_not_requested: {
    status: 400,
    mn: 'Аппликейшн хүсээгүй зүйлийг зөвшөөрөх боломжгүй.',
    en: 'Only what the application asked for can be allowed.',
  },
  fresh_sign_in_required: {
    status: 403,
    mn: 'Энэ аппликейшн дахин нэвтрэхийг шаардаж байна. Гараад дахин нэвтэрнэ үү.',
    en: 'This application asks you to sign in afresh. Sign out, sign in again and continue.',
  },
});
