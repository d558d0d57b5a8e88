import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  bad_request: {
    status: 400,
    mn: 'Асуултаа бичнэ үү, эсвэл хэлнэ үү.',
    en: 'Write a question or record one.',
  },
  invalid_base64: {
    status: 400,
    mn: 'Дуу бичлэгийг уншиж чадсангүй. Дахин бичнэ үү.',
    en: 'The recording could not be read. Record it again.',
  },
  not_configured: {
    status: 503,
    mn: 'Энэ үйлчилгээ тохируулагдаагүй байна. Асуултаа бичиж үзнэ үү.',
    en: 'This is not set up here. Try writing instead.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Хэл ярианы үйлчилгээ түр ажиллахгүй байна. Дараа дахин оролдоно уу.',
    en: 'The speech and language service is unavailable right now. Try again later.',
  },
  prompt_changed: {
    status: 409,
    mn: 'Таныг засаж байх хооронд өөр хүн шинэ текст нийтэлсэн байна. Түүнийг өмнөх хувилбаруудаас үзээд, солих бол дахин нийтэлнэ үү.',
    en: 'Another person published a text while you were editing. Read it among the earlier versions; publish again to replace it.',
  },
  budget_spent: {
    status: 429,
    mn: 'Өнөөдрийн хэмжээ дууссан. Маргааш дахин оролдоно уу.',
    en: 'The daily allowance is used up. Try again tomorrow.',
  },
});
