import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  authority_exists: {
    status: 409,
    mn: 'Ийм нэртэй байгууллага бүртгэлтэй байна. Тэр бүртгэлийг ашиглана уу.',
    en: 'An authority of this name exists. Use that record.',
  },
  authority_in_use: {
    status: 409,
    mn: 'Энэ байгууллагад үйлчилгээ, хүсэлт, эсвэл ажилтан харьяалагдаж байна. Эхлээд тэдгээрийг өөр байгууллагад шилжүүлнэ үү.',
    en: 'Services, applications or staff belong to this authority. Move them to another authority first.',
  },
});
