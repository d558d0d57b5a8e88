import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type LogoDeps, logoMount } from './logo.ts';
import { createPublished } from './published.ts';
import { appearanceRows, type SiteDeps, siteRows } from './routes.ts';
import { names } from './schemas.ts';

export { type Branding, type BrandingMemory, type BrandingSource, createBranding } from './branding.ts';

/** Public facts of the platform: its name, how people sign in, which modules are on. */
export function site(deps: SiteDeps & LogoDeps): Module {
  return { name: 'site', rows: siteRows(deps), mounts: [logoMount(deps)], errors: {}, events: {} };
}

/** The look of the site: the administrator's choices and the themes. */
export function appearance(deps: { database: Database; bus: Bus }): Module {
  return {
    name: 'appearance',
    rows: appearanceRows(createPublished(deps.database, deps.bus)),
    errors,
    events,
    schemas: names,
  };
}
