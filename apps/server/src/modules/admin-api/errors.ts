import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  unsupported_member: {
    status: 400,
    mn: 'Бүртгэлийн энэ талбарыг дэмждэггүй, эсвэл ийм төрлийн клиентэд тохирохгүй.',
    en: 'A member of the registration is not supported here, or does not fit this kind of client.',
  },
  auth_method_fixed: {
    status: 400,
    mn: 'Нийтийн клиентийг нууцтай болгох, эсвэл эсрэгээр өөрчлөх боломжгүй.',
    en: 'A public client cannot become confidential, nor the other way round.',
  },
  environment_key: {
    status: 409,
    mn: 'Энэ түлхүүр тохиргоонд (SSO_ADMIN_API_KEYS) бичигдсэн. Тохиргооноос нь хасна уу.',
    en: 'This key stands in SSO_ADMIN_API_KEYS; take it out of the settings instead.',
  },
});
