import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  /** The specification fixes this code; the text says what to do. */
  bad_request: {
    status: 400,
    mn: 'Энэ хүнээс eID-ээр зөвшөөрөл авах боломжгүй байна. Тэр хүн эхлээд утасны eID-ээрээ нэвтрэх ёстой.',
    en: 'This person cannot be asked by eID. They must first sign in with the eID on their phone.',
  },
  approval_refused: {
    status: 409,
    mn: 'Хүн өөрөө зөвшөөрсөнгүй. Дахин асуух бол хүсэлтээ дахин илгээнэ үү.',
    en: 'The person did not approve. Send this again to ask once more.',
  },
  approval_expired: {
    status: 409,
    mn: 'Зөвшөөрөх хугацаа дууссан. Дахин асуух бол хүсэлтээ дахин илгээнэ үү.',
    en: 'The time to approve ran out. Send this again to ask once more.',
  },
});
