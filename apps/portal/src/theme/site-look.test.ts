import { describe, expect, it } from 'vitest';
import { DEFAULT_APPEARANCE, type ThemeConfig } from '../api/appearance.ts';
import { measureContrast } from './color.ts';
import { buildLook, findPaletteScheme, resolvePalette } from './site-look.ts';
import { SCHEME_VARIABLES } from './theme.ts';

describe('the look of a site', () => {
  it('changes nothing without settings', () => {
    const look = buildLook(DEFAULT_APPEARANCE, undefined);
    expect(look).toMatchObject({ light: {}, dark: {}, font: 'inter', style: 'comfortable', scheme: 'auto' });
  });

  it('keeps every accent readable in both schemes', () => {
    for (const accent of ['amber', 'teal', '#ffe600', '#000000', '#ffffff']) {
      const look = buildLook({ ...DEFAULT_APPEARANCE, accent }, undefined);
      for (const scheme of ['light', 'dark'] as const) {
        const shown = look[scheme];
        const surface = SCHEME_VARIABLES[scheme]['--tamga-surface'];
        expect(measureContrast(shown['--tamga-accent'] ?? '', surface)).toBeGreaterThanOrEqual(4.5);
        expect(measureContrast(shown['--mantine-color-ink-filled'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(
          4.5,
        );
      }
    }
  });

  it('applies a palette to its own scheme, and only its brand colour to the other', () => {
    expect(findPaletteScheme({ bg: '#101010' }, 'light')).toBe('dark');
    expect(findPaletteScheme({}, 'dark')).toBe('dark');
    const look = buildLook(DEFAULT_APPEARANCE, {
      appearance: { mode: 'dark', colors: { bg: '#101010', fg: '#fafafa', primary: '#aa3300' } },
    });
    expect(look.dark['--mantine-color-body']).toBe('#101010');
    expect(look.light['--mantine-color-body']).toBeUndefined();
    expect(look.light['--tamga-accent']).toBeDefined();
    expect(look.scheme).toBe('dark');
  });

  it('drops values that are not a colour, a known word or a text', () => {
    const look = buildLook({ ...DEFAULT_APPEARANCE, accent: 'url(//evil)' }, {
      appearance: { font: 'Comic', style: 'huge', mode: 'x', colors: { bg: '#fff}body{x', primary: 7 } },
      landing: { mn: { heading: ' Сайн уу ', lead: 7 }, en: {} },
    } as unknown as ThemeConfig);
    expect(look).toMatchObject({ light: {}, dark: {}, font: 'inter', style: 'comfortable' });
    expect(look.texts).toEqual({ mn: { heading: 'Сайн уу' }, en: {} });
  });

  it('adjusts an unreadable text colour', () => {
    const shown = resolvePalette({ bg: '#ffffff', surface: '#ffffff', fg: '#eeeeee' }, 'light');
    expect(measureContrast(shown['--mantine-color-text'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });

  it('prefers the platform’s name over a theme’s name, in both languages', () => {
    const branding = {
      name: 'Нэр',
      short_name: '',
      organization: '',
      logo: 'https://a.mn/l.png',
      language: '',
    };
    const theme = { landing: { mn: { name: 'Theme', line: 'Line' }, en: {} } };
    const look = buildLook(DEFAULT_APPEARANCE, theme, branding);
    expect(look.texts).toEqual({ mn: { name: 'Нэр', line: 'Line' }, en: { name: 'Нэр' } });
    expect(look.logo).toBe('/api/v1/site/logo?of=https%3A%2F%2Fa.mn%2Fl.png');
    expect(buildLook(DEFAULT_APPEARANCE, theme).texts.mn.name).toBe('Theme');
  });
});
