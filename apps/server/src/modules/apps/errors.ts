import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  platform_too_old: {
    status: 400,
    mn: 'Энэ аппыг суулгахад платформын шинэ хувилбар хэрэгтэй. Платформын администраторт хандана уу.',
    en: 'This app needs a newer version of the platform. Ask the platform administrator to upgrade it.',
  },
  already_installed: {
    status: 409,
    mn: 'Энэ аппликейшн аль хэдийн суусан байна.',
    en: 'This app is already installed.',
  },
  already_current: {
    status: 409,
    mn: 'Хамгийн сүүлийн хувилбар нь суусан байна.',
    en: 'The newest version is already installed.',
  },
  dependency_unmet: {
    status: 409,
    mn: 'Шаардлагатай аппликейшн алга, идэвхгүй эсвэл хувилбар нь тохирохгүй байна. Эхлээд түүнийг суулгах, идэвхжүүлэх эсвэл шинэчилнэ үү.',
    en: 'An app that this one needs is missing, disabled or of another version. Install, enable or upgrade that app first.',
  },
  dependency_cycle: {
    status: 409,
    mn: 'Эдгээр аппликейшн бие биенээсээ хамаарсан тул суулгах боломжгүй. Нийтлэгчид нь мэдэгдэнэ үү.',
    en: 'These apps depend on each other in a circle and cannot be installed. Tell their publisher.',
  },
  app_required: {
    status: 409,
    mn: 'Өөр аппликейшн үүнийг шаардаж байна. Эхлээд түүнийг идэвхгүй болгох эсвэл шинэчилнэ үү.',
    en: 'Another app needs this one. Disable or upgrade that app first.',
  },
  catalogue_unavailable: {
    status: 503,
    mn: 'Аппликейшны каталог түр ажиллахгүй байна. Дараа дахин оролдоно уу.',
    en: 'The app catalogue is not available. Try again later.',
  },
});
