import { createRomanizer } from '../latin.ts';

/**
 * People without a Mongolian keyboard type Mongolian in Latin letters, each in their own way: «үнэмлэх» becomes unemleh,
 * ünemlekh or vnemlex. Query and text are folded to one spelling before they are compared.
 */
const romanize = createRomanizer({ е: 'e', ө: 'o', х: 'h', ъ: '', ы: 'i' });

/** Spellings of one sound, applied in order. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/kh|x/g, 'h'],
  [/zh/g, 'j'],
  [/dz/g, 'z'],
  [/ph/g, 'f'],
  [/ts/g, 'c'],
  [/ye/g, 'e'],
  [/y/g, 'i'],
  [/w/g, 'v'],
  // Keyboards without ү use v for it before another consonant: vnemleh, vvrchlvlt.
  [/v(?=[b-df-hj-np-tz])/g, 'u'],
  // Latin letters hold neither ө nor ү, and people write either as o or u.
  [/u/g, 'o'],
  [/q/g, 'k'],
  // Long vowels and doubled letters are the most frequent typing errors; a leading doubled consonant stays, because it
  // marks an abbreviation (ХХК, LLC) that would lose a third of its letters.
  [/([aeiou])\1+|(?<=[a-z])([b-df-hj-np-tv-z])\2+/g, '$1$2'],
];

/** Version of the spelling, stored with texts that were folded into a table: an older row is folded again. */
export const spellingVersion = 2;

export function fold(text: string): string {
  let latin = romanize(text.normalize('NFKC')).replace(/['’ʼ`]/g, '');
  for (const [pattern, to] of spellings) latin = latin.replace(pattern, to);
  return latin.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
