import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  slot_taken: {
    status: 409,
    mn: 'Энэ цаг дүүрсэн байна. Өөр цаг сонгоно уу.',
    en: 'This time is full. Choose another one.',
  },
  already_booked: {
    status: 409,
    mn: 'Та энэ цагт өөр цаг захиалсан байна. Өөр цаг сонгоно уу, эсвэл өмнөх цагаа цуцална уу.',
    en: 'You already have an appointment at this time. Choose another time, or cancel the other appointment.',
  },
  collection_booked: {
    status: 409,
    mn: 'Та энэ үр дүнг авах цаг аль хэдийн захиалсан байна. Өөр цаг авахын тулд эхлээд тэр цагаа цуцална уу.',
    en: 'You already have an appointment to collect this result. To take another time, cancel that appointment first.',
  },
  bad_request: {
    status: 400,
    mn: 'Одоогоос хойш, нэг жилийн доторх огноо, цаг сонгоно уу.',
    en: 'Choose a future date and time within the next year.',
  },
  too_many_appointments: {
    status: 409,
    mn: 'Та хэт олон цаг захиалсан байна. Шинээр захиалахын тулд хэрэггүйг нь цуцална уу.',
    en: 'You have booked too many appointments. Cancel one that you do not need before you book another.',
  },
  not_ready: {
    status: 409,
    mn: 'Үр дүн тань тэр өдөр бэлэн болоогүй байна. Хүсэлтийн хуудсанд бичсэн өдрөөс хойшхи цаг сонгоно уу.',
    en: 'Your result is not ready on that day. Choose a time on or after the day that the page of your application names.',
  },
  not_a_slot: {
    status: 400,
    mn: 'Энэ үед иргэн хүлээж авдаггүй. Санал болгосон цагаас сонгоно уу.',
    en: 'This office does not see people at that time. Choose one of the times offered.',
  },
});
