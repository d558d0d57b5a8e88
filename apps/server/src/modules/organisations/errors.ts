import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  organisation_required: {
    status: 400,
    mn: 'Аль байгууллагын өмнөөс хийж байгааг X-Org-Id толгойгоор заана уу.',
    en: 'Say which organisation this is for in the header X-Org-Id.',
  },
  owner_protected: {
    status: 400,
    mn: 'Эзэмшигчийн үүргийг өөрчлөх, түүнийг хасах боломжгүй.',
    en: 'An owner cannot be changed or removed.',
  },
  eid_required: {
    status: 403,
    mn: 'Урилгыг eID-аар баталгаажсан хүн л хүлээн авна. eID-аар нэвтэрнэ үү.',
    en: 'Only a person proven by eID can accept an invitation. Sign in with eID.',
  },
  organisation_exists: {
    status: 409,
    mn: 'Энэ регистрийн дугаартай байгууллага бүртгэлтэй байна. Эзэмшигчээс нь урилга хүснэ үү.',
    en: 'An organisation with this register number exists. Ask its owner to add you.',
  },
  already_member: {
    status: 409,
    mn: 'Энэ хүн аль хэдийн гишүүн байна.',
    en: 'This person is already a member.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Улсын бүртгэл хариу өгсөнгүй. Дахин оролдоно уу.',
    en: 'The state registry did not answer properly. Try again.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Улсын бүртгэл түр ажиллахгүй байна. Дахин оролдоно уу.',
    en: 'The state registry is unavailable right now. Try again shortly.',
  },
  not_configured: {
    status: 503,
    mn: 'Улсын бүртгэлтэй холбогдоогүй байна.',
    en: 'This platform is not connected to the state registry.',
  },
});
