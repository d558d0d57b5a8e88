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
  bad_request: {
    status: 400,
    mn: 'Ирээдүйн, нэг жилийн дотор байх огноо, цаг сонгоно уу.',
    en: 'Choose a date and time to come, within a year from now.',
  },
  too_many_appointments: {
    status: 409,
    mn: 'Та хэт олон цаг захиалсан байна. Шинээр захиалахын тулд хэрэггүйг нь цуцална уу.',
    en: 'You have booked too many appointments. Cancel one that you do not need before you book another.',
  },
  not_a_slot: {
    status: 400,
    mn: 'Энэ үед иргэн хүлээж авдаггүй. Санал болгосон цагаас сонгоно уу.',
    en: 'Nobody receives people at that time. Choose one of the times that are offered.',
  },
});
