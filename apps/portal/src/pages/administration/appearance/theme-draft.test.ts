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

describe('a theme draft', () => {
  it('is saved unchanged without edits, including unknown texts', () => {
    expect(buildThemeBody(draftTheme(theme), theme.config)).toEqual({
      name: 'Steppe',
      config: {
        appearance: { mode: 'dark', colors: { bg: '#101010', primary: '#aa3300' } },
        landing: { mn: { heading: 'Тал', footnote: 'Бусдын' }, en: {} },
      },
    });
  });

  it('removes emptied fields', () => {
    const draft = draftTheme(theme);
    draft.config.appearance.colors.bg = '';
    draft.config.landing.mn.heading = ' ';
    const { config } = buildThemeBody(draft, theme.config);
    expect(config.appearance?.colors).toEqual({ primary: '#aa3300' });
    expect(config.landing?.mn).toEqual({ footnote: 'Бусдын' });
  });

  it('names invalid colours', () => {
    const draft = { ...draftTheme(null), name: 'Steppe' };
    draft.config.appearance.colors.fg = 'red';
    draft.config.appearance.colors.muted = '#abc';
    expect(checkBody(themesCreateBody, buildThemeBody(draft, undefined))).toEqual([
      { path: 'config.appearance.colors.fg', kind: 'other' },
    ]);
  });
});
