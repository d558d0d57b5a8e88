import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  unknown_permission: {
    status: 400,
    mn: 'Ийм эрх байхгүй. Эрхийн жагсаалтаас сонгоно уу.',
    en: 'There is no such permission. Choose from the list of permissions.',
  },
  key_required: {
    status: 422,
    mn: 'Энэ нэрээс түлхүүр үг үүсгэх боломжгүй. Латин жижиг үсгээр key өгнө үү.',
    en: 'No key can be made of this name. Give a key of small Latin letters.',
  },
  role_protected: {
    status: 403,
    mn: 'Энэ дүр эсвэл бүртгэл таны эрхээс давсан байна. Дээд эрхтэй администраторт хандана уу.',
    en: 'This role or account is beyond what you may change. Ask an administrator of higher rank.',
  },
  system_role: {
    status: 409,
    mn: 'Системийн дүрийг ингэж өөрчлөх боломжгүй.',
    en: 'A role of the system cannot be changed in this way.',
  },
  role_in_use: {
    status: 409,
    mn: 'Энэ дүртэй хүн байна. Эхлээд тэдэнд өөр дүр өгнө үү.',
    en: 'People still hold this role. Give them another one first.',
  },
});
