import type { Module } from '../../kernel/module.ts';
import { type SiteDeps, siteRows } from './routes.ts';

export function site(deps: SiteDeps): Module {
  return { name: 'site', rows: siteRows(deps), errors: {}, events: {} };
}
