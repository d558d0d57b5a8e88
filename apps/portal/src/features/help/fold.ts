/** One Latin spelling for a word in Cyrillic or in any usual Latin spelling: «утсаа», utsaa and ucaa are the same. */
const letters: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'j', з: 'z', и: 'i', й: 'i', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', ө: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ү: 'u', ф: 'f' },
  ...{ х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sh', ъ: '', ы: 'i', ь: 'i', э: 'e', ю: 'yu', я: 'ya' },
};

/** Spellings of one sound, applied in order. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/kh|x/g, 'h'],
  [/ts/g, 'c'],
  [/ye/g, 'e'],
  [/y/g, 'i'],
  [/w/g, 'v'],
  // ө is typed as o, u or u with dots.
  [/o/g, 'u'],
  // Keyboards without ү use v for it before another consonant.
  [/v(?=[b-df-hj-np-tz])/g, 'u'],
  // Long vowels and doubled letters are the most frequent typing errors.
  [/([aeiou])\1+|(?<=[a-z])([b-df-hj-np-tv-z])\2+/g, '$1$2'],
];

export function fold(text: string): string {
  let latin = '';
  for (const letter of text.toLowerCase().normalize('NFC')) latin += letters[letter] ?? letter;
  latin = latin.normalize('NFD').replace(/\p{M}|['’ʼ`]/gu, '');
  for (const [pattern, to] of spellings) latin = latin.replace(pattern, to);
  return latin.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
