import type { Language } from '../../kernel/http/language.ts';
import { fuseRanks } from '../../kernel/search/fusion.ts';
import { cosineOf } from '../../kernel/search/vectors.ts';
import { createWordIndex, type WeightedWords } from '../../kernel/search/word-index.ts';
import { stem, stemsOf, wordsOf } from '../../kernel/search/words.ts';
import type { IndexedPassage } from './passages.ts';

export interface PassageIndex {
  readonly passages: readonly IndexedPassage[];
  /** Passages in one language, best first; nothing below the thresholds. */
  rank(
    query: string,
    vector: Float32Array | undefined,
    wanted: { lang: Language; limit: number },
  ): IndexedPassage[];
}

export interface RankOptions {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Minimum cosine of question and passage for a passage that shares no words with the question. */
  readonly minCosine: number;
}

const maxWords = 12;
/** Stricter than the catalogue, because a question that nothing answers must find nothing; see labelled.json. */
const similarWords = { minSimilarity: 0.45, minBeginning: 5, sharpness: 2 };
const candidates = 50;
/** Minimum share of the question, by the rarity of its words, that a passage covers; long ones say more around it. */
const minCoverage = (words: number): number => Math.max(0.32, 0.43 - 0.05 * Math.max(0, words - 3));
/** Several passages of one article, and none of others, would hide the second best answer. */
const maxPerDocument = 2;
const fieldWeights = { title: 1, tags: 0.95, heading: 0.9, content: 0.6 };

export function createPassageIndex(
  passages: readonly IndexedPassage[],
  { vectors, minCosine }: RankOptions,
): PassageIndex {
  const stems = rememberStems();
  const words = createWordIndex(
    passages.map((passage) => weightedWords(passage, stems)),
    similarWords,
  );
  const translations = new Map(
    passages.map((passage) => [keyOf(passage, passage.lang, passage.place), passage]),
  );
  const translate = (passage: IndexedPassage, lang: Language) =>
    passage.lang === lang
      ? passage
      : (translations.get(keyOf(passage, lang, passage.place)) ?? translations.get(keyOf(passage, lang, 0)));

  return {
    passages,
    rank: (query, vector, { lang, limit }) => {
      const asked = stemsOf(query).slice(0, maxWords);
      const { exact, coverage } = scoreWords(asked, words, passages.length);
      const near = vector === undefined ? [] : findNear(passages, vectors, vector, minCosine);
      const lists = [best(exact), best(coverage), ...(near.length > 0 ? [near] : [])];
      const isNear = new Set(near);
      const least = minCoverage(asked.length);
      const ranked = [...fuseRanks(lists)]
        .filter(([at]) => (coverage.get(at) ?? 0) >= least || isNear.has(at))
        .sort(([a, x], [b, y]) => y - x || a - b)
        .flatMap(([at]) => passages[at] ?? []);
      return limitEach(new Set(ranked.flatMap((passage) => translate(passage, lang) ?? [])), limit);
    },
  };
}

/** The share of the question that each passage covers, by similar words, and its sum by exact ones. */
function scoreWords(asked: readonly string[], words: ReturnType<typeof createWordIndex>, total: number) {
  const exact = new Map<number, number>();
  const coverage = new Map<number, number>();
  // A word that stands nowhere counts as a rare one: it is what the passage lacks.
  const found = asked.map((word) => {
    const [same, similar] = [words.findExact(word), words.findSimilar(word)];
    return { same, similar, rarity: rarityOf(same.size || 1, total) };
  });
  const whole = found.reduce((sum, { rarity }) => sum + rarity, 0);
  for (const { same, similar, rarity } of found) {
    for (const [at, weight] of same) exact.set(at, (exact.get(at) ?? 0) + rarity * weight);
    for (const [at, value] of similar) coverage.set(at, (coverage.get(at) ?? 0) + (rarity * value) / whole);
  }
  return { exact, coverage };
}

/** In a base of few passages every word would look frequent, and a misspelt one would outweigh the others. */
const minTotal = 200;

/** Inverse document frequency: a word of every passage says little, one of few says what is meant. */
const rarityOf = (count: number, total: number): number =>
  Math.log(1 + (Math.max(total, minTotal) - count + 0.5) / (count + 0.5));

const best = (scores: ReadonlyMap<number, number>): number[] =>
  [...scores]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, candidates)
    .map(([at]) => at);

function findNear(
  passages: readonly IndexedPassage[],
  vectors: ReadonlyMap<string, Float32Array>,
  vector: Float32Array,
  minCosine: number,
): number[] {
  const scores = new Map<number, number>();
  for (const [at, { hash }] of passages.entries()) {
    const own = vectors.get(hash);
    if (own === undefined || own.length !== vector.length) continue;
    const cosine = cosineOf(own, vector);
    if (cosine >= minCosine) scores.set(at, cosine);
  }
  return best(scores);
}

function limitEach(passages: Iterable<IndexedPassage>, limit: number): IndexedPassage[] {
  const counts = new Map<string, number>();
  const kept: IndexedPassage[] = [];
  for (const passage of passages) {
    const count = counts.get(passage.document) ?? 0;
    if (count >= maxPerDocument) continue;
    counts.set(passage.document, count + 1);
    if (kept.push(passage) === limit) break;
  }
  return kept;
}

const keyOf = ({ document }: IndexedPassage, lang: Language, place: number) => `${document} ${lang} ${place}`;

function weightedWords(
  { title, heading, tags, content }: IndexedPassage,
  stems: (text: string) => string[],
): WeightedWords[] {
  return [
    { words: stems(title), weight: fieldWeights.title },
    { words: stems(tags.join(' ')), weight: fieldWeights.tags },
    { words: stems(heading), weight: fieldWeights.heading },
    { words: stems(content), weight: fieldWeights.content },
  ];
}

/** Texts repeat their words, and a stem is found by trying a hundred endings. */
function rememberStems(): (text: string) => string[] {
  const known = new Map<string, string>();
  return (text) =>
    wordsOf(text).map((word) => {
      const kept = known.get(word) ?? stem(word).slice(0, 64);
      known.set(word, kept);
      return kept;
    });
}
