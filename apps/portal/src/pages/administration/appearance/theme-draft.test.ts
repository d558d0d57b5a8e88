import { describe, expect, it } from 'vitest';
import type { Theme } from '../../../api/appearance.ts';
import { themesCreateBody } from '../../../api/generated/bodies.ts';
import { checkBody } from '../../../ui/forms/check-body.ts';
import { buildThemeBody, draftTheme } from './theme-draft.ts';

const theme: Theme = {
  id: 't',
  name: 'Steppe',
  is_active: false,
  created_at: '',
  updated_at: null,
  config: {
    appearance: { mode: 'dark', colors: { bg: '#101010', primary: '#AA3300' } },
    landing: { mn: { heading: 'Тал', footnote: 'Бусдын' } },
  },
};

describe('a theme being edited', () => {
  it('comes back as it was when nothing is changed, with texts it does not know', () => {
    expect(buildThemeBody(draftTheme(theme), theme.config)).toEqual({
      name: 'Steppe',
      config: {
        appearance: { mode: 'dark', colors: { bg: '#101010', primary: '#aa3300' } },
        landing: { mn: { heading: 'Тал', footnote: 'Бусдын' }, en: {} },
      },
    });
  });

  it('forgets what was emptied', () => {
    const draft = draftTheme(theme);
    draft.config.appearance.colors.bg = '';
    draft.config.landing.mn.heading = ' ';
    const { config } = buildThemeBody(draft, theme.config);
    expect(config.appearance?.colors).toEqual({ primary: '#aa3300' });
    expect(config.landing?.mn).toEqual({ footnote: 'Бусдын' });
  });

  it('names the colours that are none', () => {
    const draft = { ...draftTheme(null), name: 'Steppe' };
    draft.config.appearance.colors.fg = 'red';
    draft.config.appearance.colors.muted = '#abc';
    expect(checkBody(themesCreateBody, buildThemeBody(draft, undefined))).toEqual([
      { path: 'config.appearance.colors.fg', kind: 'other' },
    ]);
  });
});
