import type { Text } from '../../../kernel/http/language.ts';
import type { ChangeKind } from './changes/findings.ts';

export const changeTexts: Readonly<Record<ChangeKind, Text>> = {
  EVIDENCE_ADDED: {
    mn: 'Удаан хугацаанд шалгах нотолгоо нэмсэн.',
    en: 'Evidence for long-term verification was added.',
  },
  DOCUMENT_TIMESTAMP_ADDED: { mn: 'Баримтад цагийн тэмдэг нэмсэн.', en: 'A document timestamp was added.' },
  SIGNATURE_ADDED: { mn: 'Өөр гарын үсэг нэмсэн.', en: 'Another signature was added.' },
  FORM_FILLED: {
    mn: 'Зөвшөөрсөн маягтын талбарыг бөглөсөн.',
    en: 'A form field was filled in, as the signer allowed.',
  },
  NOTE_ADDED: { mn: 'Зөвшөөрсөн тэмдэглэл нэмсэн.', en: 'A note was added, as the signer allowed.' },
  CONTENT_COVERED: {
    mn: 'Дараа зурсан гарын үсгийн тэмдэг хуудасны хэсгийг халхалсан.',
    en: 'The mark of a later signature covers a part of the page.',
  },
  MARK_BESIDE_CONTENT: {
    mn: 'Дараа зурсан гарын үсгийн тэмдэг хуудасны бичвэртэй зэрэгцсэн.',
    en: 'The mark of a later signature was drawn next to the text of the page.',
  },
  MARK_ADDED: {
    mn: 'Хуудасны хоосон зайд гарын үсгийн тэмдэг нэмсэн.',
    en: 'The mark of a signature was added on a blank place.',
  },
  INFORMATION_UPDATED: { mn: 'Хадгалсан цаг шинэчлэгдсэн.', en: 'The time of the last save was updated.' },
  CONTENT_REPLACED: { mn: 'Хуудасны агуулгыг сольсон.', en: 'The content of a page was replaced.' },
  OVERLAY_REMOVED: {
    mn: 'Доорх агуулгыг халхалж байсан хэсгийг арилгасан.',
    en: 'Something that covered other content was removed.',
  },
  HIDDEN_CONTENT_ACTIVATED: {
    mn: 'Урьдчилан нуусан агуулгыг харагдуулсан.',
    en: 'Content that was hidden in the document is shown now.',
  },
  FONT_REPLACED: {
    mn: 'Үсгийн хэлбэрийг сольсон тул бичвэр өөр уншигдана.',
    en: 'A font was replaced, so text reads differently.',
  },
  RESOURCE_REPLACED: {
    mn: 'Хуудасны зураг эсвэл бусад хэсгийг сольсон.',
    en: 'An image or another part of a page was replaced.',
  },
  DANGLING_REFERENCE_FILLED: {
    mn: 'Хоосон үлдээсэн хэсэгт агуулга нэмсэн.',
    en: 'Content was put where a place had been left empty.',
  },
  ANNOTATION_ADDED: {
    mn: 'Хуудсан дээр тэмдэглэл, тамга эсвэл бичвэр давхарлуулсан.',
    en: 'A stamp, text or note was laid over a page.',
  },
  ANNOTATION_CHANGED: { mn: 'Тэмдэглэл эсвэл тамгыг өөрчилсөн.', en: 'A stamp or note was changed.' },
  ANNOTATION_REMOVED: { mn: 'Тэмдэглэл эсвэл тамгыг хассан.', en: 'A stamp or note was removed.' },
  FIELD_ADDED: { mn: 'Маягтын талбар нэмсэн.', en: 'A form field was added.' },
  FIELD_VALUE_REPLACED: {
    mn: 'Маягтын талбарын утгыг зөвшөөрөлгүй өөрчилсөн.',
    en: 'The value of a form field was changed, which the signer did not allow.',
  },
  FIELD_APPEARANCE_REPLACED: {
    mn: 'Талбар өөр утга харуулахаар өөрчлөгдсөн.',
    en: 'A form field shows something else than its value.',
  },
  FIELD_UNCLEAR: {
    mn: 'Бөглөсөн талбар өөрийн утгаа харуулж байгаа эсэхийг тогтоох боломжгүй.',
    en: 'It cannot be told whether a filled field shows its value.',
  },
  FIELD_MOVED: { mn: 'Маягтын талбарыг зөөсөн.', en: 'A form field was moved.' },
  FIELD_CHANGED: { mn: 'Маягтын талбарыг өөрчилсөн.', en: 'A form field was changed.' },
  FIELD_OVER_CONTENT: {
    mn: 'Бөглөсөн талбар хуудасны агуулга дээр байрласан эсвэл хэт том.',
    en: 'A filled field lies over content of the page, or is too large.',
  },
  NOTE_OVER_CONTENT: {
    mn: 'Тэмдэглэл хуудасны агуулгыг халхалсан эсвэл хэт олон.',
    en: 'Notes cover content of the page, or too much of it.',
  },
  SIGNATURE_MARK_OVER_PAGE: {
    mn: 'Нэмсэн гарын үсгийн тэмдэг хуудсыг халхалсан.',
    en: 'The mark of an added signature covers the page.',
  },
  UNTRUSTED_SIGNATURE_MARK: {
    mn: 'Баталгаагүй гарын үсгийн тэмдэг хуудсан дээр нэмсэн.',
    en: 'A signature that is not trusted put its mark on a page.',
  },
  PAGES_CHANGED: { mn: 'Хуудас нэмсэн, хассан эсвэл сольсон.', en: 'Pages were added, removed or replaced.' },
  PAGE_CHANGED: {
    mn: 'Хуудасны хэмжээ эсвэл байрлалыг өөрчилсөн.',
    en: 'The size or position of a page was changed.',
  },
  LAYERS_CHANGED: { mn: 'Харагдах давхаргыг өөрчилсөн.', en: 'The visible layers were changed.' },
  SCRIPT_ADDED: { mn: 'Скрипт эсвэл үйлдэл нэмсэн.', en: 'A script or an action was added.' },
  CATALOG_CHANGED: { mn: 'Баримтын тохиргоог өөрчилсөн.', en: 'Settings of the document were changed.' },
  CATALOG_REPLACED: { mn: 'Баримтыг бүхэлд нь сольсон.', en: 'The whole document was replaced.' },
  INFORMATION_CHANGED: {
    mn: 'Баримтын нэр эсвэл мэдээллийг өөрчилсөн.',
    en: 'The title or other information was changed.',
  },
  PERMISSIONS_CHANGED: { mn: 'Өөрчлөх эрхийг сольсон.', en: 'The permissions were changed.' },
  OBJECT_STREAM_REPLACED: {
    mn: 'Баримтын олон хэсгийг нэг дор сольсон.',
    en: 'Many parts of the document were replaced at once.',
  },
  OBJECT_CHANGED: { mn: 'Баримтын хэсгийг өөрчилсөн.', en: 'A part of the document was changed.' },
  OBJECT_FREED: { mn: 'Баримтын хэсгийг устгасан.', en: 'A part of the document was deleted.' },
  UNREFERENCED_OBJECT: { mn: 'Ашиглагдаагүй хэсэг нэмсэн.', en: 'A part was added that nothing uses.' },
  STRUCTURE_AMBIGUOUS: {
    mn: 'Нэмсэн хэсгийг программ бүр өөрөөр уншиж болно.',
    en: 'Programs may read what was added in different ways.',
  },
  BROKEN_SIGNATURE_ADDED: {
    mn: 'Эвдэрсэн эсвэл хуурамч гарын үсэг, цагийн тэмдэг нэмсэн.',
    en: 'A broken or forged signature or timestamp was added.',
  },
  PICTURE_DIFFERS: {
    mn: 'Хуудас гарын үсэг зурсан үеийнхээс өөр харагдаж байна.',
    en: 'The page looks different from the page that was signed.',
  },
  DATA_AFTER_END: {
    mn: 'Файлын төгсгөлийн ард өгөгдөл нэмсэн.',
    en: 'Data was added after the end of the file.',
  },
};
