import {
  type Appearance,
  type Branding,
  DEFAULT_APPEARANCE,
  FONTS,
  fetchBranding,
  fetchLook,
  SCHEMES,
  type SiteLook,
  STYLES,
  type ThemeConfig,
} from '../api/appearance.ts';
import { readFailure } from '../api/errors.ts';
import { suggestLanguage } from '../i18n/language.ts';
import { fitContrast, isDark, measureContrast, mixColors, readHex } from './color.ts';
import { type Look, putLook, readLook, SITE_TEXTS, type SiteTexts } from './look-store.ts';
import { SCHEME_VARIABLES, showSiteScheme } from './theme.ts';

export const COLOR_NAMES = [
  'primary',
  'gold',
  'bg',
  'surface',
  'surface2',
  'fg',
  'muted',
  'border',
  'borderStrong',
  'success',
  'danger',
  'lpNavy',
  'lpHeader',
] as const;
export type ColorName = (typeof COLOR_NAMES)[number];
export type Palette = Partial<Record<ColorName, string>>;
type Scheme = 'light' | 'dark';

/** Cobalt is the portal's default colour, so it replaces nothing. */
export const ACCENT_COLORS: Record<string, string> = {
  cobalt: '#143f78',
  teal: '#0b5c63',
  violet: '#5a2d8f',
  emerald: '#0d5f3c',
  amber: '#8a4b00',
};

const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;
const TEXT_MAX_LENGTH = 300;

export function readPalette(config: ThemeConfig | undefined): Palette {
  const palette: Palette = {};
  for (const name of COLOR_NAMES) {
    const color = readHex(config?.appearance?.colors?.[name]);
    if (color) palette[name] = color;
  }
  return palette;
}

/** A palette is made for one scheme, which its background shows. */
export function findPaletteScheme(palette: Palette, mode: string | undefined): Scheme {
  const ground = palette.bg ?? palette.surface;
  if (ground) return isDark(ground) ? 'dark' : 'light';
  return mode === 'dark' ? 'dark' : 'light';
}

/** As light as white text on it allows: a deep brand colour would be hard to see on a dark page. */
function findFill(color: string, scheme: Scheme): string {
  let fill = fitContrast(color, '#ffffff', TEXT_CONTRAST);
  if (scheme === 'light') return fill;
  for (let lighter = fill; measureContrast(lighter, '#ffffff') >= 4.8; ) {
    fill = lighter;
    lighter = mixColors(lighter, '#ffffff', 0.04);
  }
  return fill;
}

/**
 * The variables that a palette replaces in one scheme. A text colour is adjusted until it is readable, so that no
 * theme makes the portal unreadable; the editor reports the adjustment.
 */
export function resolvePalette(palette: Palette, scheme: Scheme): Record<string, string> {
  const base = SCHEME_VARIABLES[scheme];
  const body = palette.bg ?? base['--mantine-color-body'];
  const surface = palette.surface ?? base['--tamga-surface'];
  const sunken = palette.surface2 ?? base['--tamga-sunken'];
  const fit = (color: string, contrast: number): string =>
    [body, sunken, surface].reduce((shade, ground) => fitContrast(shade, ground, contrast), color);
  const variables: Record<string, string> = {};
  const put = (names: readonly string[], color: string): void => {
    for (const name of names) variables[name] = color;
  };

  if (palette.bg) put(['--mantine-color-body'], palette.bg);
  if (palette.surface) put(['--tamga-surface', '--tamga-field', '--mantine-color-default'], palette.surface);
  if (palette.surface2) put(['--tamga-sunken', '--mantine-color-default-hover'], palette.surface2);
  if (palette.border) put(['--tamga-line'], palette.border);
  if (palette.borderStrong) put(['--mantine-color-default-border'], fit(palette.borderStrong, EDGE_CONTRAST));
  if (palette.fg)
    put(['--mantine-color-text', '--mantine-color-default-color'], fit(palette.fg, TEXT_CONTRAST));
  if (palette.muted)
    put(['--mantine-color-dimmed', '--mantine-color-placeholder'], fit(palette.muted, TEXT_CONTRAST));
  if (palette.gold) put(['--tamga-gold', '--tamga-header-gold'], palette.gold);
  if (palette.lpNavy) put(['--tamga-landing'], fit(palette.lpNavy, EDGE_CONTRAST));
  if (palette.lpHeader) put(['--tamga-header'], palette.lpHeader);

  const putTint = (names: readonly string[], soft: string, color: string): void => {
    const tint = mixColors(surface, color, scheme === 'light' ? 0.09 : 0.16);
    put([soft], tint);
    put(names, fitContrast(fit(color, TEXT_CONTRAST), tint, TEXT_CONTRAST));
  };
  if (palette.success) putTint(['--tamga-good'], '--tamga-good-soft', palette.success);
  if (palette.danger) putTint(['--tamga-bad', '--mantine-color-error'], '--tamga-bad-soft', palette.danger);
  if (palette.primary) {
    const readable = scheme === 'dark' ? fit(palette.primary, 7) : palette.primary;
    putTint(['--tamga-accent', '--mantine-color-anchor'], '--tamga-accent-soft', readable);
    const fill = findFill(palette.primary, scheme);
    put(['--mantine-color-ink-filled'], fill);
    put(['--mantine-color-ink-filled-hover'], mixColors(fill, '#000000', 0.14));
    if (!palette.lpHeader) put(['--tamga-header'], fill);
  }
  return variables;
}

