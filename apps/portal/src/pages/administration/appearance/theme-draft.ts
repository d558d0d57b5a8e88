import {
  FONTS,
  SCHEMES,
  STYLES,
  type Theme,
  type ThemeBody,
  type ThemeConfig,
} from '../../../api/appearance.ts';
import { readHex } from '../../../theme/color.ts';
import { SITE_TEXTS } from '../../../theme/look-store.ts';
import { COLOR_NAMES, type ColorName } from '../../../theme/site-look.ts';

export const COLOR_PATH = 'config.appearance.colors';

type Texts = Record<(typeof SITE_TEXTS)[number], string>;

/** A theme while it is edited, in the shape of its body, so that the error of an incomplete colour has its field's path. */
export interface ThemeDraft {
  name: string;
  config: {
    appearance: { mode: string; font: string; style: string; colors: Record<ColorName, string> };
    landing: { mn: Texts; en: Texts };
  };
}

function draftTexts(texts: Record<string, unknown> | undefined): Texts {
  const read = (key: string) => (typeof texts?.[key] === 'string' ? texts[key] : '');
  return { name: read('name'), line: read('line'), heading: read('heading'), lead: read('lead') };
}

export function draftTheme(theme: Theme | null): ThemeDraft {
  const appearance = theme?.config.appearance;
  const colors = Object.fromEntries(
    COLOR_NAMES.map((name) => [name, readHex(appearance?.colors?.[name]) ?? '']),
  ) as Record<ColorName, string>;
  return {
    name: theme?.name ?? '',
    config: {
      appearance: {
        mode: appearance?.mode ?? '',
        font: appearance?.font ?? '',
        style: appearance?.style ?? '',
        colors,
      },
      landing: { mn: draftTexts(theme?.config.landing?.mn), en: draftTexts(theme?.config.landing?.en) },
    },
  };
}

function writeTexts(typed: Texts, before: Record<string, string> | undefined): Record<string, string> {
  const texts = { ...before };
  for (const key of SITE_TEXTS) {
    const text = typed[key].trim();
    if (text) texts[key] = text;
    else delete texts[key];
  }
  return texts;
}

/** The config to save and preview. Texts that this portal does not show are kept, because another app may use them. */
export function buildConfig(
  { appearance, landing }: ThemeDraft['config'],
  before: ThemeConfig | undefined,
): ThemeConfig {
  const colors: Record<string, string> = {};
  for (const name of COLOR_NAMES) {
    const color = readHex(appearance.colors[name]) ?? appearance.colors[name].trim();
    if (color) colors[name] = color;
  }
  const mode = SCHEMES.find((known) => known === appearance.mode);
  const font = FONTS.find((known) => known === appearance.font);
  const style = STYLES.find((known) => known === appearance.style);
  return {
    appearance: { ...(mode ? { mode } : {}), ...(font ? { font } : {}), ...(style ? { style } : {}), colors },
    landing: {
      mn: writeTexts(landing.mn, before?.landing?.mn),
      en: writeTexts(landing.en, before?.landing?.en),
    },
  };
}

export function buildThemeBody(draft: ThemeDraft, before: ThemeConfig | undefined): ThemeBody {
  return { name: draft.name.trim(), config: buildConfig(draft.config, before) };
}
