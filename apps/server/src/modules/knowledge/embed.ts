import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { EmbeddingPort } from '../../kernel/search/embedding-port.ts';
import { toUnit } from '../../kernel/search/vectors.ts';
import type { KnowledgeBase } from './base.ts';
import { embeddedText } from './passages.ts';
import { deleteOtherVectors, insertVector, readVectors } from './vector-store.ts';

export interface EmbedDeps {
  readonly database: Database;
  readonly base: KnowledgeBase;
  readonly embedding: EmbeddingPort | undefined;
  readonly now: () => Date;
}

const batchSize = 20;
const maxBatches = 25;
/** A row ends after thirty seconds; the rest waits for the next call. */
const maxMs = 20_000;
/** A text that is withdrawn and published again within this time keeps its vector. */
const keepMs = 30 * 24 * 3_600_000;

/** Computes missing vectors and returns how many; each batch is kept when a later one fails. */
export async function embedMissing(
  { database, base, embedding, now }: EmbedDeps,
  signal: AbortSignal,
): Promise<number> {
  if (embedding === undefined) return 0;
  const byHash = new Map((await base.readPassages()).map((passage) => [passage.hash, passage]));
  const known = await readVectors(database.reader(systemIdentity), embedding.model, [...byHash.keys()]);
  const missing = [...byHash.values()].filter(({ hash }) => !known.has(hash));
  const over = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  let embedded = 0;
  for (let batch = 0; batch < maxBatches && !over.aborted; batch += 1) {
    const part = missing.slice(batch * batchSize, (batch + 1) * batchSize);
    if (part.length === 0) break;
    const vectors = await embedding.embed(part.map(embeddedText), over);
    await database.transaction(systemIdentity, async (tx) => {
      for (const [at, { hash }] of part.entries())
        embedded += await insertVector(tx, {
          hash,
          model: embedding.model,
          vector: toUnit(vectors[at] ?? []),
          now: now(),
        });
    });
  }
  return embedded;
}

export function embedJob(deps: EmbedDeps & { stopping: AbortSignal; announce: () => Promise<void> }): Job {
  return {
    name: 'knowledge.embed',
    about: 'Computes missing vectors of the knowledge base, and drops those of texts withdrawn a month ago',
    schedule: '*/10 * * * *',
    run: async (_data, { now }) => {
      const { database, base, embedding } = deps;
      if (embedding === undefined) return;
      if ((await embedMissing(deps, deps.stopping)) > 0) await deps.announce();
      const hashes = (await base.readPassages()).map(({ hash }) => hash);
      await database.transaction(systemIdentity, async (tx) => {
        await deleteOtherVectors(tx, {
          model: embedding.model,
          hashes,
          before: new Date(now.getTime() - keepMs),
        });
      });
    },
  };
}
