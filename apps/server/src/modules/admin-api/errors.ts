import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  unsupported_member: {
    status: 400,
    mn: 'Бүртгэлийн энэ талбарыг дэмждэггүй, эсвэл ийм төрлийн клиентэд тохирохгүй. Талбарыг хасаад дахин илгээнэ үү.',
    en: 'A field of this registration is not supported, or does not fit this type of client. Remove it and send again.',
  },
  auth_method_fixed: {
    status: 400,
    mn: 'Клиентийн нийтийн эсвэл нууцтай төрлийг өөрчлөх боломжгүй. Шинэ клиент бүртгэнэ үү.',
    en: 'A client cannot change between public and confidential. Register a new client instead.',
  },
  key_lost_maker: {
    status: 403,
    mn: 'Энэ түлхүүрийг үүсгэсэн хүн администратор байхаа больсон тул түлхүүр хүчингүй болсон. Администратораас шинэ түлхүүр аваарай.',
    en: 'This key has ended, because the person who made it is no longer an administrator. Ask an administrator for a new key.',
  },
  environment_key: {
    status: 409,
    mn: 'Энэ түлхүүр тохиргоонд (SSO_ADMIN_API_KEYS) бичигдсэн. Тохиргооноос нь хасна уу.',
    en: 'This key is set in SSO_ADMIN_API_KEYS. Remove it from the settings instead.',
  },
});
