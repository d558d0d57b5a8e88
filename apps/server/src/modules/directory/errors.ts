import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  upstream_failed: {
    status: 502,
    mn: 'Улсын лавлах буруу хариу өглөө. Дахин оролдоно уу.',
    en: 'The national directory did not answer properly. Try again.',
  },
  upstream_unavailable: {
    status: 503,
    mn: 'Улсын лавлах түр ажиллахгүй байна. Дахин оролдоно уу.',
    en: 'The national directory is unavailable right now. Try again shortly.',
  },
});

/** The specification returns these inside a success; they are not errors. */
export const notices = {
  unconfigured: {
    mn: 'Улсын лавлах холбогдоогүй байна. CORE_API_BASE, CORE_API_TOKEN тохируулна уу.',
    en: 'The national directory is not connected. Set CORE_API_BASE and CORE_API_TOKEN.',
  },
  nothing: {
    mn: 'Ийм бүртгэл олдсонгүй. Хайсан утгаа шалгана уу.',
    en: 'Nothing was found. Check what you searched for.',
  },
};
