import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  no_address: {
    status: 400,
    mn: 'Таны бүртгэлд и-мэйл хаяг алга. Эхлээд хаягаа холбоно уу.',
    en: 'Your account has no e-mail address. Add one first.',
  },
});
