import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  kind_reserved: {
    status: 400,
    mn: 'Энэ төрлийн үйл явдлыг зөвхөн систем өөрөө бүртгэнэ. Өөр нэр сонгоно уу.',
    en: 'Only the platform itself records events of this kind. Choose another name.',
  },
});
