import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  name_required: {
    status: 400,
    mn: 'Файлын нэрийг өгнө үү.',
    en: 'Give the name of the file.',
  },
  invalid_base64: {
    status: 400,
    mn: 'Файлын агуулга base64 хэлбэртэй биш байна. Файлыг дахин сонгоод илгээнэ үү.',
    en: 'The content of the file is not base64. Choose the file again and send it.',
  },
  quota_exceeded: {
    status: 400,
    mn: 'Таны санд энэ файл багтахгүй. Хэрэггүй файлаа устгаад дахин оролдоно уу.',
    en: 'There is not enough room in your space for this file. Delete files that you do not need and try again.',
  },
  too_many_files: {
    status: 400,
    mn: 'Таны санд 10 000 файл байна, үүнээс олныг хадгалах боломжгүй. Хэрэггүй файлаа устгаад дахин оролдоно уу.',
    en: 'Your space holds 10,000 files, and no more fit. Delete files that you do not need and try again.',
  },
  file_refused: {
    status: 415,
    mn: 'Ийм төрлийн файл хүлээн авахгүй. PDF, зураг, Word, Excel, PowerPoint, OpenDocument, текст (UTF-8), ZIP, дуу, бичлэг, цахим гарын үсгийн файл илгээж болно. Программ, вэб хуудас, SVG файл илгээж болохгүй.',
    en: 'This type of file is not accepted. You can send PDF, pictures, Word, Excel, PowerPoint, OpenDocument, text (UTF-8), ZIP, sound, video and electronic signatures. Programs, web pages and SVG are not accepted.',
  },
  one_file: {
    status: 422,
    mn: 'Нэг удаад нэг файлыг «file» талбараар илгээнэ үү. Нэрийг нь файлын өмнө «name» талбараар өгч болно.',
    en: 'Send one file at a time in the field “file”. Its name may come before it in the field “name”.',
  },
});
