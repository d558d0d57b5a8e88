import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  not_automatable: {
    status: 400,
    mn: 'Үзэмжээр эсвэл үнэлгээгээр шийддэг үйлчилгээг автомат болгох боломжгүй. Гар ажиллагаатай болгоно уу.',
    en: 'A service that needs discretion or assessment cannot be automatic. Set it to manual.',
  },
  exchange_code_required: {
    status: 400,
    mn: 'Төрийн мэдээлэл солилцоонд байгаа баримтын үйлчилгээний кодыг бичнэ үү.',
    en: 'This evidence is in the state data exchange. Enter its service code there.',
  },
  code_exists: {
    status: 409,
    mn: 'Ийм код бүртгэлтэй байна. Өөр код сонгоно уу.',
    en: 'This code is already in use. Choose another one.',
  },
  archived: {
    status: 409,
    mn: 'Архивласан паспортыг засах, нийтлэх боломжгүй. Эхлээд архиваас сэргээнэ үү.',
    en: 'An archived passport cannot be changed or published. Restore it first.',
  },
  published: {
    status: 409,
    mn: 'Нийтлэгдсэн паспортыг устгах боломжгүй. Эхлээд архивлана уу.',
    en: 'A published passport cannot be deleted. Archive it first.',
  },
  once_only_violation: {
    status: 409,
    mn: 'Төрд байгаа баримтыг иргэнээс шаардаж байгаа тул энэ түвшинд нийтлэх боломжгүй. Баримтыг солилцооноос авах болгох, эсвэл түвшинг online болгоно уу.',
    en: 'The service asks citizens for data that the state already has, so it cannot be published at this level. Take the evidence from the exchange, or set the level to online.',
  },
  conflict: {
    status: 409,
    mn: 'CPSV-AP-ийн заавал байх талбар хоосон байна. Бөглөөд дахин нийтэлнэ үү.',
    en: 'A mandatory field (CPSV-AP) is empty. Fill it in and publish again.',
  },
  translation_missing: {
    status: 409,
    mn: 'Иргэн унших бүх текст монгол, англи хоёр хэлээр байна. Дутууг нөхөөд дахин нийтэлнэ үү.',
    en: 'All texts for citizens must be in Mongolian and English. Add the missing texts and publish again.',
  },
  time_missing: {
    status: 409,
    mn: 'Хэдэн хоногт шийдвэрлэхийг бичээгүй байна. Хугацааг оруулаад, эсвэл үйлчилгээг автомат болгоод дахин нийтэлнэ үү.',
    en: 'The service does not say how long it takes. Enter the time, or make the service automatic, and publish again.',
  },
  shared_vocabulary: {
    status: 403,
    mn: 'Үүнийг бүх байгууллагын үйлчилгээ хамтран ашигладаг. Бүх байгууллагын бүртгэгч эсвэл администраторт хандана уу.',
    en: 'The services of all authorities share this. Ask an administrator, or a registrar of every authority.',
  },
  in_use: {
    status: 409,
    mn: 'Энэ баримтыг үйлчилгээ ашиглаж байна. Эхлээд үйлчилгээнээс хасах, эсвэл архивласан үйлчилгээг устгана уу.',
    en: 'Services use this evidence. Remove it from them first, or delete the archived ones.',
  },
});
