import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  csrf_failed: {
    status: 403,
    mn: 'Хүсэлт консолын хуудаснаас ирээгүй байна. Хуудсаа дахин ачаалаад оролдоно уу.',
    en: 'The request did not come from a page of the console. Reload the page and try again.',
  },
  step_up_required: {
    status: 403,
    mn: 'Энэ үйлдэлд баталгаажуулах код дахин оруулна уу.',
    en: 'Enter a code from your authenticator app again to do this.',
  },
  invalid_code: {
    status: 400,
    mn: 'Код буруу эсвэл ашиглагдсан байна. Дараагийн кодыг хүлээгээд оролдоно уу.',
    en: 'The code is wrong or already used. Wait for the next code and try again.',
  },
  admin_not_verified: {
    status: 400,
    mn: 'Админ нь eID-аар баталгаажсан хүн биш байна. Заасан мөрүүдийг засаад дахин илгээнэ үү.',
    en: 'The administrator is not a person verified by eID. Correct the named rows and send them again. Nothing was done.',
  },
  invalid_name: {
    status: 400,
    mn: 'Нэрийг 2-200 тэмдэгтээр бичнэ үү.',
    en: 'Enter a name of 2 to 200 characters.',
  },
  invalid_slug: {
    status: 400,
    mn: 'Товч нэрийг 3-64 жижиг латин үсэг, тоо, зураасаар бичнэ үү; зураасаар эхлэхгүй, төгсөхгүй.',
    en: 'Enter a slug of 3 to 64 small Latin letters, digits and hyphens, without a hyphen at either end.',
  },
  invalid_email: {
    status: 400,
    mn: 'Админы имэйл хаяг буруу байна. Засаад дахин илгээнэ үү.',
    en: 'The e-mail address of the administrator is not valid. Correct it and send again.',
  },
  reason_required: {
    status: 400,
    mn: 'Шалтгаанаа 1-500 тэмдэгтэд багтаан бичнэ үү.',
    en: 'Enter a reason of 1 to 500 characters.',
  },
  mail_not_configured: {
    status: 503,
    mn: 'Имэйл илгээх тохиргоо алга: admin_user_id өгөх, эсвэл MAIL_URL тохируулна уу.',
    en: 'Mail is not configured: give an admin_user_id, or set MAIL_URL.',
  },
});
