import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  scope_not_requested: {
    status: 400,
    mn: 'Зөвхөн аппликейшны хүссэн зүйлийг зөвшөөрөх боломжтой.',
    en: 'You can allow only what the application asked for.',
  },
  tools_for_administrators: {
    status: 403,
    mn: 'Энэ хэрэгслүүдийг зөвхөн администратор ашиглана. Хүсэлтийг татгалзана уу.',
    en: 'Only administrators can allow these tools. Refuse the request.',
  },
  unknown_user_code: {
    status: 404,
    mn: 'Ийм код алга, эсвэл хугацаа нь дууссан. Төхөөрөмж дээрх кодоо шалгана уу.',
    en: 'There is no such code, or it has expired. Check the code on your device.',
  },
  fresh_sign_in_required: {
    status: 403,
    mn: 'Энэ аппликейшн таныг eID-ээр дахин нэвтрэхийг шаардаж байна.',
    en: 'This application asks you to sign in with eID once more.',
  },
  other_person_expected: {
    status: 403,
    mn: 'Аппликейшн өөр хүнийг хүлээж байна. Тэр хүн өөрөө нэвтрэх ёстой.',
    en: 'The application expects another person, who has to sign in.',
  },
  application_on_trial: {
    status: 403,
    mn: 'Энэ аппликейшн туршилтын шатанд байна: зөвхөн эзэмшигч нь нэвтэрч чадна. Аппликейшны хөгжүүлэгчид хандана уу.',
    en: 'This application is on trial: only its owners can sign in. Ask its developer.',
  },
  already_decided: {
    status: 409,
    mn: 'Энэ хүсэлтэд аль хэдийн хариулсан байна.',
    en: 'This request has been answered already.',
  },
  request_expired: {
    status: 410,
    mn: 'Энэ хүсэлтийн хугацаа дууссан. Аппликейшнаасаа дахин эхлүүлнэ үү.',
    en: 'This request has expired. Start again at the application.',
  },
  stronger_sign_in_required: {
    status: 403,
    mn: 'Энэ аппликейшн илүү найдвартай баталгаажуулалт шаардаж байна. Утсан дээрээ PIN2 кодоор баталгаажуулах, эсвэл eID-ээр нэвтэрнэ үү.',
    en: 'This application asks for a stronger sign-in. Confirm with PIN2 on your phone, or sign in with eID.',
  },
  step_up_impossible: {
    status: 409,
    mn: 'Энэ нэвтрэлтийг PIN2 кодоор баталгаажуулах боломжгүй. eID-ээр нэвтэрнэ үү.',
    en: 'This sign-in cannot be confirmed with PIN2. Sign in with eID.',
  },
});
