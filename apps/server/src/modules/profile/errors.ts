import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  image_refused: {
    status: 415,
    mn: 'Файл PNG эсвэл JPEG зураг биш, эсвэл гэмтсэн байна. Өөр зураг сонгоно уу.',
    en: 'The file is not a PNG or JPEG image, or it is damaged. Choose another image.',
  },
  image_dimensions: {
    status: 422,
    mn: 'Зургийн тал бүр 16–4000 цэг, нийт 8 сая цэгээс ихгүй байх ёстой. Зургийн хэмжээг өөрчилнө үү.',
    en: 'Each side of the image must have 16 to 4000 pixels, and at most 8 million in all. Resize the image.',
  },
});
