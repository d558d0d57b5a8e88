import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  invalid_national_id: {
    status: 400,
    mn: 'Регистрийн дугаараа шалгана уу: хоёр кирилл үсэг, найман тоо.',
    en: 'Check the register number: two Cyrillic letters and eight digits.',
  },
  invalid_callback: {
    status: 400,
    mn: 'Буцах хаяг зөвшөөрөгдөөгүй байна. Нэвтрэх хуудаснаас дахин эхэлнэ үү.',
    en: 'The return address is not allowed. Start again from the sign-in page.',
  },
  eid_rejected: {
    status: 400,
    mn: 'eID үйлчилгээ хүсэлтийг хүлээж авсангүй. Дахин эхэлнэ үү.',
    en: 'The eID provider did not accept the request. Start again.',
  },
  missing_refresh_token: {
    status: 400,
    mn: 'Сэргээх токен дутуу байна. Дахин нэвтэрнэ үү.',
    en: 'The refresh token is missing. Sign in again.',
  },
  invalid_refresh_token: {
    status: 401,
    mn: 'Нэвтрэлтийн хугацаа дууссан. Дахин нэвтэрнэ үү.',
    en: 'The session has ended. Sign in again.',
  },
  account_locked: {
    status: 403,
    mn: 'Олон удаа амжилтгүй оролдсон тул бүртгэл түр түгжигдсэн. 15 минутын дараа оролдоно уу.',
    en: 'The account is locked after several failed attempts. Try again in 15 minutes.',
  },
  private_platform: {
    status: 403,
    mn: 'Энэ системд зөвхөн урьдчилан бүртгэгдсэн хүн нэвтэрнэ. Системийн администраторт хандана уу.',
    en: 'Only registered people can sign in here. Ask the administrator to register you.',
  },
  sso_required: {
    status: 403,
    mn: 'Нэгдсэн нэвтрэлтээр нэвтэрнэ үү.',
    en: 'Sign in through the single sign-on service.',
  },
  push_unavailable: {
    status: 403,
    mn: 'Регистрийн дугаараар нэвтрэх боломжгүй. QR кодоор нэвтэрнэ үү.',
    en: 'Sign-in by register number is not available here. Use the QR code.',
  },
  mfa_unavailable: {
    status: 403,
    mn: 'Энэ бүртгэлээр ингэж нэвтрэх боломжгүй. Системийн администраторт хандана уу.',
    en: 'This account cannot sign in this way. Ask the administrator.',
  },
  already_consumed: {
    status: 409,
    mn: 'Энэ нэвтрэлт аль хэдийн дууссан. Шинээр эхлүүлнэ үү.',
    en: 'This sign-in was already used. Start a new one.',
  },
  eid_not_configured: {
    status: 503,
    mn: 'Энэ системд eID холбогдоогүй байна. Системийн администраторт хандана уу.',
    en: 'No eID provider is connected to this platform. Ask its administrator.',
  },
  upstream_failed: {
    status: 502,
    mn: 'eID үйлчилгээ хариу өгсөнгүй. Дахин оролдоно уу.',
    en: 'The eID provider gave an invalid answer. Try again.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'eID үйлчилгээ түр ажиллахгүй байна. Дахин оролдоно уу.',
    en: 'The eID provider is unavailable right now. Try again shortly.',
  },
});
