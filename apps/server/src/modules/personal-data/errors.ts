import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  export_running: {
    status: 409,
    mn: 'Таны мэдээллийн хуулбар бэлтгэгдэж байна, эсвэл өнөөдөр хэт олон удаа хүссэн байна. Дараа дахин оролдоно уу.',
    en: 'A copy of your data is being made, or you asked too often today. Try again later.',
  },
  erasure_open: {
    status: 409,
    mn: 'Таны устгуулах хүсэлт шийдвэр хүлээж байна.',
    en: 'Your request to erase is already waiting for a decision.',
  },
  erasure_decided: {
    status: 409,
    mn: 'Энэ хүсэлт шийдэгдсэн эсвэл буцаагдсан байна.',
    en: 'This request was already decided or taken back.',
  },
  staff_account: {
    status: 409,
    mn: 'Ажилтны бүртгэлийг устгахгүй. Эхлээд эрхийг нь хасна уу.',
    en: 'The account of staff is not erased. Take their role away first.',
  },
});
