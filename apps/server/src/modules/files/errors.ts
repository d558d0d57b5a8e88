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
});
