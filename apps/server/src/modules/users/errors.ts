import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  number_held_before: {
    status: 409,
    mn: 'Энэ дугаарыг өмнө нь өөр хүн эзэмшиж байсан. Тэгсэн ч энэ хүнд өгөх бол баталгаажуулна уу: хоёр хүнд хоёуланд нь мэдэгдэнэ.',
    en: 'Another person held this number before. Confirm to give it to this person anyway: both will be told.',
  },
});
