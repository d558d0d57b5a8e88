import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  platform_too_old: {
    status: 400,
    mn: 'Энэ аппликейшн платформын шинэ хувилбар шаардана.',
    en: 'This app needs a newer version of the platform.',
  },
  already_installed: {
    status: 409,
    mn: 'Энэ аппликейшн суулгагдсан байна.',
    en: 'This app is already installed.',
  },
  already_current: {
    status: 409,
    mn: 'Хамгийн сүүлийн хувилбар суулгагдсан байна.',
    en: 'The newest version is already installed.',
  },
  dependency_unmet: {
    status: 409,
    mn: 'Шаардлагатай аппликейшн алга, идэвхгүй эсвэл хувилбар нь тохирохгүй байна.',
    en: 'An app this one needs is missing, disabled or of another version.',
  },
  dependency_cycle: {
    status: 409,
    mn: 'Эдгээр аппликейшн бие биенээсээ хамаарсан тул суулгах боломжгүй.',
    en: 'These apps need each other in a circle and cannot be installed.',
  },
  app_required: {
    status: 409,
    mn: 'Өөр аппликейшн үүнийг шаардаж байна. Эхлээд түүнийг идэвхгүй болгоно уу.',
    en: 'Another app needs this one. Disable or upgrade that one first.',
  },
  catalogue_unavailable: {
    status: 503,
    mn: 'Аппликейшны каталог бэлэн биш байна.',
    en: 'The app catalogue is not available.',
  },
});
