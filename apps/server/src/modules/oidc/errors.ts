import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  scope_not_requested: {
    status: 400,
    mn: 'Зөвхөн аппликейшны хүссэн зүйлийг зөвшөөрөх боломжтой.',
    en: 'You can allow only what the application asked for.',
  },
  unknown_user_code: {
    status: 404,
    mn: 'Ийм код алга, эсвэл хугацаа нь дууссан. Төхөөрөмж дээрх кодоо шалгана уу.',
    en: 'There is no such code, or it has expired. Check the code on your device.',
  },
  fresh_sign_in_required: {
    status: 403,
    mn: 'Энэ аппликейшн дахин нэвтрэхийг шаардаж байна. Гараад дахин нэвтэрнэ үү.',
    en: 'This application asks you to sign in again. Sign out, then sign in and continue.',
  },
});
