import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  document_withdrawn: {
    status: 410,
    mn: 'Энэ баримт хүчингүй болсон. Үйлчилгээгээр дахин авна уу.',
    en: 'This document is no longer valid. Apply for a new one.',
  },
});
