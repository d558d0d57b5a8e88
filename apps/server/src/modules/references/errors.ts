import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  unknown_value: {
    status: 400,
    mn: 'Ийм төрлийн лавлагаа байхгүй.',
    en: 'There is no reference of this type.',
  },
});
