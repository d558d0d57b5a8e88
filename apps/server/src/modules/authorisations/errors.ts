import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  to_yourself: {
    status: 409,
    mn: 'Өөртөө итгэмжлэл олгох боломжгүй. Өөр хүний регистрийн дугаар бичнэ үү.',
    en: 'You cannot authorise yourself. Enter the register number of another person.',
  },
  under_age: {
    status: 403,
    mn: '18 нас хүрсэн хүн л итгэмжлэл олгоно.',
    en: 'Only a person aged 18 or over can give an authorisation.',
  },
  not_verified: {
    status: 409,
    mn: 'Энэ байгууллагыг төлөөлөх эрхээ хэн ч нотлоогүй байна. Эхлээд eID-аар холбоно уу.',
    en: 'Nobody has proven yet that they represent this organisation. Link it with eID first.',
  },
  representation_ended: {
    status: 409,
    mn: 'Энэ итгэмжлэлд гарын үсэг зурсан хүн байгууллагаа төлөөлөхөө больсон байна. Байгууллагаас шинэ итгэмжлэл хүснэ үү.',
    en: 'The person who signed this authorisation no longer represents the organisation. Ask the organisation for a new one.',
  },
  too_many: {
    status: 409,
    mn: '50 итгэмжлэл хүчинтэй эсвэл хариу хүлээж байна. Хэрэггүйг нь цуцлаад дахин оролдоно уу.',
    en: '50 authorisations hold or wait for an answer. End one that you no longer need and try again.',
  },
  name_differs: {
    status: 409,
    mn: 'Энэ итгэмжлэлд өөр хүний нэр бичсэн байна. Олгосон хүнээс нэрийг тань зөв бичиж, дахин олгохыг хүснэ үү.',
    en: 'This authorisation names another person. Ask the grantor to give it again with your correct name.',
  },
  already_answered: {
    status: 409,
    mn: 'Энэ итгэмжлэлд хариу өгсөн, эсвэл хугацаа нь дууссан байна.',
    en: 'This authorisation was already answered, or its time has passed.',
  },
  already_ended: {
    status: 409,
    mn: 'Энэ итгэмжлэл аль хэдийн дууссан байна.',
    en: 'This authorisation has already ended.',
  },
  signature_mismatch: {
    status: 409,
    mn: 'Энэ гарын үсэг таных биш, эсвэл өөр итгэмжлэлд зурсан байна. Энэ итгэмжлэлд шинээр гарын үсэг зурна уу.',
    en: 'This signature is not yours, or it is for another authorisation. Sign this authorisation.',
  },
  signature_used: {
    status: 409,
    mn: 'Энэ гарын үсгээр аль хэдийн итгэмжлэл олгосон байна.',
    en: 'An authorisation was already given with this signature.',
  },
  signature_expired: {
    status: 409,
    mn: 'Гарын үсэг зурж эхэлснээс хойш 20 минут өнгөрсөн байна. Шинээр гарын үсэг зурна уу.',
    en: 'The signature was begun more than 20 minutes ago. Sign again.',
  },
});
