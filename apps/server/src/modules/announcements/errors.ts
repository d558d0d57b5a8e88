import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  ends_before_start: {
    status: 422,
    mn: 'Дуусах цаг нь эхлэх цагаас хойш байх ёстой.',
    en: 'The end must be after the start.',
  },
  only_maintenance_is_read_only: {
    status: 422,
    mn: 'Зөвхөн унших горим нь засвар үйлчилгээнд л хамаарна.',
    en: 'Only maintenance can make the platform read-only.',
  },
  read_only_needs_end: {
    status: 422,
    mn: 'Зөвхөн унших горимд дуусах цаг заавал хэрэгтэй, эхэлснээс хойш 72 цагаас хэтрэхгүй.',
    en: 'Read-only maintenance needs an end, at most 72 hours after its start.',
  },
  not_running: {
    status: 409,
    mn: 'Энэ мэдээ одоо хүчинтэй биш байна. Жагсаалтыг шинэчилнэ үү.',
    en: 'This announcement is not running now. Reload the list.',
  },
  too_many_announcements: {
    status: 409,
    mn: 'Мэдээ хэт олон байна. Хуучныг устгаад дахин оролдоно уу.',
    en: 'There are too many announcements. Delete old ones and try again.',
  },
});
