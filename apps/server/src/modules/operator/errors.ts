import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  csrf_failed: {
    status: 403,
    mn: 'Хүсэлт консолын хуудаснаас ирээгүй байна. Хуудсаа дахин ачаалаад оролдоно уу.',
    en: 'This did not come from a page of the console. Reload the page and try again.',
  },
  step_up_required: {
    status: 403,
    mn: 'Энэ үйлдэлд баталгаажуулах код дахин оруулна уу.',
    en: 'Give a code of your authenticator app again to do this.',
  },
  invalid_code: {
    status: 400,
    mn: 'Код буруу эсвэл ашиглагдсан байна. Дараагийн кодыг хүлээгээд оролдоно уу.',
    en: 'The code is wrong or was used. Wait for the next one and try again.',
  },
  admin_not_verified: {
    status: 400,
    mn: 'Админ нь eID-аар баталгаажсан хүн биш байна. Заасан мөрүүдийг засаад дахин илгээнэ үү.',
    en: 'The administrator is not a person verified by eID. Correct the rows named and send again; nothing was done.',
  },
  invalid_name: {
    status: 400,
    mn: 'Нэр 2-200 тэмдэгт байна.',
    en: 'A name has 2 to 200 characters.',
  },
  invalid_slug: {
    status: 400,
    mn: 'Товч нэр нь 3-64 жижиг латин үсэг, тоо, зураас байна; зураасаар эхлэхгүй, төгсөхгүй.',
    en: 'A slug has 3 to 64 small Latin letters, digits and hyphens, and no hyphen at either end.',
  },
  invalid_email: {
    status: 400,
    mn: 'Админы имэйл хаяг буруу байна.',
    en: 'The e-mail address of the administrator is not one.',
  },
  reason_required: {
    status: 400,
    mn: 'Шалтгаанаа 1-500 тэмдэгтэд багтаан бичнэ үү.',
    en: 'Say the reason in 1 to 500 characters.',
  },
  mail_not_configured: {
    status: 503,
    mn: 'Имэйл илгээх тохиргоо алга: admin_user_id өгөх, эсвэл MAIL_URL тохируулна уу.',
    en: 'No mail can be sent: give an admin_user_id, or set MAIL_URL.',
  },
});
