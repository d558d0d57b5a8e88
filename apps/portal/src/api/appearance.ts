import type {
  Appearance as SavedAppearance,
  Branding as SavedBranding,
  SiteLook,
  Theme,
} from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { SiteLook, Theme } from '@tamga/client';

/** An accent is a named colour or `#rrggbb`. */
export type Appearance = Omit<SavedAppearance, 'updated_at'>;
/** The platform's name; an empty field means the portal's default. */
export type Branding = SavedBranding;

export type ThemeConfig = Theme['config'];
export type ThemeBody = Pick<Theme, 'name' | 'config'>;

export const ACCENTS = ['cobalt', 'teal', 'violet', 'emerald', 'amber'] as const;
export const FONTS = ['inter', 'serif', 'system'] as const satisfies Appearance['font'][];
export const STYLES = ['comfortable', 'compact'] as const satisfies Appearance['style'][];
export const SCHEMES = ['light', 'dark', 'system'] as const satisfies Appearance['theme'][];

export const DEFAULT_APPEARANCE: Appearance = {
  accent: 'cobalt',
  font: 'inter',
  style: 'comfortable',
  theme: 'system',
};

/** The portal is already visible, so a slower answer is used at the next visit. */
const timeoutMs = 5_000;

export const fetchAppearance = (signal?: AbortSignal) =>
  callApi('GET /api/v1/site/appearance', { signal, timeoutMs });

export const fetchLook = (): Promise<SiteLook> => callApi('GET /api/v1/site/look', { timeoutMs });

export const fetchBranding = (): Promise<Branding> => callApi('GET /api/v1/site/branding', { timeoutMs });

export const appearanceQuery = queryOptions({
  queryKey: ['administration', 'appearance'],
  queryFn: ({ signal }) => fetchAppearance(signal),
});

export const themesQuery = queryOptions({
  queryKey: ['administration', 'themes'],
  queryFn: async ({ signal }): Promise<Theme[]> => (await callApi('GET /api/v1/themes/', { signal })).items,
});

export const saveAppearance = (body: Appearance): Promise<Appearance> =>
  callApi('PUT /api/v1/site/appearance', { body });

export const createTheme = (body: ThemeBody): Promise<Theme> => callApi('POST /api/v1/themes/', { body });

export const saveTheme = (id: string, body: ThemeBody): Promise<Theme> =>
  callApi('PUT /api/v1/themes/{id}', { params: { id }, body });

export const activateTheme = (id: string): Promise<Theme> =>
  callApi('PUT /api/v1/themes/{id}/active', { params: { id } });

export const deleteTheme = (id: string) => callApi('DELETE /api/v1/themes/{id}', { params: { id } });
