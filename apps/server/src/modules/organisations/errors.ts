import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  organisation_required: {
    status: 400,
    mn: 'Байгууллагын дугаарыг X-Org-Id толгойд бичиж илгээнэ үү.',
    en: 'Send the id of the organisation in the X-Org-Id header.',
  },
  owner_protected: {
    status: 400,
    mn: 'Эзэмшигчийн үүргийг өөрчлөх, түүнийг хасах боломжгүй. Эзэмшигч өөрөө л гарна.',
    en: 'You cannot change or remove an owner. An owner can only leave on their own.',
  },
  last_owner: {
    status: 400,
    mn: 'Та сүүлчийн эзэмшигч байна. Эхлээд өөр хүнийг эзэмшигчээр урьж, хүлээн авсны дараа гарна уу.',
    en: 'You are the last owner. Invite another owner first, and leave after they accept.',
  },
  acceptance_needed: {
    status: 409,
    mn: 'Эзэмшигч болохыг хүн өөрөө зөвшөөрнө. Түүнийг эзэмшигчээр урина уу.',
    en: 'A person must accept to become an owner. Invite them as an owner.',
  },
  too_many_invitations: {
    status: 409,
    mn: 'Хариу хүлээж байгаа урилга хэт олон байна. Заримыг нь цуцлаад дахин оролдоно уу.',
    en: 'Too many invitations are waiting for an answer. Withdraw some and try again.',
  },
  eid_required: {
    status: 403,
    mn: 'Урилгыг eID-аар баталгаажсан хүн л хүлээн авна. eID-аар нэвтэрнэ үү.',
    en: 'Only a person verified by eID can accept an invitation. Sign in with eID.',
  },
  organisation_exists: {
    status: 409,
    mn: 'Энэ регистрийн дугаартай байгууллага бүртгэлтэй байна. Та төлөөлдөг бол eID-аар холбоно уу: баталгаажаагүй эзэмшигчээс танд шилжинэ. Үгүй бол эзэмшигчээс нь урилга хүснэ үү.',
    en: 'An organisation with this register number already exists. If you represent it, link it with eID: an owner who has not proven this loses it to you. Otherwise ask its owner for an invitation.',
  },
  named_only: {
    status: 403,
    mn: 'Эзэмшигч, админыг зөвхөн улсын бүртгэлд төлөөлөгчөөр нэрлэгдсэн хүн томилно.',
    en: 'Only a person whom the state register names as a representative can appoint owners and administrators.',
  },
  representation_unconfirmed: {
    status: 503,
    mn: 'Энэ байгууллагыг хэн төлөөлж байгааг одоо шалгах боломжгүй байна. Дараа дахин оролдоно уу.',
    en: 'We cannot confirm right now who represents this organisation. Try again later.',
  },
  already_member: {
    status: 409,
    mn: 'Энэ хүн аль хэдийн гишүүн байна.',
    en: 'This person is already a member.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Улсын бүртгэл хариу өгсөнгүй. Дахин оролдоно уу.',
    en: 'The state registry gave an invalid answer. Try again.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Улсын бүртгэл түр ажиллахгүй байна. Дахин оролдоно уу.',
    en: 'The state registry is unavailable right now. Try again shortly.',
  },
  not_configured: {
    status: 503,
    mn: 'Улсын бүртгэлтэй холбогдоогүй байна. Системийн администраторт хандана уу.',
    en: 'This platform is not connected to the state registry. Ask the administrator.',
  },
});
