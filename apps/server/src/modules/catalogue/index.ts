import type { Module } from '../../kernel/module.ts';
import { guideNames } from './guides.ts';
import type { Catalogue } from './published.ts';
import { catalogueRows } from './routes.ts';

export { type Catalogue, openCatalogue } from './published.ts';

/** Published services, readable without sign-in. */
export function catalogue(published: Catalogue): Module {
  return { name: 'catalogue', rows: catalogueRows(published), errors: {}, events: {}, schemas: guideNames };
}
