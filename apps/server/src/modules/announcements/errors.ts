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
  too_many_announcements: {
    status: 409,
    mn: 'Мэдээ хэт олон байна. Хуучныг устгаад дахин оролдоно уу.',
    en: 'There are too many announcements. Delete old ones and try again.',
  },
});
