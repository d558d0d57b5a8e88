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
import { createPassageIndex, type PassageIndex } from './ranking.ts';
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
}

/** A question waits no longer for its vector: words alone find most answers. */
const vectorMs = 2000;
/** While the bus is down changes are not announced, and building for every question would stop the process. */
const unannouncedMs = 10_000;

export function openBase(deps: BaseDeps & { published: PublishedArticles }): KnowledgeBase {
  const { bus, embedding, now } = deps;
  const load = rememberIndex(deps);
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
  bus.onGap(load.forget);
  for (const channel of [knowledgeChanged, registryChanged, vectorsChanged]) bus.on(channel, load.forget);
  return {
    readPassages: () => readPassages(deps),
    search: async (question, lang, limit) => {
      const query = stripNumbers(question).trim();
      if (query === '') return [];
      const [index, vector] = await Promise.all([load.current(), embed(query)]);
      return index.rank(query, vector, { lang, limit }).map((passage) => ({
        title: passage.heading === '' ? passage.title : `${passage.title}: ${passage.heading}`,
        content: passage.content,
        url: passage.url,
        slug: passage.slug,
        lang: passage.lang,
      }));
    },
  };
}

const readPassages = async ({ published, catalogue }: Parameters<typeof openBase>[0]) =>
  passagesOf(await published.list(), await catalogue.readServices(), await catalogue.readLifeEvents());

/** One index for all questions until something published changes. */
function rememberIndex(deps: Parameters<typeof openBase>[0]) {
  const { bus, database, embedding, minCosine, now } = deps;
  const reader = database.reader(systemIdentity);
  let vectors = new Map<string, Float32Array>();
  let kept: { index: Promise<PassageIndex>; builtMs: number } | undefined;
  const build = async (): Promise<PassageIndex> => {
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
    return createPassageIndex(passages, { vectors, minCosine });
  };
  return {
    forget: () => {
      kept = undefined;
    },
    current: (): Promise<PassageIndex> => {
      const nowMs = now().getTime();
      if (kept !== undefined && (bus.live() || nowMs - kept.builtMs < unannouncedMs)) return kept.index;
      const built = { index: build(), builtMs: nowMs };
      kept = built;
      // A failure is not remembered.
      built.index.catch(() => {
        if (kept === built) kept = undefined;
      });
      return built.index;
    },
  };
}
