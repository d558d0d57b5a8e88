import type { Module } from '../../kernel/module.ts';
import { type CatalogueDeps, openCatalogue } from './published.ts';
import { catalogueRows } from './routes.ts';

/** Published services, readable without sign-in. */
export function catalogue(deps: CatalogueDeps): Module {
  return { name: 'catalogue', rows: catalogueRows(openCatalogue(deps)), errors: {}, events: {} };
}
