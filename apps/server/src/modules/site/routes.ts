import { open, permission, signedIn } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { isUnchanged, weakEtag } from '../../kernel/http/etag.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty, listOf } from '../../kernel/http/schemas.ts';
import { setAppearance } from './appearance.ts';
import type { BrandingSource } from './branding.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { announceChange, type Published } from './published.ts';
import {
  AppearanceBody,
  AppearanceView,
  AuthDescriptor,
  BrandingView,
  LookView,
  ModuleView,
  ThemeBody,
  ThemeList,
  ThemeView,
} from './schemas.ts';
import { findAppearance, findTheme, listThemes } from './store.ts';
import { activateTheme, changeTheme, createTheme, removeTheme } from './themes.ts';

export interface SiteDeps {
  mode: 'provider' | 'client';
  ssoIssuer: string;
  isIssuer: boolean;
  /** Whether a social provider is set up. */
  social: boolean;
  modules: readonly ModuleView[];
  branding: BrandingSource;
}

const everyVisitor = 'every page needs it before sign-in';

export function siteRows(deps: SiteDeps): readonly Row[] {
  return [
    read({
      id: 'site.auth',
      path: '/site/auth',
      access: open('the sign-in page needs it before sign-in'),
      reply: AuthDescriptor,
      errors: [],
      summary: 'How people sign in here',
      handler: () => ({
        mode: deps.mode,
        sso_issuer: deps.mode === 'client' ? deps.ssoIssuer : '',
        provider: deps.isIssuer,
        social: deps.social && deps.mode === 'provider',
        superadmin_social: deps.social && deps.mode === 'client',
      }),
    }),
    read({
      id: 'site.branding',
      path: '/site/branding',
      access: open(everyVisitor),
      reply: BrandingView,
      otherStatus: 304,
      errors: [],
      summary: 'The name of the platform; an empty field means the default',
      handler: async ({ request, reply }) => {
        // The assistant's prompts are not public.
        const { name, shortName, organization, logo, language } = await deps.branding.current();
        const shown = { name, short_name: shortName, organization, logo, language };
        isUnchanged(weakEtag(JSON.stringify(shown)), request, reply);
        reply.header('cache-control', 'no-cache');
        return shown;
      },
    }),
    read({
      id: 'platform.modules',
      path: '/platform/modules',
      access: open('menus need it before sign-in'),
      reply: listOf(ModuleView),
      errors: [],
      summary: 'The modules that are on',
      handler: () => ({ items: [...deps.modules], total: deps.modules.length }),
    }),
  ];
}

const manage = permission('settings.manage');
/** A config of 128 KiB, with every character escaped. */
const themeBodyBytes = 512 * 1024;

export function appearanceRows(published: Published): readonly Row[] {
  return [
    read({
      id: 'site.appearance',
      path: '/site/appearance',
      access: open(everyVisitor),
      reply: AppearanceView,
      otherStatus: 304,
      errors: [],
      summary: 'How the site looks',
      handler: ({ request, reply }) => published.appearance(request, reply),
    }),
    write({
      id: 'site.appearance.set',
      method: 'PUT',
      path: '/site/appearance',
      access: manage,
      body: AppearanceBody,
      reply: AppearanceView,
      errors: [],
      audit: [events.appearanceSet],
      summary: 'Change how the site looks',
      current: ({ tx }) => findAppearance(tx),
      handler: async ({ body, tx }) => {
        const appearance = await setAppearance(tx, body);
        announceChange(tx);
        return appearance;
      },
    }),
    read({
      id: 'site.look',
      path: '/site/look',
      access: open(everyVisitor),
      reply: LookView,
      otherStatus: 304,
      errors: [],
      // Without a theme `/themes/active` is 404, which a browser would report as an error on every page.
      summary: 'Appearance and active theme in one answer; `theme` is null when none is active',
      handler: ({ request, reply }) => published.look(request, reply),
    }),
    read({
      id: 'themes.active',
      path: '/themes/active',
      access: open(everyVisitor),
      reply: ThemeView,
      otherStatus: 304,
      errors: [],
      summary: 'The active theme',
      handler: ({ request, reply }) => published.activeTheme(request, reply),
    }),
    read({
      id: 'themes.list',
      path: '/themes/',
      access: signedIn,
      reply: ThemeList,
      errors: [],
      summary: 'All themes',
      handler: async ({ db }) => {
        const items = await listThemes(db);
        return { items, total: items.length };
      },
    }),
    read({
      id: 'themes.get',
      path: '/themes/:id',
      access: signedIn,
      params: ById,
      reply: ThemeView,
      errors: [],
      summary: 'One theme',
      handler: async ({ db, params }) => (await findTheme(db, params.id)) ?? fail(kernelErrors.not_found),
    }),
    write({
      id: 'themes.create',
      method: 'POST',
      path: '/themes/',
      access: manage,
      bodyLimitBytes: themeBodyBytes,
      body: ThemeBody,
      reply: ThemeView,
      status: 201,
      errors: [errors.too_many_themes],
      audit: [events.themeCreated],
      idempotent: true,
      summary: 'Add a theme',
      handler: ({ body, request, tx }) => createTheme(tx, body, request.language),
    }),
    write({
      id: 'themes.change',
      method: 'PUT',
      path: '/themes/:id',
      access: manage,
      bodyLimitBytes: themeBodyBytes,
      params: ById,
      body: ThemeBody,
      reply: ThemeView,
      errors: [],
      audit: [events.themeChanged],
      summary: 'Change a theme; an absent config stays unchanged',
      current: ({ params, tx }) => findTheme(tx, params.id),
      handler: ({ body, params, request, tx }) => changeTheme(tx, params.id, body, request.language),
    }),
    write({
      id: 'themes.activate',
      method: 'PUT',
      path: '/themes/:id/active',
      access: manage,
      params: ById,
      reply: ThemeView,
      errors: [],
      audit: [events.themeActivated],
      summary: 'Activate this theme; exactly one is active',
      handler: ({ params, tx }) => activateTheme(tx, params.id),
    }),
    write({
      id: 'themes.delete',
      method: 'DELETE',
      path: '/themes/:id',
      access: manage,
      params: ById,
      reply: Empty,
      errors: [errors.theme_active],
      audit: [events.themeDeleted],
      summary: 'Delete a theme that is not active',
      handler: async ({ params, tx }) => {
        await removeTheme(tx, params.id);
        return {};
      },
    }),
  ];
}
