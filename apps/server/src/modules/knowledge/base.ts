import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { createCircuitBreaker } from '../../kernel/http/circuit-breaker.ts';
import type { EmbeddingPort } from '../../kernel/search/embedding-port.ts';
import { toUnit } from '../../kernel/search/vectors.ts';
import { type KnowledgeSearch, stripNumbers } from '../assistant/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { registryChanged } from '../registry/index.ts';
import { knowledgeChanged } from './articles.ts';
import { type IndexedPassage, passagesOf } from './passages.ts';
import type { PublishedArticles } from './published.ts';
import { createRanker, type RankBase } from './ranker.ts';
import { readVectors } from './vector-store.ts';

export const vectorsChanged = 'knowledge.embedded';

export interface BaseDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly now: () => Date;
  readonly catalogue: Pick<Catalogue, 'readServices' | 'readLifeEvents'>;
  readonly embedding: EmbeddingPort | undefined;
  /** Minimum cosine for a passage that shares no words with the question. */
  readonly minCosine: number;
  readonly onFailure: (what: string, error: unknown) => void;
}

/** Everything that is published, searchable, current on every instance. */
export interface KnowledgeBase extends KnowledgeSearch {
  readPassages(): Promise<readonly IndexedPassage[]>;
  close(): Promise<void>;
}

/** A question waits no longer for its vector: words alone find most answers. */
const vectorMs = 2000;

export function openBase(deps: BaseDeps & { published: PublishedArticles }): KnowledgeBase {
  const { bus, embedding, now } = deps;
  const ranker = createRanker({ read: createReader(deps), isAnnounced: bus.live, now });
  const breaker = createCircuitBreaker(now);
  const embed = async (query: string): Promise<Float32Array | undefined> => {
    const permit = embedding === undefined ? undefined : breaker.admit();
    if (embedding === undefined || permit === undefined) return undefined;
    try {
      const [vector] = await embedding.embed([query], AbortSignal.timeout(vectorMs));
      permit.succeeded();
      return vector === undefined ? undefined : Float32Array.from(toUnit(vector));
    } catch (error) {
      permit.failed();
      deps.onFailure('the vector of a question', error);
      return undefined;
    }
  };
  bus.onGap(ranker.forget);
  for (const channel of [knowledgeChanged, registryChanged, vectorsChanged]) bus.on(channel, ranker.forget);
  return {
    close: ranker.close,
    readPassages: () => readPassages(deps),
    search: async (question, lang, limit) => {
      const query = stripNumbers(question).trim();
      if (query === '') return [];
      const found = await ranker.rank({ query, vector: await embed(query), lang, limit });
      return found.map((passage) => ({
        title: passage.heading === '' ? passage.title : `${passage.title}: ${passage.heading}`,
        content: passage.content,
        url: passage.url,
        slug: passage.slug,
        lang: passage.lang,
      }));
    },
  };
}

/** A few texts at a time: thousands of articles take longer to cut than anybody should wait for another answer. */
const atOnce = 50;

async function readPassages({ published, catalogue }: Parameters<typeof openBase>[0]) {
  const [articles, services] = [await published.list(), await catalogue.readServices()];
  const lifeEvents = await catalogue.readLifeEvents();
  const passages = passagesOf([], services, lifeEvents);
  for (let from = 0; from < articles.length; from += atOnce) {
    passages.push(...passagesOf(articles.slice(from, from + atOnce), [], []));
    await nextTurn();
  }
  return passages;
}

/** With the vectors that are known; those of unchanged passages are not read again. */
function createReader(deps: Parameters<typeof openBase>[0]): () => Promise<RankBase> {
  const { database, embedding, minCosine } = deps;
  const reader = database.reader(systemIdentity);
  let vectors = new Map<string, Float32Array>();
  return async () => {
    const passages = await readPassages(deps);
    if (embedding !== undefined) {
      const known = vectors;
      const hashes = [...new Set(passages.map(({ hash }) => hash))];
      const missing = hashes.filter((hash) => !known.has(hash));
      const read = await readVectors(reader, embedding.model, missing);
      vectors = new Map(
        hashes.flatMap((hash) => {
          const vector = known.get(hash) ?? read.get(hash);
          return vector === undefined ? [] : [[hash, vector] as const];
        }),
      );
    }
    return { passages, vectors, minCosine };
  };
}
