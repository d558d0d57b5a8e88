import { measureContrast } from '../../../theme/color.ts';
import { type ColorName, findPaletteScheme, type Palette } from '../../../theme/site-look.ts';
import { SCHEME_VARIABLES } from '../../../theme/theme.ts';

export interface ContrastFault {
  ratio: number;
  needed: number;
}

/** Text needs 4.5:1 (WCAG 1.4.3), the border of a field and an icon 3:1 (WCAG 1.4.11). */
const NEEDED: Partial<Record<ColorName, number>> = {
  primary: 4.5,
  fg: 4.5,
  muted: 4.5,
  success: 4.5,
  danger: 4.5,
  borderStrong: 3,
  lpNavy: 3,
};

/** The colours of a palette that are unreadable on its own backgrounds. */
export function findContrastFaults(
  palette: Palette,
  mode: string | undefined,
): Partial<Record<ColorName, ContrastFault>> {
  const base = SCHEME_VARIABLES[findPaletteScheme(palette, mode)];
  const grounds = [palette.bg ?? base['--mantine-color-body'], palette.surface ?? base['--tamga-surface']];
  const faults: Partial<Record<ColorName, ContrastFault>> = {};
  for (const [name, needed] of Object.entries(NEEDED) as [ColorName, number][]) {
    const color = palette[name];
    if (!color) continue;
    const ratio = Math.min(...grounds.map((ground) => measureContrast(color, ground)));
    if (ratio < needed) faults[name] = { ratio, needed };
  }
  return faults;
}
