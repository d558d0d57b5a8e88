import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  service_inactive: {
    status: 400,
    mn: 'Энэ үйлчилгээнд одоогоор хүсэлт хүлээн авахгүй байна.',
    en: 'Applications for this service are not taken at the moment.',
  },
  assurance_too_low: {
    status: 403,
    mn: 'Энэ үйлчилгээнд илүү баталгаатай нэвтрэлт хэрэгтэй. Цахим үнэмлэхээр нэвтэрнэ үү.',
    en: 'This service needs a stronger sign-in. Sign in with eID and try again.',
  },
  invalid_transition: {
    status: 409,
    mn: 'Хүсэлтийн төлөв өөрчлөгдсөн тул энэ үйлдлийг хийх боломжгүй.',
    en: 'The application is in a state where this cannot be done.',
  },
  payment_required: {
    status: 409,
    mn: 'Хураамж төлөгдсөний дараа үргэлжлүүлнэ.',
    en: 'This waits until the fee has been paid.',
  },
  already_assigned: {
    status: 409,
    mn: 'Энэ хүсэлтийг өөр ажилтан хариуцаж байна.',
    en: 'Another officer holds this application.',
  },
  own_application: {
    status: 403,
    mn: 'Өөрийн хүсэлтийг өөрөө шийдвэрлэх боломжгүй.',
    en: 'You may not act on your own application.',
  },
  register_unavailable: {
    status: 503,
    mn: 'Төрийн бүртгэл одоогоор хариу өгөхгүй байна. Түр хүлээгээд дахин оролдоно уу.',
    en: 'The state register does not answer at the moment. Wait a little and try again.',
  },
  not_certifiable: {
    status: 409,
    mn: 'Төрийн бүртгэлд байгаа мэдээллээр энэ баримтыг олгох боломжгүй.',
    en: 'What the state register holds does not allow this document to be issued.',
  },
  apply_instead: {
    status: 409,
    mn: 'Энэ лавлагааг үйлчилгээгээр нь хүсэлт гаргаж авна уу.',
    en: 'This document is given by a service. Apply for that service.',
  },
  not_offered: {
    status: 409,
    mn: 'Одоогоор энэ лавлагааг олгодог үйлчилгээ алга.',
    en: 'No service gives this document at the moment.',
  },
  reason_required: {
    status: 400,
    mn: 'Шалтгааныг бичнэ үү.',
    en: 'Write down the reason.',
  },
  name_required: {
    status: 400,
    mn: 'Файлын нэрийг ?name= гэж өгнө үү.',
    en: 'Give the file’s name as ?name=.',
  },
  file_refused: {
    status: 415,
    mn: 'Зөвхөн PDF, PNG, JPEG файл хүлээн авна.',
    en: 'Only PDF, PNG and JPEG files are accepted.',
  },
  paper_kind_refused: {
    status: 415,
    mn: 'Энэ бичиг баримтыг өөр төрлийн файлаар хүлээн авна.',
    en: 'This paper is accepted in another kind of file.',
  },
  paper_required: {
    status: 409,
    mn: 'Энэ бичиг баримт заавал хэрэгтэй. Эхлээд шинэ файлаа нэмээд, дараа нь хуучныг устгана уу.',
    en: 'This paper is required. Add the new file first, then remove the old one.',
  },
  too_many_files: {
    status: 409,
    mn: 'Нэг хүсэлтэд ийм олон файл хавсаргах боломжгүй. Зарим файлыг устгаад дахин оролдоно уу.',
    en: 'This application holds as many files as it may. Remove one and try again.',
  },
  file_missing: {
    status: 503,
    mn: 'Файлыг уншиж чадсангүй. Дараа дахин оролдоно уу.',
    en: 'The file cannot be read right now. Try again later.',
  },
});
