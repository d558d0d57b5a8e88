import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  scope_not_requested: {
    status: 400,
    mn: 'Зөвхөн аппликейшны хүссэн зүйлийг зөвшөөрөх боломжтой.',
    en: 'You can allow only what the application asked for.',
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
