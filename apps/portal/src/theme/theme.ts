import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';
import { readLook } from './look-store.ts';

/** The deep blue of seal ink. Shade 7 carries white text at 9:1, shade 5 at 4.9:1 in the dark scheme. */
const ink: MantineColorsTuple = [
  '#eff5fc',
  '#dbe8f7',
  '#b8d1ee',
  '#8fb6e3',
  '#7aa8de',
  '#3a70b4',
  '#245a9c',
  '#143f78',
  '#0f3160',
  '#0a2345',
];

const dark: MantineColorsTuple = [
  '#e3e9f2',
  '#c6d0de',
  '#a2afc2',
  '#8593a9',
  '#33425a',
  '#243147',
  '#182336',
  '#0e1624',
  '#0a111c',
  '#070c14',
];

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  colors: { ink, dark },
  black: '#14202f',
  fontFamily: '"Inter Variable", "Inter Fallback", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '14px', xl: '20px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
});

/**
 * Mantine's greys and reds miss 4.5:1 on white; these reach it. Our sheets use the `--tamga-*` names, so a site theme
 * replaces the look in one place (site-look.ts).
 */
export const SCHEME_VARIABLES = {
  light: {
    '--mantine-color-body': '#f6f8fb',
    '--mantine-color-dimmed': '#4a5a70',
    '--mantine-color-placeholder': '#67758a',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#8391a5',
    '--tamga-surface': '#ffffff',
    '--tamga-field': '#ffffff',
    '--tamga-sunken': '#eef2f8',
    '--tamga-line': '#dce3ec',
    '--tamga-accent': '#143f78',
    '--tamga-accent-soft': '#e9f0f9',
    '--tamga-gold': '#b98a22',
    '--tamga-good': '#13653f',
    '--tamga-good-soft': '#e6f4ec',
    '--tamga-warn': '#7a4b00',
    '--tamga-warn-soft': '#fdf3dd',
    '--tamga-bad': '#a3241c',
    '--tamga-bad-soft': '#fcebe9',
    '--tamga-shadow': '0 1px 2px rgb(15 35 70 / 5%), 0 12px 32px -12px rgb(15 35 70 / 14%)',
  },
  dark: {
    '--mantine-color-body': '#0c1420',
    '--mantine-color-dimmed': '#a2afc2',
    '--mantine-color-placeholder': '#8593a9',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-default-border': '#5b6b84',
    '--tamga-surface': '#141e2e',
    '--tamga-field': '#182336',
    '--tamga-sunken': '#1b273a',
    '--tamga-line': '#27354b',
    '--tamga-accent': '#8fb6e3',
    '--tamga-accent-soft': '#1a2c47',
    '--tamga-gold': '#dfb352',
    '--tamga-good': '#7fd6a7',
    '--tamga-good-soft': '#12301f',
    '--tamga-warn': '#f0c674',
    '--tamga-warn-soft': '#33270f',
    '--tamga-bad': '#ffaca4',
    '--tamga-bad-soft': '#3a1a19',
    '--tamga-shadow': '0 1px 2px rgb(0 0 0 / 30%), 0 16px 40px -16px rgb(0 0 0 / 60%)',
  },
} satisfies Record<'light' | 'dark', Record<string, string>>;

export const resolveCssVariables: CSSVariablesResolver = () => ({ variables: {}, ...SCHEME_VARIABLES });

const storedScheme = localStorageColorSchemeManager({ key: 'tamga-scheme' });
let isSiteSpeaking = false;
let followSite: ((scheme: MantineColorScheme) => void) | null = null;

/** public/first-paint.js reads the same key before the app loads. */
export const schemeStorage: MantineColorSchemeManager = {
  ...storedScheme,
  // A person without a choice sees the site's scheme.
  get: (fallback) => storedScheme.get(readLook()?.scheme ?? fallback),
  set: (scheme) => {
    if (!isSiteSpeaking) storedScheme.set(scheme);
  },
  subscribe: (onUpdate) => {
    storedScheme.subscribe(onUpdate);
    followSite = (scheme) => {
      isSiteSpeaking = true;
      onUpdate(scheme);
      isSiteSpeaking = false;
    };
  },
};

/** Applies the site's scheme for a person without a choice, and does not store it as a choice. */
export function showSiteScheme(scheme: MantineColorScheme): void {
  if (storedScheme.get(scheme) === scheme) followSite?.(scheme);
}
