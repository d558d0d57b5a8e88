import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  storage_unavailable: {
    status: 503,
    mn: 'Файлын сан одоогоор хариу өгөхгүй байна. Юу ч алдагдаагүй. Түр хүлээгээд дахин оролдоно уу.',
    en: 'The file storage is not answering. Nothing was lost. Wait a moment and try again.',
  },
  file_damaged: {
    status: 503,
    mn: 'Файлыг уншиж чадсангүй. Тусламжийн албанд хандана уу.',
    en: 'The file cannot be read. Contact support.',
  },
  range_not_satisfiable: {
    status: 416,
    mn: 'Хүссэн хэсэг файлын хэмжээнээс хэтэрсэн байна. Файлыг эхнээс нь татна уу.',
    en: 'The requested part lies beyond the end of the file. Download the file from its beginning.',
  },
  file_infected: {
    status: 422,
    mn: 'Файлаас хортой код илэрсэн тул хүлээж авсангүй. Төхөөрөмжөө вирусээс шалгаад, цэвэр файл илгээнэ үү.',
    en: 'The file was refused because it contains malicious code. Check your device for viruses and send a clean file.',
  },
  file_unscannable: {
    status: 422,
    mn: 'Файлыг вирусээс шалгах боломжгүй: нууц үгтэй эсвэл хэт том байна. Нууц үгийг нь аваад, эсвэл жижгэрүүлээд дахин илгээнэ үү.',
    en: 'The file cannot be checked for viruses: it has a password or is too large. Remove the password or make the file smaller, and send it again.',
  },
});

/** Answers to a download; an upload has the same codes with 422. */
export const withheld = defineErrors({
  file_waiting: {
    status: 409,
    mn: 'Файлыг вирусээс шалгаж дуусаагүй байна. Хэдэн минутын дараа дахин оролдоно уу.',
    en: 'The file is still waiting for its virus check. Try again in a few minutes.',
  },
  file_infected: {
    status: 409,
    mn: 'Файлаас хортой код илэрсэн тул татаж авах боломжгүй.',
    en: 'The file contains malicious code and cannot be downloaded.',
  },
  file_unscannable: {
    status: 409,
    mn: 'Файлыг вирусээс шалгах боломжгүй тул татаж авах боломжгүй. Өргөдөл гаргагчаас өөр файл хүснэ үү.',
    en: 'The file cannot be checked for viruses and cannot be downloaded. Ask the applicant for another file.',
  },
});
