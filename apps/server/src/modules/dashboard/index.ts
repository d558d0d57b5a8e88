import type { Module } from '../../kernel/module.ts';
import { watchFailures } from './failures.ts';
import { foldJob } from './fold.ts';
import { type DashboardDeps, dashboardRows } from './routes.ts';
import { names } from './schemas.ts';

export { foldFigures } from './fold.ts';

/** The platform in numbers, for those who run it. */
export const dashboard = (deps: DashboardDeps & { now: () => Date }): Module => ({
  name: 'dashboard',
  rows: dashboardRows(deps),
  errors: {},
  events: {},
  schemas: names,
  jobs: [foldJob(deps.database)],
  attach: (http) => watchFailures(http, deps),
});
