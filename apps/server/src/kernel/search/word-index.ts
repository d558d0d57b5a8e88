import { trigramsOf } from './words.ts';

export interface WeightedWords {
  readonly words: readonly string[];
  /** Between 0 and 1: a word of a title says more than one of a description. */
  readonly weight: number;
}

/** Where words occur, in memory; found also by similar words: a typing error, another ending. */
export interface WordIndex {
  /** Positions of items that hold exactly this word, with its weight there. */
  findExact(word: string): ReadonlyMap<number, number>;
  /** Positions of items that hold the word or a similar one, with similarity times weight. */
  findSimilar(word: string): ReadonlyMap<number, number>;
}

export interface WordIndexOptions {
  /** Minimum similarity of two words to count as the same word. */
  readonly minSimilarity?: number;
  /** Letters from which a word is taken for the beginning of another. */
  readonly minBeginning?: number;
  /** Exponent of similarity: above one, a word that is only alike counts less. */
  readonly sharpness?: number;
}

interface Entry {
  readonly word: string;
  readonly trigrams: number;
  readonly weights: Map<number, number>;
}

const nowhere: ReadonlyMap<number, number> = new Map();

export function createWordIndex(
  items: readonly (readonly WeightedWords[])[],
  { minSimilarity = 0.4, minBeginning = 3, sharpness = 1 }: WordIndexOptions = {},
): WordIndex {
  const vocabulary: Entry[] = [];
  const byWord = new Map<string, Entry>();
  const byTrigram = new Map<string, number[]>();
  const addWord = (word: string): Entry => {
    const runs = trigramsOf(word);
    for (const run of runs) {
      const sharing = byTrigram.get(run);
      if (sharing === undefined) byTrigram.set(run, [vocabulary.length]);
      else sharing.push(vocabulary.length);
    }
    const entry = { word, trigrams: runs.length, weights: new Map<number, number>() };
    vocabulary.push(entry);
    byWord.set(word, entry);
    return entry;
  };
  items.forEach((texts, position) => {
    for (const { words, weight } of texts)
      for (const word of words) {
        if (word === '') continue;
        const { weights } = byWord.get(word) ?? addWord(word);
        weights.set(position, Math.max(weights.get(position) ?? 0, weight));
      }
  });
  // One array for all searches: a map per search costs most of its time at ten thousand passages.
  const shared = new Uint16Array(vocabulary.length);
  return {
    findExact: (word) => byWord.get(word)?.weights ?? nowhere,
    findSimilar: (word) => {
      const runs = trigramsOf(word);
      const touched: number[] = [];
      for (const run of runs)
        for (const at of byTrigram.get(run) ?? []) {
          if (shared[at] === 0) touched.push(at);
          shared[at] = (shared[at] ?? 0) + 1;
        }
      const best = new Map<number, number>();
      for (const at of touched) {
        const count = shared[at] ?? 0;
        shared[at] = 0;
        const known = vocabulary[at];
        if (known === undefined) continue;
        const alike = similarityOf(
          word,
          known.word,
          (2 * count) / (runs.length + known.trigrams),
          minBeginning,
        );
        if (alike < minSimilarity) continue;
        for (const [position, weight] of known.weights)
          best.set(position, Math.max(best.get(position) ?? 0, alike ** sharpness * weight));
      }
      return best;
    },
  };
}

function similarityOf(word: string, known: string, shared: number, minBeginning: number): number {
  if (word === known) return 1;
  // An unfinished word, or one with another ending.
  if (word.length >= minBeginning && known.startsWith(word)) return Math.max(0.9, shared);
  if (known.length > 3 && word.startsWith(known)) return Math.max(0.85, shared);
  return shared;
}
