import type { Reader } from '../../../kernel/db/database.ts';
import type { EmbeddingPort } from '../../../kernel/search/embedding-port.ts';
import { fuseRanks } from '../../../kernel/search/fusion.ts';
import { toUnit } from '../../../kernel/search/vectors.ts';
import { gramsOf, similarity, stemsOf, trigramsOf, wordsOf } from '../../../kernel/search/words.ts';
import { findByGrams, findByVector, findByWords, type InsightRow } from './store.ts';

export interface Hit extends InsightRow {
  readonly score: number;
}

const candidates = 60;
/** Below it two texts share only letters. */
const leastAlike = 0.3;

/** The ranks of each way of searching are fused, and the confidence of an insight weighs the sum. */
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
  const rows = new Map(lists.flat().map((row) => [row.id, row]));
  const worth = fuseRanks(lists.map((list) => list.map(({ id }) => id)));
  return [...rows.values()]
    .map((row) => ({ ...row, score: Number(((worth.get(row.id) ?? 0) * row.confidence).toFixed(4)) }))
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
  const asked = [...new Set(wordsOf(query))].slice(0, 30).map((word) => ({ word, grams: trigramsOf(word) }));
  if (asked.length === 0) return [];
  const rows = await findByGrams(db, gramsOf(query).slice(0, 200), candidates);
  return rows
    .map((row) => ({ row, score: scoreOf(row, asked) }))
    .filter(({ score }) => score >= leastAlike)
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row);
}

function scoreOf(row: InsightRow, asked: readonly { word: string; grams: readonly string[] }[]): number {
  const known = [...new Set(wordsOf(`${row.topic} ${row.content}`))].map((word) => new Set(trigramsOf(word)));
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
