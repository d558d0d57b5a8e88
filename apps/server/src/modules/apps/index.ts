import type { Outbox } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import { autoUpdateJob } from './auto-update.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { appRows, type StoreDeps } from './routes.ts';
import { names } from './schemas.ts';

export type { Catalogue } from './catalogue.ts';
export { createAppGuard, type NeedsApp, type OrgActor } from './guard.ts';
export { openCatalogue } from './open-catalogue.ts';
export { installFirstApps, type PlatformApp, platformApps } from './platform-apps.ts';
export { isAppOn, isAppOnByRegNo } from './store.ts';

export function apps(deps: StoreDeps & { database: Database; outbox: Outbox }): Module {
  return { name: 'apps', rows: appRows(deps), errors, events, schemas: names, jobs: [autoUpdateJob(deps)] };
}
