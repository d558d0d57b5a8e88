import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  theme_active: {
    status: 400,
    mn: 'Идэвхтэй загварыг устгах боломжгүй. Эхлээд өөр загвар идэвхжүүлнэ үү.',
    en: 'The active theme cannot be deleted. Activate another one first.',
  },
  too_many_themes: {
    status: 409,
    mn: 'Загварын тоо дээд хэмжээнд хүрсэн. Хэрэггүйг нь устгаад дахин оролдоно уу.',
    en: 'The maximum number of themes is reached. Delete one and try again.',
  },
});
