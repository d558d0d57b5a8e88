import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Module } from '../../kernel/module.ts';
import type { KnowledgeSearch } from '../assistant/index.ts';
import { type BaseDeps, openBase, vectorsChanged } from './base.ts';
import { embedJob, embedMissing } from './embed.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { openPublished } from './published.ts';
import { knowledgeRows } from './routes.ts';
import { names } from './schemas.ts';

export { ImportRefused, type ImportReport, importArticles, seedArticles } from './import.ts';

export interface KnowledgeDeps extends BaseDeps {
  readonly outbox: Outbox;
  readonly stopping: AbortSignal;
}

/** What the platform explains: articles, their editor, and the search that answers rely on. */
export function openKnowledge(deps: KnowledgeDeps): { module: Module; search: KnowledgeSearch } {
  const published = openPublished(deps.database, deps.bus);
  const base = openBase({ ...deps, published });
  const embedding = { ...deps, base, announce: () => announceVectors(deps) };
  const module: Module = {
    name: 'knowledge',
    rows: knowledgeRows({
      published,
      search: base,
      embedMissing: (signal) => embedMissing(embedding, signal),
    }),
    errors,
    events,
    schemas: names,
    jobs: [embedJob(embedding)],
    work: () => embedAfterStart(embedding),
    attach: (http) => {
      http.addHook('onClose', base.close);
    },
  };
  return { module, search: base };
}

/** Other instances load vectors when they hear of them. */
async function announceVectors({ now, ...deps }: KnowledgeDeps): Promise<void> {
  await unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: now() },
    { what: 'the vectors of the knowledge base', auditRequired: () => false },
    async (tx) => tx.publish(vectorsChanged, {}),
  );
}

/** A new model or a new release makes many vectors missing, so the first run does not wait for the schedule. */
function embedAfterStart(deps: Parameters<typeof embedJob>[0] & Pick<KnowledgeDeps, 'onFailure'>): {
  stop(): Promise<void>;
} {
  const running = (async () => {
    if ((await embedMissing(deps, deps.stopping)) > 0) await deps.announce();
  })().catch((error: unknown) => deps.onFailure('the vectors after the start', error));
  return { stop: () => running };
}
