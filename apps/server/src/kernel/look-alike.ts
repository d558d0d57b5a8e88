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
  ...{ щ: 'w', ъ: 'b', ы: 'bi', ю: 'o', я: 'r' },
  ...{ қ: 'k', ҝ: 'k', ң: 'hn', ҳ: 'x', ғ: 'fg', ҭ: 't', ӎ: 'm', ԍ: 'g' },
  // Greek
  ...{
    α: 'a',
    β: 'b',
    γ: 'yg',
    δ: 'da',
    ε: 'e',
    ζ: 'z',
    η: 'nh',
    ι: 'il',
    κ: 'k',
    λ: 'la',
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
  ...{ i: 'il', l: 'li', q: 'qg', '0': 'o', '1': 'li', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'gb' },
  ...{ '7': 't', '8': 'bg', '9': 'gq' },
};

/** Signs that stand for a letter in a name, though they are none. */
const signs: Readonly<Record<string, string>> = {
  ...{ '†': 't', '‡': 't', '+': 't', '₮': 't', '⊤': 't', '@': 'a', '∆': 'a', '∀': 'a', '^': 'a', '⋀': 'a' },
  ...{ $: 's', '§': 's', '€': 'e', '∑': 'e', '¢': 'c', '(': 'c', '£': 'l', '!': 'i', '|': 'l', '¦': 'l' },
  ...{ '¥': 'y', '₩': 'w', '₦': 'n', '₲': 'g', '&': 'g', '°': 'o', '∘': 'o', '○': 'o' },
};
const anySign = /[^\p{L}\p{N}\s]/gu;

/** Scripts whose letters the table above knows, or that cannot be taken for Latin or Cyrillic. */
const foreignLetter =
  /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Mongolian}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}])\p{L}/u;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');

/** A letter or digit that is not listed above may look like any: undefined. */
const readingOf = (letter: string): string | undefined =>
  readings[letter] ?? (/[a-z0-9]/.test(letter) ? letter : undefined);

function overlap(left = '', right = ''): boolean {
  const [one, other] = [readingOf(left), readingOf(right)];
  return one === undefined || other === undefined || [...one].some((letter) => other.includes(letter));
}

/** Shorter names have honest neighbours: every word of four letters is one letter away from many others. */
const shortestNear = 5;
/** A word of fewer letters is often one letter away from an honest one, such as Tamga and taiga. */
const shortestWordOfSlips = 8;

/** Two letters that together look like one. */
const joined = (text: string): string =>
  text.replaceAll('rn', 'm').replaceAll('nn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');

/** Whether a person would read `text` as `wanted`: alike letter by letter, or with one slip. */
function isReadAs(text: string, wanted: string, isWhole: boolean): boolean {
  const [a, b] = [[...text], [...wanted]];
  const unknown = a.filter((letter) => readingOf(letter) === undefined).length;
  if (2 * unknown > a.length || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < b.length && start < a.length && overlap(a[start], b[start])) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && overlap(a[endA - 1], b[endB - 1])) {
    endA -= 1;
    endB -= 1;
  }
  const [leftA, leftB] = [a.slice(start, endA), b.slice(start, endB)];
  if (leftA.length === 0 && leftB.length === 0) return true;
  if (Math.min(a.length, b.length) < shortestNear) return false;
  if (leftB.length === 0) return leftA.length === 1;
  // The first letter carries a word: Mongolia is another name than E-Mongolia.
  if (leftA.length === 0) return leftB.length === 1 && start > 0;
  if (leftA.length === 2 && leftB.length === 2)
    return overlap(leftA[0], leftB[1]) && overlap(leftA[1], leftB[0]);
  return (
    leftA.length === 1 && leftB.length === 1 && start > 0 && (isWhole || b.length >= shortestWordOfSlips)
  );
}

/**
 * Whether a name contains the reserved one as whole words, or something that a person would read as it: other
 * alphabets, accents, digits, signs, invisible characters, letters set apart, and one slip of the hand. A letter of
 * an alphabet that is not known here counts as one too.
 */
export function isReservedName(name: string, reserved: string): boolean {
  if (foreignLetter.test(name)) return true;
  const wanted = plain(reserved).replace(/[^\p{L}\p{N}]/gu, '');
  if (wanted === '') return false;
  const text = plain(name);
  // A sign may separate words or stand for a letter.
  return [text, text.replace(anySign, (sign) => signs[sign] ?? ' ')].some((form) =>
    containsName(form, wanted),
  );
}

function containsName(name: string, wanted: string): boolean {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const whole = words.join('');
  return words.some((_, from) => {
    let text = '';
    for (const word of words.slice(from)) {
      text += word;
      const isWhole = text === whole;
      if (isReadAs(text, wanted, isWhole) || isReadAs(joined(text), joined(wanted), isWhole)) return true;
      if (text.length > 2 * wanted.length) return false;
    }
    return false;
  });
}
