import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  no_address: {
    status: 400,
    mn: 'Таны бүртгэлд и-мэйл хаяг алга. Эхлээд хаягаа холбоно уу.',
    en: 'Your account has no e-mail address. Add one first.',
  },
  security_needs_channel: {
    status: 409,
    mn: 'Аюулгүй байдлын мэдээ и-мэйл, мессежийн дор хаяж нэгээр нь очих ёстой. Нэгийг нь сонгож үлдээнэ үү.',
    en: 'Security messages must reach you by e-mail or SMS. Keep at least one of them on.',
  },
});
