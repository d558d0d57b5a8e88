import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  not_automatable: {
    status: 400,
    mn: 'Үзэмжээр эсвэл үнэлгээгээр шийддэг үйлчилгээг автомат болгох боломжгүй. Гар ажиллагаатай болгоно уу.',
    en: 'A service that needs discretion or assessment cannot be automatic. Make it manual.',
  },
  exchange_code_required: {
    status: 400,
    mn: 'Төрийн мэдээлэл солилцоонд байгаа баримтын үйлчилгээний кодыг бичнэ үү.',
    en: 'Evidence that exists in the state data exchange needs its service code there.',
  },
  code_exists: {
    status: 409,
    mn: 'Ийм код бүртгэлтэй байна. Өөр код сонгоно уу.',
    en: 'This code is taken. Choose another one.',
  },
  changed_meanwhile: {
    status: 409,
    mn: 'Таныг засаж байх хооронд өөр хүн өөрчилсөн байна. Шинэчилсэн хувилбарыг үзээд дахин хадгална уу.',
    en: 'Somebody else has changed this in the meantime. Look at it as it is now, then save again.',
  },
  archived: {
    status: 409,
    mn: 'Архивласан паспортыг засах, нийтлэх боломжгүй. Эхлээд архиваас сэргээнэ үү.',
    en: 'An archived passport can be neither changed nor published. Restore it first.',
  },
  published: {
    status: 409,
    mn: 'Нийтлэгдсэн паспортыг устгах боломжгүй. Эхлээд архивлана уу.',
    en: 'A published passport cannot be deleted. Archive it first.',
  },
  once_only_violation: {
    status: 409,
    mn: 'Төрд байгаа баримтыг иргэнээс шаардаж байгаа тул энэ түвшинд нийтлэх боломжгүй. Баримтыг солилцооноос авах болгох, эсвэл түвшинг online болгоно уу.',
    en: 'It asks citizens for what the state already has, so it cannot be published at this level. Take the evidence from the exchange, or declare the level online.',
  },
  conflict: {
    status: 409,
    mn: 'CPSV-AP-ийн заавал байх талбар хоосон байна. Бөглөөд дахин нийтэлнэ үү.',
    en: 'A field that CPSV-AP demands is empty. Fill it in and publish again.',
  },
  translation_missing: {
    status: 409,
    mn: 'Иргэн унших бүх текст монгол, англи хоёр хэлээр байна. Дутууг нөхөөд дахин нийтэлнэ үү.',
    en: 'Everything citizens read must be in Mongolian and in English. Complete what is missing and publish again.',
  },
  in_use: {
    status: 409,
    mn: 'Энэ баримтыг үйлчилгээ ашиглаж байна. Эхлээд үйлчилгээнээс хасах, эсвэл архивласан үйлчилгээг устгана уу.',
    en: 'Services ask for this evidence. Take it out of them first, or delete those that are archived.',
  },
});
