/** The Latin letters that a letter of another alphabet, or a digit, may be read as: by its look or by its sound. */
const readings: Readonly<Record<string, string>> = {
  // Cyrillic
  ...{
    а: 'a',
    б: 'b',
    в: 'bv',
    г: 'rg',
    ґ: 'rg',
    д: 'd',
    ԁ: 'd',
    е: 'e',
    э: 'e',
    є: 'e',
    ж: 'j',
    з: 'z',
    и: 'ui',
  },
  ...{
    і: 'il',
    ј: 'j',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'hn',
    о: 'o',
    ө: 'ou',
    п: 'np',
    р: 'pr',
    с: 'cs',
    ѕ: 's',
    т: 't',
  },
  ...{
    у: 'yu',
    ү: 'yuv',
    ф: 'f',
    х: 'xh',
    һ: 'h',
    ц: 'u',
    ч: 'y',
    ш: 'w',
    ԝ: 'w',
    ԛ: 'q',
    ь: 'b',
    ѵ: 'v',
    ӏ: 'li',
  },
  ...{ қ: 'k', ҝ: 'k', ң: 'hn', ҳ: 'x', ғ: 'fg', ҭ: 't', ӎ: 'm', ԍ: 'g' },
  // Greek
  ...{
    α: 'a',
    β: 'b',
    γ: 'yg',
    δ: 'd',
    ε: 'e',
    ζ: 'z',
    η: 'nh',
    ι: 'il',
    κ: 'k',
    λ: 'l',
    μ: 'm',
    ν: 'vn',
    ο: 'o',
  },
  ...{ π: 'np', ρ: 'pr', σ: 'os', ς: 's', τ: 't', υ: 'uy', φ: 'f', χ: 'x', ω: 'wo' },
  // Latin letters that have no decomposition
  ...{
    ı: 'il',
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ħ: 'h',
    ŧ: 't',
    ɑ: 'a',
    ɐ: 'a',
    ɡ: 'g',
    ɢ: 'g',
    ɪ: 'il',
    ɩ: 'il',
    ʟ: 'l',
  },
  ...{
    ᴀ: 'a',
    ʙ: 'b',
    ᴄ: 'c',
    ᴅ: 'd',
    ᴇ: 'e',
    ʜ: 'h',
    ᴊ: 'j',
    ᴋ: 'k',
    ᴍ: 'm',
    ɱ: 'm',
    ɴ: 'n',
    ᴏ: 'o',
    ᴘ: 'p',
  },
  ...{ ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z', ɠ: 'g', ƫ: 't', ƭ: 't', ʈ: 't' },
  ...{ i: 'il', l: 'li', '0': 'o', '1': 'li', '3': 'e', '4': 'a', '5': 's', '6': 'g', '8': 'b', '9': 'g' },
};

/** Scripts whose letters the table above knows, or that cannot be taken for Latin or Cyrillic. */
const foreignLetter =
  /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Mongolian}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}])\p{L}/u;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}]/gu, '');

const readingOf = (letter: string): string => readings[letter] ?? letter;

function isAlike(left: string, right: string): boolean {
  const [a, b] = [[...left], [...right]];
  return a.length === b.length && a.every((letter, at) => overlap(readingOf(letter), readingOf(b[at] ?? '')));
}

const overlap = (left: string, right: string): boolean => [...left].some((one) => right.includes(one));

/** Two letters that together look like one. */
const joined = (text: string): string => text.replaceAll('rn', 'm').replaceAll('vv', 'w');

/**
 * Whether a name contains the reserved one as whole words, or something that a person would read as it: other
 * alphabets, accents, digits, invisible characters, and letters set apart. A letter of an alphabet that is not known
 * here counts as one too.
 */
export function isReservedName(name: string, reserved: string): boolean {
  if (foreignLetter.test(name)) return true;
  const wanted = plain(reserved).replace(/[^\p{L}\p{N}]/gu, '');
  if (wanted === '') return false;
  const words = plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.some((_, from) => {
    let text = '';
    for (const word of words.slice(from)) {
      text += word;
      if (isAlike(text, wanted) || isAlike(joined(text), joined(wanted))) return true;
      if (text.length > 2 * wanted.length) return false;
    }
    return false;
  });
}
