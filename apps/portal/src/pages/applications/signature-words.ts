import { defineWords } from '../../i18n/words.ts';

export const signatureWords = defineWords(
  {
    heading: 'Шийдвэрийн гарын үсэг',
    signedBy: (facts: readonly string[]) => `Гарын үсэг зурсан: ${facts.join(', ')}`,
    tacit: 'Хугацаандаа шийдвэр гараагүй тул хуулиар зөвшөөрөгдсөн. Ажилтан гарын үсэг зураагүй.',
    evidence: 'Нотолгоо татах',
    check:
      'Файлд шийдвэр, гарын үсэг, сертификат нь бий. Хэн ч, хэзээ ч OpenSSL програмаар шалгаж болно: яаж шалгахыг файлд бичсэн.',
  },
  {
    heading: 'Signature of the decision',
    signedBy: (facts) => `Signed by ${facts.join(', ')}`,
    tacit: 'Granted by law, because no decision came in time. No officer signed it.',
    evidence: 'Download the evidence',
    check:
      'The file holds the decision, the signature and the certificates. Anybody can check it at any time with OpenSSL: the file says how.',
  },
);
