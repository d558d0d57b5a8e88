/** Latin letters for Mongolian Cyrillic (MNS 5217:2012). */
const standard: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'ye', ё: 'yo', ж: 'j', з: 'z', и: 'i', й: 'i', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', ө: 'u', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ү: 'u', ф: 'f' },
  ...{ х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sh', ъ: 'i', ы: 'y', ь: 'i', э: 'e', ю: 'yu', я: 'ya' },
};

/**
 * Transliterates to lower-case Latin letters without accents; a search passes its own spellings for some
 * letters.
 */
export function createRomanizer(own: Readonly<Record<string, string>> = {}): (text: string) => string {
  const letters: Readonly<Record<string, string>> = { ...standard, ...own };
  return (text) => {
    let latin = '';
    for (const letter of text.toLowerCase().normalize('NFC')) latin += letters[letter] ?? letter;
    return latin.normalize('NFD').replace(/\p{M}/gu, '');
  };
}

/** How people and passports write each letter; a letter that is not here is written as itself. */
const spellings: Readonly<Record<string, string>> = {
  ...{
    а: 'a aa',
    ә: 'a e aa',
    б: 'b',
    в: 'v w',
    г: 'g gh',
    ғ: 'g gh',
    д: 'd',
    е: 'ye e ee ie je yo yu',
    ё: 'yo io jo e',
  },
  ...{
    ж: 'j zh dj',
    з: 'z dz',
    и: 'i ii y',
    і: 'i y',
    й: 'i y j',
    к: 'k c',
    қ: 'k q',
    л: 'l',
    м: 'm',
    н: 'n',
    ң: 'n ng',
  },
  ...{
    о: 'o oo',
    ө: 'o oo u uu oe ue',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u uu',
    ү: 'u uu ue',
    ұ: 'u uu',
    ф: 'f ph',
  },
  ...{
    х: 'kh h x',
    һ: 'h',
    ц: 'ts c tz',
    ч: 'ch',
    ш: 'sh',
    щ: 'sh shch',
    ы: 'y i ii',
    э: 'e ee',
    ю: 'yu iu ju yuu',
  },
  я: 'ya ia ja yaa',
};
const silent = /[ъь]/;
/** The second letter only lengthens the first: Туяа is Tuya or Tuyaa, Оюун is Oyun or Oyuun. */
const lengthened = /^(?:(.)\1|яа|ю[уү]|ё[оө]|е[эө]|[иы]й)$/u;

/** Letters and digits alone, so that case, spaces, hyphens, apostrophes and initials do not matter. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const waysOf = (letter: string, before: string): readonly string[] => {
  if (silent.test(letter)) return ['', 'i', 'y'];
  const ways = spellings[letter]?.split(' ') ?? [withoutAccents(letter)];
  return lengthened.test(before + letter) ? ['', ...ways] : ways;
};

/**
 * Whether a text reads as this official name: the same letters, or a usual Latin spelling of each Cyrillic letter. A
 * name in Latin letters reads as nothing but itself.
 */
export function readsAs(official: string, text: string): boolean {
  const name = lettersOf(official);
  if (name === '') return false;
  if (name === lettersOf(text)) return true;
  const latin = withoutAccents(lettersOf(text));
  let reached = new Set([0]);
  let before = '';
  for (const letter of name) {
    const ways = waysOf(letter, before);
    const next = [...reached].flatMap((at) =>
      ways.filter((way) => latin.startsWith(way, at)).map((way) => at + way.length),
    );
    reached = new Set(next);
    before = letter;
  }
  return reached.has(latin.length);
}

const romanize = createRomanizer();
/** An official name in Latin letters, where nobody gave one. */
export const toLatinName = (official: string): string =>
  romanize(official).replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
