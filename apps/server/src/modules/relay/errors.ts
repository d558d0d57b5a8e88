import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  not_routed: {
    status: 400,
    mn: 'Энэ үйлчилгээг идэвхтэй платформ руу чиглүүлээгүй байна. Эхлээд чиглүүлэлт нэмнэ үү.',
    en: 'No enabled platform is routed for this service. Add a route first.',
  },
  unknown_platform: {
    status: 400,
    mn: 'Ийм платформ бүртгэлгүй байна. Жагсаалтаас сонгоно уу.',
    en: 'There is no such platform. Choose one from the list.',
  },
  not_upstream: {
    status: 400,
    mn: 'Энэ платформ нь дээд шатных биш. Дээд шатны платформ сонгоно уу.',
    en: 'This platform is not an upstream one. Choose an upstream platform.',
  },
  source_required: {
    status: 400,
    mn: 'X-Relay-Source толгойд илгээгч платформын кодыг бичнэ үү.',
    en: 'Send the code of the sending platform in the X-Relay-Source header.',
  },
  invalid_signature: {
    status: 401,
    mn: 'Гарын үсэг таарсангүй. Нууц түлхүүр, цаг, илгээсэн байтуудаа шалгана уу.',
    en: 'The signature does not fit. Check the secret, the clock and the bytes that were sent.',
  },
  platform_disabled: {
    status: 403,
    mn: 'Энэ платформыг идэвхгүй болгосон байна. Релейн администраторт хандана уу.',
    en: 'This platform is disabled. Contact the administrator of the relay.',
  },
  not_seeded: {
    status: 409,
    mn: 'Үзүүлэнг зөвхөн үзүүлэн горимтой, платформгүй релейд ачаална.',
    en: 'The demonstration is loaded only in demonstration mode, into a relay without platforms.',
  },
  code_exists: {
    status: 409,
    mn: 'Ийм кодтой платформ бүртгэгдсэн байна. Өөр код сонгоно уу.',
    en: 'A platform with this code exists. Choose another code.',
  },
  route_exists: {
    status: 409,
    mn: 'Энэ үйлчилгээг уг платформ руу аль хэдийн чиглүүлсэн байна.',
    en: 'This service is already routed to that platform.',
  },
  already_answered: {
    status: 409,
    mn: 'Энэ даалгаварт аль хэдийн хариу өгсөн байна. Хуудсыг дахин нээж шалгана уу.',
    en: 'This assignment has already been answered. Reload the page and check it.',
  },
  once_only_violation: {
    status: 409,
    mn: 'Ижил дугаартай өөр мессеж өмнө нь ирсэн байна. Шинэ мессежид шинэ дугаар өгнө үү.',
    en: 'Another message came earlier with the same id. Give a new message a new id.',
  },
  confidential: {
    status: 409,
    mn: 'Энэ хүсэлт нэг иргэний мэдээллийн тухай тул зөвхөн асуусан байгууллага нь хариулна. Хүсэлтийг дамжуулж болохгүй.',
    en: 'This request concerns the data of one person: only the agency that was asked can answer it, and it cannot be forwarded.',
  },
  bad_endpoint: {
    status: 400,
    mn: 'Хаяг нь https:// эсвэл demo://-оор эхэлсэн, нийтийн сүлжээний хаяг байх ёстой.',
    en: 'The address must begin with https:// (or demo://) and lead to a public network.',
  },
  bad_public_key: {
    status: 400,
    mn: 'Нийтийн түлхүүр whpk_-ээр эхэлсэн Ed25519 түлхүүр байх ёстой.',
    en: 'The public key must be an Ed25519 key that begins with whpk_.',
  },
});
