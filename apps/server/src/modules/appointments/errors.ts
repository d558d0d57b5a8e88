import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  slot_taken: {
    status: 409,
    mn: 'Энэ цаг дүүрсэн байна. Өөр цаг сонгоно уу.',
    en: 'This time is full. Choose another one.',
  },
  already_booked: {
    status: 409,
    mn: 'Та энэ цагт өөр цаг захиалсан байна.',
    en: 'You already have an appointment at this time.',
  },
  not_a_slot: {
    status: 400,
    mn: 'Энэ үед иргэн хүлээж авдаггүй. Санал болгосон цагаас сонгоно уу.',
    en: 'Nobody receives people at that time. Choose one of the times that are offered.',
  },
});
