import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  slug_taken: {
    status: 409,
    mn: 'Ийм хаягтай нийтлэл байна. Өөр хаяг сонгоно уу.',
    en: 'Another article has this address. Choose another one.',
  },
  article_changed: {
    status: 409,
    mn: 'Таныг засаж байх хооронд нийтлэл өөрчлөгдсөн байна. Шинэ хувилбарыг нээгээд дахин засна уу.',
    en: 'The article changed while you were editing. Open the new version and edit it again.',
  },
  language_missing: {
    status: 422,
    mn: 'Нийтлэхийн тулд гарчиг, агуулгыг монгол, англи хоёр хэлээр бичнэ үү.',
    en: 'Write the title and the text in Mongolian and English before you publish.',
  },
  embedding_failed: {
    status: 500,
    mn: 'Векторын үйлчилгээ хариу өгсөнгүй. Дараа дахин оролдоно уу.',
    en: 'The embedding service did not answer. Try again later.',
  },
  too_many_articles: {
    status: 409,
    mn: 'Нийтлэл хэт олон байна. Хэрэггүйг нь устгаад дахин оролдоно уу.',
    en: 'There are too many articles. Delete some and try again.',
  },
});
