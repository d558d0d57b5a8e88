import { foldCase } from '../../kernel/http/language.ts';
import { fold } from '../../kernel/search/spelling.ts';
import { createWordIndex } from '../../kernel/search/word-index.ts';

export interface SearchItem {
  readonly code: string;
  /** Matched by substring: a title that contains the query is always found. */
  readonly titles: readonly string[];
  readonly texts: readonly { readonly text: string; readonly weight: number }[];
}

export interface SearchIndex {
  /** Positions of matching items, best first; ties keep the input order. */
  find(query: string): number[];
}

const maxWords = 8;
/** Minimum score of an item to be listed. */
const minScore = 0.38;
/** A query sentence has one significant word among many, so the best word counts at least this share of its score. */
const minShare = 0.4;

/**
 * Ranks in memory by trigram similarity, so that a typo, another word ending or another alphabet still matches. The
 * catalogue is small and read often, so a search needs no database query.
 */
export function createSearch(items: readonly SearchItem[]): SearchIndex {
  const titles = items.map((item) => item.titles.map((title) => foldCase(title)));
  const codes = items.map(({ code }) => joinCode(code));
  const spelt = items.map(({ titles: all, texts }) =>
    [...all, ...texts.map(({ text }) => text)].map((text) => foldCase(text)),
  );
  const folded = items.map((item) => item.titles.map((title) => ` ${fold(title)}`));
  const index = createWordIndex(
    items.map((item) =>
      [...item.titles.map((text) => ({ text, weight: 1 })), ...item.texts].map(({ text, weight }) => ({
        words: fold(text).split(' '),
        weight,
      })),
    ),
  );

  const scoreWords = (words: readonly string[]): number[] => {
    const scores = items.map(() => 0);
    const strongest = items.map(() => 0);
    for (const word of words) {
      for (const [position, value] of index.findSimilar(word)) {
        scores[position] = (scores[position] ?? 0) + value / words.length;
        strongest[position] = Math.max(strongest[position] ?? 0, value);
      }
    }
    return scores.map((score, position) => Math.max(score, minShare * (strongest[position] ?? 0)));
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
          // An exact match ranks above every similar one.
          return { position, score: (scores[position] ?? 0) + (holds ? 2 : 0) + (begins ? 1 : 0) };
        })
        .filter(({ score }) => score >= minScore)
        .sort((a, b) => b.score - a.score || a.position - b.position)
        .map(({ position }) => position);
    },
  };
}

/**
 * Parts joined by dashes or underscores that contain a digit or an underscore. Codes differ in one or two digits, so
 * similarity would return a wrong code: a code matches exactly, and an unknown code finds nothing.
 */
const isCode = (text: string) => /^[a-z0-9]+(?:[\p{Pd}_][a-z0-9]+)+$/u.test(text) && /[0-9_]/.test(text);

/** A code copied from a document may contain other dashes, or spaces. */
const joinCode = (code: string) => code.toLowerCase().replace(/[\s\p{Pd}_]+/gu, '-');

function positionsOf<V>(values: readonly V[], fits: (value: V, position: number) => boolean): number[] {
  return values.flatMap((value, position) => (fits(value, position) ? [position] : []));
}

/** Words of one or two letters are ignored, unless there are no others. */
function wordsOf(phrase: string): string[] {
  const words = phrase.split(' ');
  const telling = words.filter((word) => word.length > 2);
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, maxWords);
}
