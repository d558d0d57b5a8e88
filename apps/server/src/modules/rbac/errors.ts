import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  unknown_permission: {
    status: 400,
    mn: 'Ийм эрх байхгүй. Эрхийн жагсаалтаас сонгоно уу.',
    en: 'This permission does not exist. Choose one from the list of permissions.',
  },
  key_required: {
    status: 422,
    mn: 'Энэ нэрээс түлхүүр үг үүсгэх боломжгүй. Латин жижиг үсгээр key өгнө үү.',
    en: 'This name gives no key. Enter a key of small Latin letters.',
  },
  role_protected: {
    status: 403,
    mn: 'Энэ дүр эсвэл бүртгэл таны эрхээс давсан байна. Дээд эрхтэй администраторт хандана уу.',
    en: 'You may not change this role or account. Ask an administrator with more rights.',
  },
  system_role: {
    status: 409,
    mn: 'Системийн дүрийг ингэж өөрчлөх боломжгүй. Шинэ дүр үүсгэнэ үү.',
    en: 'A system role cannot be changed in this way. Create another role instead.',
  },
  role_in_use: {
    status: 409,
    mn: 'Энэ дүртэй хүн байна. Эхлээд тэдэнд өөр дүр өгнө үү.',
    en: 'People still hold this role. Give them another role first.',
  },
});
