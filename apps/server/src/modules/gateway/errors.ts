import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  service_not_granted: {
    status: 403,
    mn: 'Энэ аппликейшнд уг үйлчилгээг ашиглах эрх олгоогүй байна. Платформын администраторт хандана уу.',
    en: 'This application may not use the service. Ask the administrator of the platform to grant it.',
  },
  daily_quota_reached: {
    status: 429,
    mn: 'Аппликейшны өдрийн хязгаар дууссан. Маргааш (UTC) дахин оролдоно уу.',
    en: 'The daily quota of this application is used up. Try again after midnight UTC.',
  },
  too_many_sockets: {
    status: 429,
    mn: 'Энэ аппликейшн хэт олон холболт нээсэн байна. Заримыг нь хаагаад дахин оролдоно уу.',
    en: 'This application has too many open connections. Close some and try again.',
  },
  upstream_failed: {
    status: 502,
    mn: 'Үйлчилгээ зөв хариу өгсөнгүй. Дахин оролдоно уу.',
    en: 'The service did not answer properly. Try again.',
  },
  upstream_address_refused: {
    status: 502,
    mn: 'Үйлчилгээний хаяг зөвшөөрөгдөөгүй сүлжээнд байна. Платформын администраторт хандана уу.',
    en: 'The address of the service is in a network that may not be called. Ask the administrator of the platform.',
  },
  service_disabled: {
    status: 503,
    mn: 'Үйлчилгээг түр хаасан байна. Дараа дахин оролдоно уу.',
    en: 'The service is switched off. Try again later.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Үйлчилгээ түр ажиллахгүй байна. Дахин оролдоно уу.',
    en: 'The service is unavailable right now. Try again shortly.',
  },
});
