import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  conflict_unconfirmed: {
    status: 503,
    mn: 'Улсын бүртгэл эсвэл eID хариу өгөхгүй байгаа тул та энэ хүсэлттэй холбоотой эсэхийг шалгаж чадсангүй. Юу ч өөрчлөгдөөгүй. Хэдэн минутын дараа дахин оролдоно уу.',
    en: 'The state register or the eID provider does not answer, so we cannot check whether you have an interest in this case. Nothing was changed. Try again in a few minutes.',
  },
  not_a_colleague: {
    status: 409,
    mn: 'Энэ ажилтан ийм хүсэлт шийдвэрлэх эрхгүй, эсвэл хүсэлт нь өөрийнх нь байна. Өөр ажилтан сонгоно уу.',
    en: 'This colleague may not decide this case, or it is their own. Choose another colleague.',
  },
  too_many_filters: {
    status: 409,
    mn: 'Хадгалсан шүүлтүүр хэт олон байна. Хуучныг устгаад дахин оролдоно уу.',
    en: 'You have reached the limit of saved filters. Delete one and try again.',
  },
  filter_name_taken: {
    status: 409,
    mn: 'Ийм нэртэй шүүлтүүр байна. Өөр нэр өгнө үү.',
    en: 'You already have a filter of this name. Choose another name.',
  },
  too_many_templates: {
    status: 409,
    mn: 'Энэ байгууллагын загвар хэт олон байна. Хуучныг устгаад дахин оролдоно уу.',
    en: 'This authority has reached its limit of templates. Delete one and try again.',
  },
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
