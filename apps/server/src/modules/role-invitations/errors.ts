import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  already_invited: {
    status: 409,
    mn: 'Энэ хүнд хүлээгдэж буй урилга байна. Өөр дүрд урих бол эхлээд түүнийг буцаана уу.',
    en: 'An invitation already waits for this person. Withdraw it first to invite them to another role.',
  },
  too_many_invitations: {
    status: 409,
    mn: 'Хүлээгдэж буй урилга хэт олон байна. Хэрэггүйг нь буцаана уу.',
    en: 'Too many invitations are waiting. Withdraw those that are no longer needed.',
  },
  letter_not_possible: {
    status: 409,
    mn: 'Энэ урилгад имэйл хаяг өгөөгүй тул захидал илгээх боломжгүй.',
    en: 'No letter can be sent, because this invitation has no e-mail address.',
  },
  letter_sent_recently: {
    status: 409,
    mn: 'Захидлыг саяхан илгээсэн, эсвэл хангалттай олон удаа илгээсэн байна. Дараа дахин оролдоно уу.',
    en: 'A letter was sent within the last hour, or often enough. Try again later.',
  },
  eid_sign_in_required: {
    status: 403,
    mn: 'Урилгыг хүлээн авахын тулд eID-ээрээ дахин нэвтэрнэ үү.',
    en: 'Sign in with your eID to accept the invitation.',
  },
  invitation_void: {
    status: 409,
    mn: 'Энэ урилга хүчингүй болсон. Шинэ урилга хэрэгтэй бол администратортаа хандана уу.',
    en: 'This invitation is no longer valid. Ask your administrator for a new one.',
  },
});
