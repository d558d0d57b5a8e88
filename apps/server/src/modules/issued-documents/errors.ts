import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  seal_not_configured: {
    status: 503,
    mn: 'Платформын цахим тамга тохируулагдаагүй тул баримтыг олгох боломжгүй байна. Дараа дахин оролдоно уу.',
    en: 'The platform has no electronic seal yet, so the document cannot be given. Try again later.',
  },
  seal_unavailable: {
    status: 503,
    mn: 'Баримтад цахим тамга дарах боломжгүй байна. Хэдэн минутын дараа дахин оролдоно уу.',
    en: 'The document cannot be sealed at the moment. Try again in a few minutes.',
  },
});
