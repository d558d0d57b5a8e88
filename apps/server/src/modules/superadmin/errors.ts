import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  wrong_step: {
    status: 400,
    mn: 'Энэ алхмын ээлж биш байна. Бүртгэлийг эхнээс нь дараалуулан хийнэ үү.',
    en: 'This is not the next step. Follow the steps in order.',
  },
  other_origin: {
    status: 400,
    mn: 'Нэвтрэлт өөр хаягийн хуудсаар эхэлсэн байна. Порталын хаягаас дахин эхлүүлнэ үү.',
    en: 'The sign-in began at a page of another address. Start again at the address of the portal.',
  },
  exchange_failed: {
    status: 400,
    mn: 'Сошиал бүртгэлийг баталгаажуулж чадсангүй. Дахин эхлүүлнэ үү.',
    en: 'The social account could not be verified. Start again.',
  },
  invalid_code: {
    status: 400,
    mn: 'Код буруу эсвэл хугацаа нь дууссан. Шалгаад дахин оролдоно уу.',
    en: 'The code is wrong or no longer valid. Check it and try again.',
  },
  not_an_admin: {
    status: 400,
    mn: 'Энэ хүн администратор биш.',
    en: 'This person is not an administrator.',
  },
  email_unverified: {
    status: 403,
    mn: 'Сошиал бүртгэлийн и-мэйл баталгаажаагүй байна. Эхлээд тэндээ баталгаажуулна уу.',
    en: 'The e-mail address of the social account is not verified. Verify it there first.',
  },
  not_invited: {
    status: 403,
    mn: 'Энэ и-мэйл хаягт хүчинтэй урилга алга. Ерөнхий администратороос урилга хүснэ үү.',
    en: 'There is no open invitation for this e-mail address. Ask a super administrator to invite you.',
  },
  mfa_invalid: {
    status: 403,
    mn: 'Нэвтрэлтийн хугацаа дууссан. Дахин нэвтэрнэ үү.',
    en: 'This sign-in has ended. Sign in again.',
  },
  too_many_attempts: {
    status: 403,
    mn: 'Хэт олон оролдлого хийлээ. Шинэ код авах, эсвэл 15 минутын дараа дахин оролдоно уу.',
    en: 'Too many attempts. Ask for a new code, or try again in 15 minutes.',
  },
  step_up_required: {
    status: 403,
    mn: 'Эхлээд өөрийгөө баталгаажуулна уу: ерөнхий администратор код оруулна, бусад хүн eID-ээр дахин нэвтэрнэ.',
    en: 'Confirm that it is you first: super administrators enter a code, others sign in with eID again.',
  },
  role_protected: {
    status: 403,
    mn: 'Ерөнхий администраторын эрхийг эндээс хасахгүй.',
    en: 'A super administrator cannot be removed here.',
  },
  already_admin: {
    status: 409,
    mn: 'Энэ хүн аль хэдийн администратор байна.',
    en: 'This person is already an administrator.',
  },
  already_linked_elsewhere: {
    status: 409,
    mn: 'Энэ сошиал бүртгэл өөр хүнийх байна. Өөр бүртгэл ашиглана уу.',
    en: 'This social account belongs to another person. Use another account.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Гадны үйлчилгээ хариу өгсөнгүй. Дахин оролдоно уу.',
    en: 'An external service did not answer. Try again.',
  },
  not_configured: {
    status: 503,
    mn: 'Энэ үйлчилгээ тохируулагдаагүй байна. Платформын операторт хандана уу.',
    en: 'This service is not set up here. Ask the operator of the platform.',
  },
});
