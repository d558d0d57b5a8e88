/** Case endings of Mongolian, and of an English genitive; a name keeps its ending beside the placeholder. */
const endings =
  'ы|ий|ид|ын|ийн|гийн|ны|ний|н|д|т|ад|эд|од|өд|ыг|ийг|г|аас|ээс|оос|өөс|наас|нээс|ноос|нөөс|гаас|гээс|гоос|гөөс|аар|ээр|оор|өөр|гаар|гээр|гоор|гөөр|тай|тэй|той|руу|рүү|луу|лүү|аа|ээ|оо|өө|s';
const before = '(?<![\\p{L}\\p{N}])';
const withEnding = `(?=(?:${endings})(?![\\p{L}\\p{N}]))`;
const withOrWithout = `(?=(?:${endings})?(?![\\p{L}\\p{N}]))`;

/** Shorter names are ordinary words too («бат», «an»), so they count only as names are written. */
const shortName = 4;

/** Finds the name in a text, also with an ending that drops its last vowel: Цэцэг, Цэцгийн. */
function patternsOf(name: string): RegExp[] {
  const written = (form: string) => (form.length < shortName ? `(?:${form}|${form.toUpperCase()})` : form);
  const flags = name.length < shortName ? 'gu' : 'giu';
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const shorter = /^(.{2,}[^аэиоөуүыйеёюя])[аэоөуүи]([бвгджзклмнпрстхцчш])$/iu.exec(name);
  return [
    new RegExp(before + written(escaped) + withOrWithout, flags),
    ...(shorter === null ? [] : [new RegExp(`${before}${shorter[1]}${shorter[2]}${withEnding}`, flags)]),
  ];
}

/** Patterns of these names, the longest first, so that a name inside another one does not split it. */
export const namePatterns = (names: readonly string[]): readonly RegExp[] =>
  [...new Set(names.map((name) => name.trim()))]
    .filter((name) => /^\p{L}.*\p{L}$/u.test(name))
    .sort((one, other) => other.length - one.length)
    .flatMap(patternsOf);

/** Б.Болд, Б. Болд-Эрдэнэ. */
const withInitial = /(?<![\p{L}\p{N}])\p{Lu}\. ?(\p{Lu}\p{Ll}{2,}(?:-\p{Lu}\p{Ll}+)?)/gu;
/** Батын Болд: the name of the father in the genitive, then the person's own. */
const withFather =
  /(?<![\p{L}\p{N}])([А-ЯЁӨҮ][а-яёөү]+)(?:ын|ийн|гийн|ны|ний) ([А-ЯЁӨҮ][а-яёөү]{2,}(?:-[А-ЯЁӨҮ][а-яёөү]+)?)/gu;

/** Names of people in official form, in data about a person such as the note of an officer. */
export function findNames(text: string): string[] {
  const found = new Set<string>();
  for (const [, name = ''] of text.matchAll(withInitial)) found.add(name);
  for (const [, father = '', name = ''] of text.matchAll(withFather)) found.add(father).add(name);
  return [...found].slice(0, 100);
}
