import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  service_inactive: {
    status: 400,
    mn: 'Энэ үйлчилгээг одоо үзүүлэхгүй байгаа тул хүсэлт хүлээн авахгүй. Өөр үйлчилгээ сонгоно уу.',
    en: 'This service is no longer offered, so it takes no applications. Choose another service.',
  },
  not_for_applicant: {
    status: 403,
    mn: 'Энэ үйлчилгээг таны төлөөлж байгаа этгээдийн нэрээр авах боломжгүй. Төлөөлөхөө зогсоох, эсвэл өөр үйлчилгээ сонгоно уу.',
    en: 'This service is not for the one in whose name you apply. Act for somebody else, or choose another service.',
  },
  assurance_too_low: {
    status: 403,
    mn: 'Энэ үйлчилгээнд илүү баталгаатай нэвтрэлт хэрэгтэй. Цахим үнэмлэхээр нэвтэрнэ үү.',
    en: 'This service needs a stronger sign-in. Sign in with eID and try again.',
  },
  invalid_transition: {
    status: 409,
    mn: 'Хүсэлтийн төлөв өөрчлөгдсөн тул энэ үйлдлийг хийх боломжгүй. Хуудсыг дахин нээж шалгана уу.',
    en: 'The state of the application has changed, so this cannot be done. Reload the page and check it.',
  },
  payment_required: {
    status: 409,
    mn: 'Эхлээд хураамжийг төлсөн байх шаардлагатай. Төлбөр орсны дараа дахин оролдоно уу.',
    en: 'The fee has not been paid yet. Try again after it is paid.',
  },
  already_assigned: {
    status: 409,
    mn: 'Энэ хүсэлтийг өөр ажилтан хариуцаж байна. Өөр хүсэлт сонгоно уу.',
    en: 'Another officer is working on this application. Choose another one.',
  },
  own_application: {
    status: 403,
    mn: 'Та өөрийн, хүүхдийнхээ, эсвэл төлөөлдөг хүн, байгууллагынхаа хүсэлтийг шийдвэрлэх боломжгүй. Өөр ажилтанд үлдээнэ үү.',
    en: 'You cannot work on an application of your own, of your child, or of a person or organisation you act for. Leave it to another officer.',
  },
  register_unavailable: {
    status: 503,
    mn: 'Төрийн бүртгэл одоогоор хариу өгөхгүй байна. Түр хүлээгээд дахин оролдоно уу.',
    en: 'The state register is not answering. Wait a few minutes and try again.',
  },
  not_certifiable: {
    status: 409,
    mn: 'Төрийн бүртгэл дэх мэдээллээр энэ баримтыг олгох боломжгүй. Мэдээлэл буруу бол бүртгэлийн байгууллагад хандана уу.',
    en: 'The data in the state register do not allow this document to be issued. If the data are wrong, contact the authority that keeps the register.',
  },
  apply_instead: {
    status: 409,
    mn: 'Энэ лавлагааг үйлчилгээгээр нь хүсэлт гаргаж авна уу.',
    en: 'This document is issued by a service. Apply for that service.',
  },
  not_offered: {
    status: 409,
    mn: 'Одоогоор энэ лавлагааг олгодог үйлчилгээ алга. Дараа дахин оролдоно уу.',
    en: 'No service issues this document at the moment. Try again later.',
  },
  reason_required: {
    status: 400,
    mn: 'Шалтгааныг бичнэ үү.',
    en: 'Write the reason.',
  },
  name_required: {
    status: 400,
    mn: 'Файлын нэрийг ?name= гэж өгнө үү.',
    en: 'Send the file name as ?name=.',
  },
  file_refused: {
    status: 415,
    mn: 'Зөвхөн PDF, PNG, JPEG файл хүлээн авна. Өөр файл сонгоно уу.',
    en: 'Only PDF, PNG and JPEG files are accepted. Choose another file.',
  },
  paper_kind_refused: {
    status: 415,
    mn: 'Энэ бичиг баримтыг ийм төрлийн файлаар хүлээн авахгүй. Өөр төрлийн файл сонгоно уу.',
    en: 'This paper is not accepted in this type of file. Choose a file of another type.',
  },
  paper_required: {
    status: 409,
    mn: 'Энэ бичиг баримт заавал хэрэгтэй. Эхлээд шинэ файлаа нэмээд, дараа нь хуучныг устгана уу.',
    en: 'This paper is required. Add the new file first, then remove the old one.',
  },
  too_many_files: {
    status: 409,
    mn: 'Нэг хүсэлтэд ийм олон файл хавсаргах боломжгүй. Зарим файлыг устгаад дахин оролдоно уу.',
    en: 'This application has reached its limit of files. Remove one and try again.',
  },
  not_fetchable: {
    status: 409,
    mn: 'Энэ бичиг баримтыг байгууллагаас нь шууд авах боломжгүй. Бичиг баримтаа хавсаргана уу.',
    en: 'This paper cannot be fetched from an agency. Attach the paper instead.',
  },
  person_unknown: {
    status: 409,
    mn: 'Таны иргэний дугаар баталгаажаагүй тул байгууллагаас асуух боломжгүй. Цахим үнэмлэхээр нэвтрэх, эсвэл бичиг баримтаа хавсаргана уу.',
    en: 'Your civil number is not verified, so no agency can be asked about you. Sign in with eID, or attach the paper.',
  },
  already_asked: {
    status: 409,
    mn: 'Үүнийг аль хэдийн асуусан байна. Хуудсыг дахин нээж, хариуг үзнэ үү.',
    en: 'This has been asked already. Reload the page and look at the answer.',
  },
  too_many_questions: {
    status: 429,
    mn: 'Нэг өдөрт ийм олон удаа асуух боломжгүй. Маргааш дахин оролдох, эсвэл бичиг баримтаа хавсаргана уу.',
    en: 'You have reached the limit of questions for one day. Try again tomorrow, or attach the paper.',
  },
  draft_changed: {
    status: 409,
    mn: 'Энэ ноорог өөр цонх эсвэл төхөөрөмж дээр өөрчлөгдсөн, илгээгдсэн эсвэл устсан байна. Аль хувилбарыг үлдээхээ сонгоно уу.',
    en: 'This draft was changed, sent or deleted in another window or on another device. Choose which version to keep.',
  },
  service_changed: {
    status: 409,
    mn: 'Таныг бөглөж байх хооронд үйлчилгээ өөрчлөгдсөн байна. Юу өөрчлөгдсөнийг үзээд, дахин шалгаж илгээнэ үү. Хариултууд тань хэвээр байна.',
    en: 'The service has changed since you opened it. See what changed, check your application and send it again. Your answers are kept.',
  },
  fact_gone: {
    status: 409,
    mn: 'Байгууллагын хариуг ашиглах боломжгүй болсон байна. Дахин асуух, эсвэл бичиг баримтаа хавсаргана уу.',
    en: 'An answer of an agency can no longer be used. Ask again, or attach the paper.',
  },
  file_missing: {
    status: 503,
    mn: 'Файлыг уншиж чадсангүй. Дараа дахин оролдоно уу.',
    en: 'The file cannot be read right now. Try again later.',
  },
});
