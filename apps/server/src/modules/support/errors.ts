import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  case_closed: {
    status: 409,
    mn: 'Энэ асуудал хаагдсан байна. Шинээр бичнэ үү.',
    en: 'This case is closed. Write a new one.',
  },
  case_not_closed: {
    status: 409,
    mn: 'Энэ асуудал хаагдаагүй байна.',
    en: 'This case is not closed.',
  },
  case_full: {
    status: 409,
    mn: 'Энэ асуудалд хэт олон захидал байна. Шинээр бичнэ үү.',
    en: 'This case has too many messages. Write a new one.',
  },
  own_case: {
    status: 409,
    mn: 'Өөрийн асуудлыг өөрөө шийдэж болохгүй. Хамтрагчдаа өгнө үү.',
    en: 'You cannot work on your own case. Leave it to a colleague.',
  },
  not_support_staff: {
    status: 409,
    mn: 'Энэ хүнд тусламжийн асуудал шийдэх эрх алга.',
    en: 'This person does not work for support.',
  },
});
