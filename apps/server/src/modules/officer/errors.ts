import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  signature_required: {
    status: 409,
    mn: 'Энэ үйлчилгээний шийдвэрт ПИН2 кодоор гарын үсэг зурах ёстой. Эхлээд гарын үсгээ зурна уу.',
    en: 'The decision of this service must be signed with PIN2. Sign it first.',
  },
  signature_not_required: {
    status: 409,
    mn: 'Энэ үйлчилгээний шийдвэрт гарын үсэг шаардахгүй. Гарын үсэггүйгээр шийдвэрлэнэ үү.',
    en: 'The decision of this service needs no signature. Decide without one.',
  },
  signature_mismatch: {
    status: 409,
    mn: 'Энэ гарын үсэг таных биш, эсвэл өөр шийдвэрт зурсан байна. Энэ шийдвэрт шинээр гарын үсэг зурна уу.',
    en: 'This signature is not yours, or it is for another decision. Sign this decision.',
  },
  signature_used: {
    status: 409,
    mn: 'Энэ гарын үсгээр аль хэдийн шийдвэр гаргасан байна.',
    en: 'A decision was already made with this signature.',
  },
  signature_expired: {
    status: 409,
    mn: 'Гарын үсэг зурж эхэлснээс хойш 20 минут өнгөрсөн байна. Шинээр гарын үсэг зурна уу.',
    en: 'The signature was begun more than 20 minutes ago. Sign again.',
  },
});
