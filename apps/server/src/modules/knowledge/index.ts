import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { openPublished } from './published.ts';
import { knowledgeRows } from './routes.ts';
import { names } from './schemas.ts';

export { ImportRefused, type ImportReport, importArticles } from './import.ts';

export interface KnowledgeDeps {
  readonly database: Database;
  readonly bus: Bus;
}

/** What the platform explains: articles, their editor, and the search that answers rely on. */
export function knowledge(deps: KnowledgeDeps): Module {
  const published = openPublished(deps.database, deps.bus);
  return { name: 'knowledge', rows: knowledgeRows({ published }), errors, events, schemas: names };
}
