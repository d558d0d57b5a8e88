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

type Texts = Record<(typeof SITE_TEXTS)[number], string>;

/** A theme while it is edited, which may contain incomplete colours. */
export interface ThemeDraft {
  name: string;
  mode: string;
  font: string;
  style: string;
  colors: Record<ColorName, string>;
  texts: { mn: Texts; en: Texts };
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
    mode: appearance?.mode ?? '',
    font: appearance?.font ?? '',
    style: appearance?.style ?? '',
    colors,
    texts: { mn: draftTexts(theme?.config.landing?.mn), en: draftTexts(theme?.config.landing?.en) },
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
export function buildConfig(draft: ThemeDraft, before: ThemeConfig | undefined): ThemeConfig {
  const colors: Record<string, string> = {};
  for (const name of COLOR_NAMES) {
    const color = readHex(draft.colors[name]);
    if (color) colors[name] = color;
  }
  const mode = SCHEMES.find((known) => known === draft.mode);
  const font = FONTS.find((known) => known === draft.font);
  const style = STYLES.find((known) => known === draft.style);
  return {
    appearance: { ...(mode ? { mode } : {}), ...(font ? { font } : {}), ...(style ? { style } : {}), colors },
    landing: {
      mn: writeTexts(draft.texts.mn, before?.landing?.mn),
      en: writeTexts(draft.texts.en, before?.landing?.en),
    },
  };
}

export function buildThemeBody(draft: ThemeDraft, before: ThemeConfig | undefined): ThemeBody {
  return { name: draft.name.trim(), config: buildConfig(draft, before) };
}

export function findColorErrors(draft: ThemeDraft): ColorName[] {
  return COLOR_NAMES.filter(
    (name) => draft.colors[name].trim() !== '' && readHex(draft.colors[name]) === null,
  );
}
