import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { createPublished } from './published.ts';
import { appearanceRows, type SiteDeps, siteRows } from './routes.ts';
import { names } from './schemas.ts';

export function site(deps: SiteDeps): Module {
  return { name: 'site', rows: siteRows(deps), errors: {}, events: {} };
}

/** How the site looks: what an administrator may choose, and the themes. */
export function appearance(deps: { database: Database; bus: Bus }): Module {
  return {
    name: 'appearance',
    rows: appearanceRows(createPublished(deps.database, deps.bus)),
    errors,
    events,
    schemas: names,
  };
}
