import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  reauth_required: {
    status: 401,
    mn: 'eID-ийн мэдээллээ харахын тулд нэгдсэн нэвтрэлтээр дахин нэвтэрнэ үү.',
    en: 'To see your eID records, sign in again through the single sign-on service.',
  },
  managed_upstream: {
    status: 403,
    mn: 'Байгууллага, төлөөлөгчийг энд өөрчлөх боломжгүй. Нэгдсэн нэвтрэлтийн системд нэвтэрч өөрчилнө үү.',
    en: 'Organisations and signers cannot be changed here. Change them on the platform where you sign in.',
  },
  pki_read_not_granted: {
    status: 403,
    mn: 'Энэ систем eID-ийн мэдээллийг унших эрхгүй байна. Системийн администраторт хандана уу.',
    en: 'This platform is not allowed to read eID records. Ask its administrator to request the right.',
  },
  not_representative: {
    status: 403,
    mn: 'Танд энэ байгууллагыг ийм эрхээр төлөөлөх эрх алга. Гарын үсэг зурагчийг нь томилдог хүнд хандана уу.',
    en: 'You do not have the right to act for this organisation. Ask a person who appoints its signers.',
  },
  organisation_unknown: {
    status: 404,
    mn: 'Улсын бүртгэлд ийм дугаартай байгууллага алга. Регистрийн дугаарыг шалгана уу.',
    en: 'The state registry has no organisation with this number. Check the number.',
  },
  person_not_enrolled: {
    status: 404,
    mn: 'Энэ хүн eID-д бүртгэлгүй байна. Эхлээд eID-д бүртгүүлэх шаардлагатай.',
    en: 'This person has no eID yet. Ask them to enrol first.',
  },
  signer_exists: {
    status: 409,
    mn: 'Энэ хүн аль хэдийн нэмэгдсэн байна.',
    en: 'This person is already a signer.',
  },
  signer_not_pending: {
    status: 409,
    mn: 'Энэ хүн аль хэдийн баталгаажсан тул дахин хүсэлт илгээх шаардлагагүй.',
    en: 'This signer has already confirmed, so there is nothing to send again.',
  },
  last_admin: {
    status: 409,
    mn: 'Та томилох эрхтэй сүүлчийн хүн тул өөрийгөө хасах боломжгүй. Эхлээд өөр захирал, үүсгэн байгуулагч холбогдох, эсвэл байгууллагыг салгана уу.',
    en: 'You are the last person who appoints signers, so you cannot remove yourself. Let another chief executive or founder link the organisation first, or unlink it.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Улсын үйлчилгээний хариуг уншиж чадсангүй. Дахин оролдоно уу.',
    en: 'A national service gave an invalid answer. Try again.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Улсын үйлчилгээ түр ажиллахгүй байна. Дахин оролдоно уу.',
    en: 'A national service is unavailable right now. Try again shortly.',
  },
  not_configured: {
    status: 503,
    mn: 'Улсын үйлчилгээтэй холболт тохируулаагүй байна. Системийн администраторт хандана уу.',
    en: 'A national service is not connected here. Ask the administrator to configure it.',
  },
});