function pick<Value extends string>(allowed: readonly Value[], ...wishes: unknown[]): Value {
  const found = wishes.find((wish): wish is Value => allowed.includes(wish as Value));
  return found ?? (allowed[0] as Value);
}

function readTexts(texts: Record<string, unknown> | undefined): SiteTexts {
  const read: SiteTexts = {};
  for (const key of SITE_TEXTS) {
    const text = texts?.[key];
    if (typeof text === 'string' && text.trim()) read[key] = text.trim().slice(0, TEXT_MAX_LENGTH);
  }
  return read;
}

/** The platform's name overrides a theme's name, because it is valid in every language and on every page. */
function brandTexts(texts: SiteTexts, branding: Branding | undefined): SiteTexts {
  return {
    ...texts,
    ...(branding?.name ? { name: branding.name } : {}),
    ...(branding?.organization ? { line: branding.organization } : {}),
  };
}

/** The active theme has priority; the appearance settings fill the gaps. */
export function buildLook(
  appearance: Appearance,
  config: ThemeConfig | undefined,
  branding?: Branding | undefined,
): Look {
  const palette = readPalette(config);
  const own = config?.appearance;
  const accent =
    appearance.accent === 'cobalt' ? null : (ACCENT_COLORS[appearance.accent] ?? readHex(appearance.accent));
  const primary = palette.primary ?? accent;
  const full: Palette = primary ? { ...palette, primary } : palette;
  const brand: Palette = {
    ...(primary ? { primary } : {}),
    ...(palette.gold ? { gold: palette.gold } : {}),
    ...(palette.lpHeader ? { lpHeader: palette.lpHeader } : {}),
  };
  const paletteScheme = findPaletteScheme(palette, own?.mode);
  const scheme = pick(SCHEMES, own?.mode, appearance.theme, DEFAULT_APPEARANCE.theme);
  return {
    light: resolvePalette(paletteScheme === 'light' ? full : brand, 'light'),
    dark: resolvePalette(paletteScheme === 'dark' ? full : brand, 'dark'),
    font: pick(FONTS, own?.font, appearance.font),
    style: pick(STYLES, own?.style, appearance.style),
    scheme: scheme === 'system' ? 'auto' : scheme,
    texts: {
      mn: brandTexts(readTexts(config?.landing?.mn), branding),
      en: brandTexts(readTexts(config?.landing?.en), branding),
    },
    // Our own origin proxies the logo, so its host learns nothing about visitors. The `of` parameter changes the
    // address when the logo changes, so that browsers do not show a cached one.
    ...(branding?.logo ? { logo: `/api/v1/site/logo?of=${encodeURIComponent(branding.logo)}` } : {}),
  };
}

function writeSheet(look: Look): string {
  return (['light', 'dark'] as const)
    .map((scheme) => {
      const lines = Object.entries(look[scheme]).map(([name, color]) => `${name}:${color}`);
      return `html:root[data-mantine-color-scheme="${scheme}"]{${lines.join(';')}}`;
    })
    .join('\n');
}

export function showLook(look: Look): void {
  const root = document.documentElement;
  // A style element would need its hash in the policy; the colours are those of the installation.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(writeSheet(look));
  document.adoptedStyleSheets = [sheet];
  root.dataset['font'] = look.font;
  root.dataset['density'] = look.style;
  if (JSON.stringify(look) !== JSON.stringify(readLook())) putLook(look);
  showSiteScheme(look.scheme);
}

async function readOrNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    const failure = readFailure(error);
    // 404 means that there is none; an outage keeps the current look.
    if (failure.kind === 'refused' && failure.status === 404) return null;
    throw error;
  }
}

/** Loads the site's look. A failure keeps the current look, because a look never justifies an error. */
export async function loadSiteLook(): Promise<void> {
  try {
    const [look, branding] = await Promise.all([
      readOrNull<SiteLook>(fetchLook()),
      readOrNull<Branding>(fetchBranding()),
    ]);
    suggestLanguage(branding?.language);
    const appearance = { ...DEFAULT_APPEARANCE, ...look?.appearance };
    showLook(buildLook(appearance, look?.theme?.config, branding ?? undefined));
  } catch {
    // The stored look or the default stays.
  }
}
