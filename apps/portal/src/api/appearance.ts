import { request } from './http.ts';

export const ACCENTS = ['cobalt', 'teal', 'violet', 'emerald', 'amber'] as const;
export const FONTS = ['inter', 'serif', 'system'] as const;
export const STYLES = ['comfortable', 'compact'] as const;
export const SCHEMES = ['light', 'dark', 'system'] as const;

export type NamedAccent = (typeof ACCENTS)[number];
export type Font = (typeof FONTS)[number];
export type Style = (typeof STYLES)[number];
export type SiteScheme = (typeof SCHEMES)[number];

export interface Appearance {
  /** One of the named accents, or a colour as #rrggbb. */
  accent: string;
  font: Font;
  style: Style;
  theme: SiteScheme;
}

export interface ThemeConfig {
  appearance?: { mode?: string; font?: string; style?: string; colors?: Record<string, unknown> };
  landing?: { mn?: Record<string, unknown>; en?: Record<string, unknown> };
}

export interface Theme {
  id: string;
  name: string;
  config: ThemeConfig;
  is_active: boolean;
  created_at: string;
  updated_at: string | null;
}

export interface ThemeBody {
  name: string;
  config: ThemeConfig;
}

export const DEFAULT_APPEARANCE: Appearance = {
  accent: 'cobalt',
  font: 'inter',
  style: 'comfortable',
  theme: 'system',
};

const START_TIMEOUT_MS = 5_000;

export async function fetchAppearance(signal?: AbortSignal): Promise<Appearance & { updated_at?: string }> {
  const { data } = await request<Appearance & { updated_at?: string }>('/api/v1/site/appearance', {
    signal,
    timeoutMs: START_TIMEOUT_MS,
  });
  return data;
}

export async function fetchActiveTheme(signal?: AbortSignal): Promise<Theme> {
  const { data } = await request<Theme>('/api/v1/themes/active', { signal, timeoutMs: START_TIMEOUT_MS });
  return data;
}

/** How this platform is called; an empty field means the portal's own. */
export interface Branding {
  name: string;
  short_name: string;
  organization: string;
  logo: string;
  language: string;
}

export async function fetchBranding(signal?: AbortSignal): Promise<Branding> {
  const { data } = await request<Branding>('/api/v1/site/branding', { signal, timeoutMs: START_TIMEOUT_MS });
  return data;
}

export async function saveAppearance(appearance: Appearance): Promise<Appearance> {
  const { data } = await request<Appearance>('/api/v1/site/appearance', { method: 'PUT', body: appearance });
  return data;
}

export async function fetchThemes(signal?: AbortSignal): Promise<Theme[]> {
  const { data } = await request<{ items: Theme[] }>('/api/v1/themes/', { signal });
  return data.items;
}

export async function createTheme(body: ThemeBody): Promise<Theme> {
  const { data } = await request<Theme>('/api/v1/themes/', { method: 'POST', body });
  return data;
}

export async function saveTheme(id: string, body: ThemeBody): Promise<Theme> {
  const { data } = await request<Theme>(`/api/v1/themes/${encodeURIComponent(id)}`, { method: 'PUT', body });
  return data;
}

export async function activateTheme(id: string): Promise<void> {
  await request(`/api/v1/themes/${encodeURIComponent(id)}/active`, { method: 'PUT' });
}

export async function deleteTheme(id: string): Promise<void> {
  await request(`/api/v1/themes/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
