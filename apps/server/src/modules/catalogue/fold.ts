import { createRomanizer } from '../../kernel/latin.ts';

/**
 * Mongolian is written in Cyrillic, and typed in Latin letters by people without such a keyboard, each in their own
 * way: «үнэмлэх» comes as unemleh, ünemlekh or vnemlex. Both sides are folded to one spelling before they are compared.
 */
const romanize = createRomanizer({ е: 'e', ө: 'o', х: 'h', ъ: '', ы: 'i' });

/** Ways of writing one sound, in the order they are looked for. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/kh|x/g, 'h'],
  [/zh/g, 'j'],
  [/dz/g, 'z'],
  [/ph/g, 'f'],
  [/ts/g, 'c'],
  [/ye/g, 'e'],
  [/y/g, 'i'],
  [/w/g, 'v'],
  // ү on a keyboard without it, before another consonant: vnemleh, vvrchlvlt.
  [/v(?=[b-df-hj-np-tz])/g, 'u'],
  // Long vowels and doubled letters are the first to be mistyped. What begins with a doubled consonant is no word but an
  // abbreviation (ХХК, LLC), and would lose a third of itself.
  [/([aeiou])\1+|(?<=[a-z])([b-df-hj-np-tv-z])\2+/g, '$1$2'],
];

/** Words in one spelling, separated by single spaces. */
export function fold(text: string): string {
  let latin = romanize(text).replace(/['’ʼ`]/g, '');
  for (const [pattern, to] of spellings) latin = latin.replace(pattern, to);
  return latin.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
