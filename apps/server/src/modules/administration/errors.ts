import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  /** The code of the specification, with a text that says what to do. */
  bad_request: {
    status: 400,
    mn: 'Энэ хүнээс eID-ээр асуух боломжгүй байна. Эхлээд утасны eID-ээрээ нэвтрэх ёстой.',
    en: 'This person cannot be asked by eID. They must first sign in with the eID on their phone.',
  },
  approval_refused: {
    status: 409,
    mn: 'Хүн өөрөө зөвшөөрсөнгүй. Дахин илгээвэл шинээр асууна.',
    en: 'The person did not approve. Sending this again asks anew.',
  },
  approval_expired: {
    status: 409,
    mn: 'Зөвшөөрөх хугацаа дууссан. Дахин илгээвэл шинээр асууна.',
    en: 'The time to approve ran out. Sending this again asks anew.',
  },
});
