import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export interface InsightRow {
  id: string;
  topic: string;
  content: string;
  confidence: number;
  created_at: string;
  updated_at: string;
}

const columns = 'id, topic, content, confidence, created_at, updated_at';

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

/** The same insight again keeps its row and the higher confidence; `created` says which happened. */
export const upsertInsight = (
  tx: Tx,
  one: NewInsight,
): Promise<(InsightRow & { created: boolean }) | undefined> =>
  tx.first(
    raw<InsightRow & { created: boolean }>(
      `insert into tool_insights as kept
         (id, topic, content, confidence, fingerprint, words, grams, embedding, embedded_with, created_by, created_at,
          updated_at)
       values ($1, $2, $3, $4, $5,
         setweight(to_tsvector('simple', $6), 'A') || setweight(to_tsvector('simple', $7), 'B'),
         $8, $9, $10, $11, $12, $12)
       on conflict (fingerprint) do update set
         confidence = greatest(kept.confidence, excluded.confidence),
         embedding = coalesce(excluded.embedding, kept.embedding),
         embedded_with = coalesce(excluded.embedded_with, kept.embedded_with),
         updated_at = excluded.updated_at
       returning ${columns}, xmax = 0 as created`,
      [
        one.id,
        one.topic,
        one.content,
        one.confidence,
        one.fingerprint,
        one.topicWords,
        one.contentWords,
        one.grams,
        one.vector ?? null,
        one.model ?? null,
        one.by,
        one.now,
      ],
      'tool_insights.upsert',
    ),
  );

/** Best first by full text: any of the words. */
export const findByWords = (db: Reader, query: string, most: number): Promise<InsightRow[]> =>
  db.run(
    raw<InsightRow>(
      `select ${columns} from tool_insights, to_tsquery('simple', $1) asked
       where words @@ asked
       order by ts_rank('{0.1, 0.2, 0.4, 0.8}', words, asked, 1) desc, id limit $2`,
      [query, most],
      'tool_insights.by_words',
    ),
  );

/** Those that share most trigrams with what was asked; how alike their words are is judged by the caller. */
export const findByGrams = (db: Reader, grams: readonly string[], most: number): Promise<InsightRow[]> =>
  db.run(
    raw<InsightRow>(
      `select ${columns} from tool_insights
       where grams && $1::text[]
       order by (select count(*) from unnest(grams) gram where gram = any ($1::text[])) desc, id limit $2`,
      [grams, most],
      'tool_insights.by_grams',
    ),
  );

/** Vectors are stored with length one, so their product is the cosine. */
export const findByVector = (
  db: Reader,
  vector: readonly number[],
  model: string,
  most: number,
): Promise<InsightRow[]> =>
  db.run(
    raw<InsightRow>(
      `select ${columns} from tool_insights
       where embedded_with = $2 and cardinality(embedding) = cardinality($1::float4[])
       order by (select sum(a * b) from unnest(embedding, $1::float4[]) as pair (a, b)) desc, id limit $3`,
      [vector, model, most],
      'tool_insights.by_vector',
    ),
  );

export const listWithoutVector = (db: Reader, model: string, most: number): Promise<InsightRow[]> =>
  db.run(
    raw<InsightRow>(
      `select ${columns} from tool_insights where embedded_with is distinct from $1 order by created_at limit $2`,
      [model, most],
      'tool_insights.without_vector',
    ),
  );

export const setVector = (tx: Tx, id: string, vector: readonly number[], model: string): Promise<number> =>
  tx.change(
    raw(
      'update tool_insights set embedding = $2, embedded_with = $3 where id = $1',
      [id, vector, model],
      'tool_insights.set_vector',
    ),
  );
