import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  secret_in_use: {
    status: 409,
    mn: 'Хуучин нууц түлхүүрийг сүүлийн 24 цагт ашигласан байна. Хаана ашигласныг шалгаад, тэгсэн ч зогсоох бол дахин баталгаажуулна уу.',
    en: 'The old secret was used within the last 24 hours. Look where, and confirm again to end it anyway.',
  },
  no_old_secret: {
    status: 409,
    mn: 'Зогсоох хуучин нууц түлхүүр алга.',
    en: 'There is no old secret to end.',
  },
  self_service_off: {
    status: 403,
    mn: 'Энд аппликейшныг зөвхөн администратор бүртгэнэ. Түүнд хандана уу.',
    en: 'Only administrators register applications here. Ask one of them.',
  },
  too_many_applications: {
    status: 409,
    mn: 'Та хамгийн ихдээ 10 туршилтын аппликейшн эзэмшинэ. Эхлээд нэгийг нь устгана уу.',
    en: 'You can own at most 10 applications on trial. Delete one first.',
  },
  application_live: {
    status: 409,
    mn: 'Энэ аппликейшныг баталсан тул зөвхөн администратор өөрчилнө. Түүнд хандана уу.',
    en: 'This application is approved, so only an administrator changes it. Ask one of them.',
  },
  approval_settled: {
    status: 409,
    mn: 'Хүсэлтийг аль хэдийн шийдсэн эсвэл илгээсэн байна. Хуудсыг дахин ачаална уу.',
    en: 'The request was already sent or decided. Load the page again.',
  },
  application_changed: {
    status: 409,
    mn: 'Таныг уншсанаас хойш аппликейшн өөрчлөгдсөн. Хуудсыг дахин ачаалж, шалгаад дахин шийднэ үү.',
    en: 'The application changed after you read it. Load the page again, look at it and decide again.',
  },
  own_trial: {
    status: 403,
    mn: 'Та энэ аппликейшны эзэн тул өөрөө батлахгүй. Өөр администратороос батлуулна уу.',
    en: 'You own this application, so another person approves it. Ask another administrator.',
  },
  reason_required: {
    status: 422,
    mn: 'Яагаад татгалзаж байгаагаа бичнэ үү: эзэмшигчид харна.',
    en: 'Write why it is refused: the owners will read it.',
  },
  too_many_owners: {
    status: 409,
    mn: 'Аппликейшн хамгийн ихдээ 20 эзэнтэй. Эхлээд нэгийг нь хасна уу.',
    en: 'An application has at most 20 owners. Remove one first.',
  },
});
