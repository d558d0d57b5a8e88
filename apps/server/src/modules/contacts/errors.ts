import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  code_wrong: {
    status: 403,
    mn: 'Код буруу байна. Хамгийн сүүлд ирсэн кодыг шалгаад дахин оруулна уу.',
    en: 'The code is wrong. Check the newest code that you got and enter it again.',
  },
  code_over: {
    status: 409,
    mn: 'Энэ кодоор баталгаажуулах боломжгүй болсон: хугацаа нь дууссан, эсвэл хэт олон удаа буруу оруулсан. Шинэ код аваарай.',
    en: 'This code can no longer be used: its time is over, or there were too many wrong tries. Ask for a new code.',
  },
  number_not_served: {
    status: 422,
    mn: 'Энэ дугаар руу мессеж илгээдэггүй. Монголын гар утасны дугаар оруулна уу.',
    en: 'We do not send messages to this number. Enter a Mongolian mobile number.',
  },
  contact_not_configured: {
    status: 503,
    mn: 'Энэ платформ ийм мессеж илгээхээр тохируулагдаагүй байна.',
    en: 'This platform is not set up to send such messages.',
  },
});
