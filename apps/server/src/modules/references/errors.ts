import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  code_required: {
    status: 422,
    mn: 'Баримт дээрх шалгах кодыг оруулна уу.',
    en: 'Enter the check code that is printed on the document.',
  },
  document_withdrawn: {
    status: 410,
    mn: 'Энэ баримт хүчингүй болсон. Үйлчилгээгээр дахин авна уу.',
    en: 'This document is no longer valid. Apply for a new one.',
  },
});
