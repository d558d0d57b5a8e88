import { fold } from './spelling.ts';

/** Words that occur in every question and carry no information. */
const stopWords = new Set(
  (
    'the a an is are was be to of in on for and or how what where when why who do does i it my with can should we you ' +
    'not no if this that which from by as at after before about into have has will there their our your ' +
    'me us am been any some please want need would could get ' +
    'нь ба бол бөгөөд эсвэл вэ бэ юу юм хэрхэн яаж яагаад хаана хэзээ ямар байна байдаг байх бай гэж энэ тэр уу үү ' +
    'болон мөн тул гэсэн ч л надад миний бид та хэрэгтэй ёстой дээр доор руу рүү яах ' +
    'хэн хэд хэдэн аль маань минь чинь намайг танай манай авмаар хиймээр мэдмээр хүсэж болох боломжтой чадах чадахгүй'
  )
    .split(' ')
    .map(fold),
);

const endings = [
  // Mongolian: cases, plurals, possession and common verb forms, after folding.
  ...['nogod', 'nood', 'chod', 'ood', 'dod', 'nod', 'inhan', 'inhen', 'gaas', 'gees', 'goos', 'naas'],
  ...['igar', 'iger', 'gar', 'ger', 'gor', 'tai', 'tei', 'toi', 'iin', 'nii', 'iig', 'ig', 'gin', 'in', 'ni'],
  ...['as', 'es', 'os', 'ar', 'er', 'or', 'ad', 'ed', 'od', 'an', 'en', 'on', 'ro', 'lo', 'ag', 'eg', 'og'],
  ...[
    'san',
    'sen',
    'son',
    'dag',
    'deg',
    'dog',
    'lag',
    'leg',
    'log',
    'lt',
    'lta',
    'lte',
    'lto',
    'na',
    'ne',
    'no',
  ],
  ...[
    'had',
    'hed',
    'hod',
    'bal',
    'bel',
    'bol',
    'dsan',
    'dsen',
    'ah',
    'eh',
    'oh',
    'ih',
    'h',
    'j',
    'd',
    't',
    'g',
  ],
  ...['a', 'e', 'o', 'i', 'n'],
  // English.
  ...['ments', 'ment', 'ations', 'ation', 'ings', 'ing', 'edli', 'ed', 'es', 's', 'li', 'ers', 'er', 'ion'],
].sort((a, b) => b.length - a.length);

/** A light stemmer, the same for index and query; a stem is never shorter than four letters. */
export function stem(word: string): string {
  let rest = word;
  for (let round = 0; round < 3; round += 1) {
    const ending = endings.find((one) => rest.endsWith(one) && rest.length - one.length >= 4);
    if (ending === undefined) return rest;
    rest = rest.slice(0, -ending.length);
  }
  return rest;
}

/** The words of a text without stop words, in Latin letters. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(' ')
    .filter((word) => word !== '' && !stopWords.has(word));
}

export function stemsOf(text: string): string[] {
  return [...new Set(wordsOf(text).map((word) => stem(word).slice(0, 64)))];
}

/** Trigrams of one word with its edges marked, like pg_trgm; with an array PostgreSQL needs no extension. */
export function trigramsOf(word: string): string[] {
  const padded = `  ${word} `;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  return [...grams];
}

export function gramsOf(text: string): string[] {
  return [...new Set(wordsOf(text).flatMap((word) => trigramsOf(word.slice(0, 64))))];
}

/** Share of trigrams two words have in common (Dice), between 0 and 1. */
export function similarity(one: readonly string[], other: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of one) if (other.has(gram)) shared += 1;
  return (2 * shared) / (one.length + other.size);
}
