import type { Reader } from '../../../kernel/db/database.ts';
import type { EmbeddingPort } from './embedding-port.ts';
import { gramsOf, gramsOfWord, similarity, stemsOf, wordsOf } from './normalise.ts';
import { findByGrams, findByVector, findByWords, type InsightRow } from './store.ts';

export interface Hit extends InsightRow {
  readonly score: number;
}

const candidates = 60;
/** Below it two texts have letters in common and nothing else. */
const leastAlike = 0.3;
/** How much less the second of a list counts than the first; small, because lists are short. */
const rankOffset = 4;

/**
 * Each way to search makes a list of its own, best first; a place in a list is worth the reciprocal of its rank, what
 * stands in several lists gathers their worth, and the confidence of the insight weighs the sum.
 */
export async function searchInsights(
  db: Reader,
  embedding: EmbeddingPort | undefined,
  query: string,
  limit: number,
): Promise<readonly Hit[]> {
  const [byWords, byGrams, byVector] = await Promise.all([
    fullText(db, query),
    alike(db, query),
    embedding === undefined ? [] : near(db, embedding, query),
  ]);
  const lists = [byWords, byGrams, ...(byVector.length > 0 ? [byVector] : [])];
  const worth = new Map<string, { row: InsightRow; sum: number }>();
  for (const list of lists)
    for (const [rank, row] of list.entries()) {
      const known = worth.get(row.id) ?? { row, sum: 0 };
      known.sum += (rankOffset + 1) / (rankOffset + 1 + rank) / lists.length;
      worth.set(row.id, known);
    }
  return [...worth.values()]
    .map(({ row, sum }) => ({ ...row, score: Number((sum * row.confidence).toFixed(4)) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

function fullText(db: Reader, query: string): Promise<InsightRow[]> {
  const stems = stemsOf(query).slice(0, 40);
  // Stems are letters and digits alone, so nothing in them means anything to to_tsquery.
  return stems.length === 0 ? Promise.resolve([]) : findByWords(db, stems.join(' | '), candidates);
}

/** For misspelt words and other endings: each word of the query looks for the word most like it. */
async function alike(db: Reader, query: string): Promise<InsightRow[]> {
  const asked = [...new Set(wordsOf(query))].slice(0, 30).map((word) => ({ word, grams: gramsOfWord(word) }));
  if (asked.length === 0) return [];
  const rows = await findByGrams(db, gramsOf(query).slice(0, 200), candidates);
  return rows
    .map((row) => ({ row, score: scoreOf(row, asked) }))
    .filter(({ score }) => score >= leastAlike)
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row);
}

function scoreOf(row: InsightRow, asked: readonly { word: string; grams: readonly string[] }[]): number {
  const known = [...new Set(wordsOf(`${row.topic} ${row.content}`))].map(
    (word) => new Set(gramsOfWord(word)),
  );
  let sum = 0;
  let weight = 0;
  for (const { word, grams } of asked) {
    const best = known.reduce((most, other) => Math.max(most, similarity(grams, other)), 0);
    // A long word says more than a short one, and a faint likeness says nothing.
    const own = Math.min(word.length, 10);
    sum += own * (best >= 0.4 ? best : 0);
    weight += own;
  }
  return sum / weight;
}

async function near(db: Reader, embedding: EmbeddingPort, query: string): Promise<InsightRow[]> {
  try {
    const [vector] = await embedding.embed([query]);
    return vector === undefined
      ? []
      : await findByVector(db, toUnit(vector), embedding.model, candidates / 3);
  } catch {
    // Without vectors the words still find; an assistant is not told to wait for an endpoint of ours.
    return [];
  }
}

export function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
