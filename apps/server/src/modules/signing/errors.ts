import { defineErrors } from '../../kernel/http/errors.ts';
import type { Text } from '../../kernel/http/language.ts';
import type { PdfRefusal } from './pades/refusal.ts';

export const errors = defineErrors({
  file_required: {
    status: 400,
    mn: 'Гарын үсэг зурах PDF файлаа file талбараар илгээнэ үү.',
    en: 'Send the PDF to sign in the field file.',
  },
  not_signable: {
    status: 400,
    mn: 'Энэ баримтад гарын үсэг зурах боломжгүй.',
    en: 'This document cannot be signed.',
  },
  no_register: {
    status: 400,
    mn: 'Гарын үсэг зурахын тулд цахим үнэмлэхээр нэвтэрнэ үү.',
    en: 'Sign in with eID first: only a person with a register number can sign.',
  },
  document_cannot_sign: {
    status: 409,
    mn: 'Таны цахим үнэмлэхээр одоогоор гарын үсэг зурах боломжгүй. ПИН2 кодоо цахим үнэмлэхийн аппаас шалгана уу.',
    en: 'Your eID cannot sign at the moment. Check PIN2 in the eID app.',
  },
  not_finished: {
    status: 400,
    mn: 'Гарын үсэг хараахан зурагдаагүй байна. Эхлээд утсан дээрээ баталгаажуулна уу.',
    en: 'It is not signed yet. Confirm on the phone first.',
  },
  sign_rejected: {
    status: 403,
    mn: 'Утсан дээр татгалзсан эсвэл хугацаа нь дууссан тул гарын үсэг зурагдаагүй. Шинээр эхлүүлнэ үү.',
    en: 'There is no signature: it was refused on the phone, or the time ran out. Start again.',
  },
  nothing_to_report: {
    status: 422,
    mn: 'Энэ файлд тайлан гаргах гарын үсэг алга, эсвэл файлыг уншиж чадсангүй.',
    en: 'There is no report: the file contains no signature, or cannot be read.',
  },
  report_not_sealed: {
    status: 503,
    mn: 'Тайланд платформын цахим тамга дарах боломжгүй байна. Дараа дахин оролдоно уу.',
    en: 'The report cannot be sealed by the platform at the moment. Try again later.',
  },
  document_limit: {
    status: 409,
    mn: 'Таны хадгалсан баримт хэт олон байна. Хэрэггүйг нь устгаад дахин оролдоно уу.',
    en: 'You keep too many documents. Delete one that you do not need and try again.',
  },
});

/** Why a document cannot be signed, in words. */
export const refusalTexts: Readonly<Record<PdfRefusal, Text>> = {
  not_a_pdf: { mn: 'Энэ файл PDF биш байна.', en: 'The file is not a PDF.' },
  encrypted: {
    mn: 'Баримт нууц үгээр хамгаалагдсан байна. Хамгаалалтгүй хуулбарыг илгээнэ үү.',
    en: 'The document is protected by a password. Send a copy without protection.',
  },
  damaged: {
    mn: 'Баримт гэмтсэн байна. PDF болгон дахин хадгалаад илгээнэ үү.',
    en: 'The document is damaged. Save it as a PDF again and send that.',
  },
  too_large: { mn: 'Баримт хэт том байна.', en: 'The document is too large.' },
  too_complex: {
    mn: 'Баримт задлахад хэт том эсвэл хэт олон хэсэгтэй байна. Хялбаршуулж дахин хадгалаад илгээнэ үү.',
    en: 'The document unpacks to too much data, or has too many parts. Save a simpler copy and send that.',
  },
  already_signed: {
    mn: 'Баримтад аль хэдийн гарын үсэг зурсан байна.',
    en: 'The document has already been signed.',
  },
  changes_forbidden: {
    mn: 'Баримтыг гаргасан этгээд өөрчлөхийг хориглосон тул гарын үсэг нэмэх боломжгүй.',
    en: 'Its author certified the document and forbids any change, so no signature can be added.',
  },
  fields_locked: {
    mn: 'Өмнөх гарын үсэг баримтыг түгжсэн байна.',
    en: 'An earlier signature locked the document.',
  },
  mark_not_allowed: {
    mn: 'Баталгаажсан баримт дээр харагдах тэмдэг тавих боломжгүй. Тэмдэггүй гарын үсэг зурна уу.',
    en: 'A certified document allows no visible mark. Sign without one.',
  },
  field_taken: { mn: 'Энэ талбарт гарын үсэг зурсан байна.', en: 'This field is already signed.' },
  no_such_page: { mn: 'Ийм хуудас байхгүй.', en: 'There is no such page.' },
  mark_outside_page: { mn: 'Тэмдэг хуудаснаас гарсан байна.', en: 'The mark lies outside the page.' },
  mark_too_small: { mn: 'Тэмдэг хэт жижиг байна.', en: 'The mark is too small.' },
  unprintable_text: {
    mn: 'Нэрийг энэ үсгийн фонтоор хэвлэх боломжгүй байна.',
    en: 'The name contains letters that cannot be printed.',
  },
};
