import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';
import { spellingVersion } from '../../../kernel/search/spelling.ts';

const insight = columnsOf('tool_insights', 'id topic content confidence created_at updated_at');
export type InsightRow = RowOf<typeof insight>;

const columns = selectionOf(insight);

export interface NewInsight {
  id: string;
  topic: string;
  content: string;
  confidence: number;
  fingerprint: string;
  topicWords: string;
  contentWords: string;
  grams: readonly string[];
  vector: readonly number[] | undefined;
  model: string | undefined;
  by: string;
  now: Date;
}

const upsert = statement(
  'tool_insights.upsert',
  {
    ...insight,
    created: computed('bool'),
  },
  (p: NewInsight) => sql`
    insert into tool_insights as kept
      (id, topic, content, confidence, fingerprint, words, grams, spelling, embedding, embedded_with, created_by,
       created_at, updated_at)
    values (${p.id}, ${p.topic}, ${p.content}, ${p.confidence}, ${p.fingerprint},
      setweight(to_tsvector('simple', ${p.topicWords}), 'A') || setweight(to_tsvector('simple', ${p.contentWords}), 'B'),
      ${p.grams}, ${spellingVersion}::smallint, ${p.vector}, ${p.model}, ${p.by}, ${p.now}, ${p.now})
    on conflict (fingerprint) do update set
      confidence = greatest(kept.confidence, excluded.confidence),
      embedding = coalesce(excluded.embedding, kept.embedding),
      embedded_with = coalesce(excluded.embedded_with, kept.embedded_with),
      updated_at = excluded.updated_at
    returning ${columns}, xmax = 0 as created`,
);
/** A repeated insight keeps its row and the higher confidence; `created` says which happened. */
export const upsertInsight = (
  tx: Tx,
  one: NewInsight,
): Promise<(InsightRow & { created: boolean }) | undefined> => tx.first(upsert(one));

const byWords = statement(
  'tool_insights.by_words',
  insight,
  (p: { query: string; most: number }) => sql`
    select ${columns} from tool_insights, to_tsquery('simple', ${p.query}) asked
    where words @@ asked
    order by ts_rank('{0.1, 0.2, 0.4, 0.8}', words, asked, 1) desc, id limit ${p.most}`,
);
/** Full text search for any of the words, best first. */
export const findByWords = (db: Reader, query: string, most: number): Promise<InsightRow[]> =>
  db.run(byWords({ query, most }));

const byGrams = statement(
  'tool_insights.by_grams',
  insight,
  (p: { grams: readonly string[]; most: number }) => sql`
    select ${columns} from tool_insights
    where grams && ${p.grams}::text[]
    order by (select count(*) from unnest(grams) gram where gram = any (${p.grams}::text[])) desc, id limit ${p.most}`,
);
/** Insights with the most common trigrams; the caller computes the similarity of words. */
export const findByGrams = (db: Reader, grams: readonly string[], most: number): Promise<InsightRow[]> =>
  db.run(byGrams({ grams, most }));

const byVector = statement(
  'tool_insights.by_vector',
  insight,
  (p: { vector: readonly number[]; model: string; most: number }) => sql`
    select ${columns} from tool_insights
    where embedded_with = ${p.model} and cardinality(embedding) = cardinality(${p.vector}::float4[])
    order by (select sum(a * b) from unnest(embedding, ${p.vector}::float4[]) as pair (a, b)) desc, id limit ${p.most}`,
);
/** Vectors are stored with length one, so their product is the cosine. */
export const findByVector = (
  db: Reader,
  vector: readonly number[],
  model: string,
  most: number,
): Promise<InsightRow[]> => db.run(byVector({ vector, model, most }));

const withoutVector = statement(
  'tool_insights.without_vector',
  insight,
  (p: { model: string; most: number }) => sql`
    select ${columns} from tool_insights where embedded_with is distinct from ${p.model} order by created_at limit ${p.most}`,
);
export const listWithoutVector = (db: Reader, model: string, most: number): Promise<InsightRow[]> =>
  db.run(withoutVector({ model, most }));

const vectorUpdate = statement(
  'tool_insights.set_vector',
  (p: { id: string; vector: readonly number[]; model: string }) => sql`
    update tool_insights set embedding = ${p.vector}, embedded_with = ${p.model} where id = ${p.id}`,
);
export const setVector = (tx: Tx, id: string, vector: readonly number[], model: string): Promise<number> =>
  tx.change(vectorUpdate({ id, vector, model }));

const oldSpelt = statement(
  'tool_insights.old_spelt',
  insight,
  (p: { most: number }) => sql`
    select ${columns} from tool_insights where spelling < ${spellingVersion}::smallint limit ${p.most}`,
);
export const listOldSpelt = (db: Reader, most: number): Promise<InsightRow[]> => db.run(oldSpelt({ most }));

interface Words extends Pick<NewInsight, 'topicWords' | 'contentWords' | 'grams'> {
  id: string;
}

const wordsUpdate = statement(
  'tool_insights.set_words',
  (p: Words) => sql`
    update tool_insights set grams = ${p.grams}, spelling = ${spellingVersion}::smallint,
      words = setweight(to_tsvector('simple', ${p.topicWords}), 'A')
        || setweight(to_tsvector('simple', ${p.contentWords}), 'B')
    where id = ${p.id}`,
);
export const setWords = (tx: Tx, given: Words): Promise<number> => tx.change(wordsUpdate(given));
