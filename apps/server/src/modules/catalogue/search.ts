import { foldCase } from '../../kernel/http/language.ts';
import { fold } from './fold.ts';

/** One thing that can be found, by texts that speak for it more or less. */
export interface Findable {
  readonly code: string;
  /** Looked through letter by letter: whatever holds the query here is always found. */
  readonly titles: readonly string[];
  readonly texts: readonly { readonly text: string; readonly weight: number }[];
}

export interface SearchIndex {
  /** Positions of what fits, the best first; equally good ones in the order they were given. */
  find(query: string): number[];
}

const mostWords = 8;
/** Below this a word is another word. */
const leastAlike = 0.4;
/** Below this a thing has nothing to do with what was asked. */
const leastScore = 0.38;
/** Whoever asks in a whole sentence says one telling word among many: it counts for at least this part of itself. */
const leastPart = 0.4;

/**
 * Ranks in memory by words that are alike (shared runs of three letters), so that a typo, another ending or another
 * alphabet still finds. A catalogue is small and read often: no database is asked.
 */
export function createSearch(items: readonly Findable[]): SearchIndex {
  const titles = items.map((item) => item.titles.map((title) => foldCase(title)));
  const codes = items.map(({ code }) => joinCode(code));
  const spelt = items.map(({ titles: all, texts }) =>
    [...all, ...texts.map(({ text }) => text)].map((text) => foldCase(text)),
  );
  const folded = items.map((item) => item.titles.map((title) => ` ${fold(title)}`));
  const weights = new Map<string, Map<number, number>>();
  items.forEach((item, position) => {
    const all = [...item.titles.map((text) => ({ text, weight: 1 })), ...item.texts];
    for (const { text, weight } of all)
      for (const word of fold(text).split(' ')) {
        const known = weights.get(word) ?? new Map<number, number>();
        known.set(position, Math.max(known.get(position) ?? 0, weight));
        weights.set(word, known);
      }
  });
  weights.delete('');
  const byRun = new Map<string, string[]>();
  for (const word of weights.keys())
    for (const run of runsOf(word)) {
      const sharing = byRun.get(run);
      if (sharing === undefined) byRun.set(run, [word]);
      else sharing.push(word);
    }

  const scoreWords = (words: readonly string[]): number[] => {
    const scores = items.map(() => 0);
    const strongest = items.map(() => 0);
    for (const word of words) {
      const best = new Map<number, number>();
      for (const [known, alike] of findAlike(word, byRun))
        for (const [position, weight] of weights.get(known) ?? [])
          best.set(position, Math.max(best.get(position) ?? 0, alike * weight));
      for (const [position, value] of best) {
        scores[position] = (scores[position] ?? 0) + value / words.length;
        strongest[position] = Math.max(strongest[position] ?? 0, value);
      }
    }
    return scores.map((score, position) => Math.max(score, leastPart * (strongest[position] ?? 0)));
  };

  return {
    find: (query) => {
      const plain = foldCase(query.trim());
      const phrase = fold(query);
      if (plain === '') return items.map((_, position) => position);
      const joined = joinCode(plain);
      const named = joined.includes('-') ? positionsOf(codes, (code) => code === joined) : [];
      if (named.length > 0) return named;
      if (isCode(plain))
        return positionsOf(
          spelt,
          (texts, position) =>
            codes[position]?.includes(joined) === true || texts.some((text) => text.includes(plain)),
        );
      const scores = phrase === '' ? items.map(() => 0) : scoreWords(wordsOf(phrase));
      return items
        .map((_, position) => {
          const holds = titles[position]?.some((title) => title.includes(plain)) === true;
          const begins = phrase !== '' && folded[position]?.some((title) => title.includes(` ${phrase}`));
          // What holds the words themselves comes before anything that is only alike.
          return { position, score: (scores[position] ?? 0) + (holds ? 2 : 0) + (begins ? 1 : 0) };
        })
        .filter(({ score }) => score >= leastScore)
        .sort((a, b) => b.score - a.score || a.position - b.position)
        .map(({ position }) => position);
    },
  };
}

/**
 * Parts joined by dashes or underscores, with a digit or an underscore among them. Codes differ in a digit or two, so
 * likeness would answer one code with another: a code is matched as it is written, and an unknown one finds nothing.
 */
const isCode = (text: string) => /^[a-z0-9]+(?:[\p{Pd}_][a-z0-9]+)+$/u.test(text) && /[0-9_]/.test(text);

/** A code copied from paper comes with other dashes, or with spaces. */
const joinCode = (code: string) => code.toLowerCase().replace(/[\s\p{Pd}_]+/gu, '-');

function positionsOf<V>(values: readonly V[], fits: (value: V, position: number) => boolean): number[] {
  return values.flatMap((value, position) => (fits(value, position) ? [position] : []));
}

/** Words of one or two letters say little, unless nothing else was said. */
function wordsOf(phrase: string): string[] {
  const words = phrase.split(' ');
  const telling = words.filter((word) => word.length > 2);
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, mostWords);
}

function runsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  const runs = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) runs.add(padded.slice(at, at + 3));
  return runs;
}

function findAlike(word: string, byRun: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const runs = runsOf(word);
  const sharedRuns = new Map<string, number>();
  for (const run of runs)
    for (const known of byRun.get(run) ?? []) sharedRuns.set(known, (sharedRuns.get(known) ?? 0) + 1);
  const alike = new Map<string, number>();
  for (const [known, count] of sharedRuns) {
    const value = likeness(word, known, (2 * count) / (runs.size + runsOf(known).size));
    if (value >= leastAlike) alike.set(known, value);
  }
  return alike;
}

function likeness(word: string, known: string, shared: number): number {
  if (word === known) return 1;
  // A word that is still being typed, or one with another ending.
  if (word.length > 2 && known.startsWith(word)) return Math.max(0.9, shared);
  if (known.length > 3 && word.startsWith(known)) return Math.max(0.85, shared);
  return shared;
}
