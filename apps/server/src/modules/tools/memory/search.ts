import type { Reader } from '../../../kernel/db/database.ts';
import type { EmbeddingPort } from './embedding-port.ts';
import { gramsOf, gramsOfWord, similarity, stemsOf, wordsOf } from './normalise.ts';
import { findByGrams, findByVector, findByWords, type InsightRow } from './store.ts';

export interface Hit extends InsightRow {
  readonly score: number;
}

const candidates = 60;
/** Below it two texts share only letters. */
const leastAlike = 0.3;
/** The weight drop between ranks; small, because lists are short. */
const rankOffset = 4;

/**
 * Reciprocal rank fusion: each search method gives a ranked list, a rank is worth its reciprocal, an insight
 * in several lists gets the sum, and its confidence weighs the sum.
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
  // Stems contain only letters and digits, so nothing in them is to_tsquery syntax.
  return stems.length === 0 ? Promise.resolve([]) : findByWords(db, stems.join(' | '), candidates);
}

/** For misspelt words and other endings: matches each query word with the most similar word. */
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
    // A long word counts more than a short one, and a low similarity counts nothing.
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
    // Without vectors the word search still works, so an endpoint outage is not an error.
    return [];
  }
}

export function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
