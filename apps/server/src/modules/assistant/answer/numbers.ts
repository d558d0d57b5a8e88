/** What a number counts; a number without a unit is plain. */
export type Kind = 'money' | 'percent' | 'minute' | 'hour' | 'day' | 'month' | 'year' | 'plain';

export interface Claim {
  readonly value: number;
  readonly kind: Kind;
}

type Unit = readonly [kind: Kind, factor: number, pattern: string];

/** Weeks are counted in days, so that a week and seven days are the same. */
const units: readonly Unit[] = [
  [
    'money',
    1,
    'төгрөг|төг(?!\\p{L})|₮|tugrik|tögrög|togrog|mnt(?!\\p{L})|тугрик|图格里克|доллар|dollar|usd(?!\\p{L})|\\$|€|евро|euro|юан|yuan|元|рубл|rouble|ruble',
  ],
  ['percent', 1, '%|хувь|хувийн|percent|процент|百分'],
  ['day', 7, 'долоо ?хоног|week|недел|周|星期'],
  ['day', 1, 'хоног|өдөр|өдрийн|day|дня|дней|день|дню|天|日'],
  ['hour', 1, 'цаг|hour|час|小时'],
  ['minute', 1, 'минут|minute|分钟'],
  ['month', 1, 'сар|month|месяц|个月|月'],
  ['year', 1, 'жил|нас|year|год|лет(?!\\p{L})|年|岁'],
];
const unitWord = units.map(([, , pattern]) => `(${pattern})`).join('|');
const before = '(?:₮|\\$|€|mnt|usd)\\s*';
const scale =
  '(?:\\s{0,9}(?<scale>мянган|мянга|сая|тэрбум|thousand|million|billion|тысяч\\p{L}*|миллион\\p{L}*|万|亿))?';
const filler = '(?:\\s{0,9}(?:ажлын|хуанлийн|working|business|calendar|рабочих|календарных|个?工作))?';
const suffix = '(?:\\s{0,9}[-–—]\\s{0,9}(?:р|ын|ийн|ний|ны|ээс|аас|th|st|nd|rd)?)?';
const digits = "\\d{1,3}(?:[ \\u00a0\\u202f,.'’]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d+)?";
const written = new RegExp(
  `(?<lead>${before})?(?<number>${digits})${scale}${suffix}${filler}\\s*(?:${unitWord})?`,
  'giu',
);

const scales: Readonly<Record<string, number>> = {
  ...{ мянга: 1e3, мянган: 1e3, сая: 1e6, тэрбум: 1e9, thousand: 1e3, million: 1e6, billion: 1e9 },
  ...{ 万: 1e4, 亿: 1e8 },
};
const scaleOf = (word: string | undefined): number => {
  if (word === undefined) return 1;
  const key = word.toLowerCase();
  return scales[key] ?? (key.startsWith('тысяч') ? 1e3 : 1e6);
};

const words: Readonly<Record<string, number>> = {
  ...{ нэг: 1, хоёр: 2, гурав: 3, гурван: 3, дөрөв: 4, дөрвөн: 4, тав: 5, таван: 5, зургаа: 6, зургаан: 6 },
  ...{ долоо: 7, долоон: 7, найм: 8, найман: 8, ес: 9, есөн: 9, арав: 10, арван: 10, хорь: 20, хорин: 20 },
  ...{ гуч: 30, гучин: 30, дөч: 40, дөчин: 40, тавь: 50, тавин: 50, жар: 60, жаран: 60, ер: 90, ерэн: 90 },
  ...{ зуу: 100, зуун: 100, мянга: 1000, мянган: 1000 },
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, fourteen: 14, fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50 },
  ...{ sixty: 60, ninety: 90, hundred: 100, thousand: 1000 },
  ...{ один: 1, одного: 1, два: 2, две: 2, двух: 2, три: 3, трёх: 3, трех: 3, четыре: 4, пять: 5, пяти: 5 },
  ...{ шесть: 6, семь: 7, семи: 7, восемь: 8, девять: 9, десять: 10, десяти: 10, двадцать: 20 },
  ...{ тридцать: 30, сто: 100, тысяча: 1000, тысяч: 1000 },
};
const word = `(?:${Object.keys(words)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})(?!\\p{L})`;
const spelt = new RegExp(
  `(?<!\\p{L})(?<number>${word}(?:[ -]${word}){0,4})${filler}\\s*(?:${unitWord})`,
  'giu',
);
const chinese =
  /(?<![零一二两三四五六七八九十百千万])(?<number>[零一二两三四五六七八九十百千万]+)(?:个?工作)?(?<unit>天|日|个月|月|年|小时|周|星期|元|图格里克)/gu;
const free =
  /үнэгүй|төлбөргүй|хураамжгүй|free of charge|\bfor free\b|\bis free\b|\bno (?:fee|charge)\b|without (?:a |any )?(?:fee|charge)|бесплатн|免费/giu;

/** Amounts, lengths of time and other numbers of a text, in digits or words, in the four languages of the assistant. */
export function readClaims(text: string): Claim[] {
  const claims: Claim[] = [];
  const rest = text.replace(written, (...match) => {
    const groups = match.at(-1) as Record<string, string | undefined>;
    const value = parseDigits(groups['number'] ?? '') * scaleOf(groups['scale']);
    claims.push(claimOf(value, unitIn(match), groups['lead'] !== undefined));
    return ' ¤ ';
  });
  for (const match of rest.matchAll(spelt))
    claims.push(claimOf(addWords(match.groups?.['number'] ?? ''), unitIn([...match]), false));
  for (const { groups } of rest.matchAll(chinese))
    claims.push(claimOf(parseChinese(groups?.['number'] ?? ''), unitOf(groups?.['unit'] ?? ''), false));
  if (free.test(text)) claims.push({ value: 0, kind: 'money' });
  free.lastIndex = 0;
  return claims;
}

function claimOf(value: number, unit: Unit | undefined, hasCurrency: boolean): Claim {
  if (hasCurrency) return { value, kind: 'money' };
  return unit === undefined ? { value, kind: 'plain' } : { value: value * unit[1], kind: unit[0] };
}

const unitTests = units.map((unit) => [unit, new RegExp(`^(?:${unit[2]})`, 'iu')] as const);
const unitOf = (text: string) => unitTests.find(([, pattern]) => pattern.test(text))?.[0];
/** The last group of a match that is a unit. */
const unitIn = (match: readonly unknown[]): Unit | undefined =>
  match
    .slice(1)
    .filter((group): group is string => typeof group === 'string' && /^[^\d\s]/.test(group))
    .map(unitOf)
    .findLast((unit) => unit !== undefined);

function parseDigits(text: string): number {
  const isGrouped = /^\d{1,3}(?:[ \u00a0\u202f,.'’]\d{3})+$/.test(text);
  return Number(isGrouped ? text.replace(/\D/g, '') : text.replace(',', '.'));
}

function addWords(text: string): number {
  return text
    .toLowerCase()
    .split(/[ -]/)
    .reduce((sum, each) => {
      const value = words[each] ?? 0;
      return value >= 100 ? Math.max(sum, 1) * value : sum + value;
    }, 0);
}

function parseChinese(text: string): number {
  let total = 0;
  let digit = 0;
  for (const letter of text) {
    const value = '零一二三四五六七八九'.indexOf(letter === '两' ? '二' : letter);
    const factor = { 十: 10, 百: 100, 千: 1000, 万: 10_000 }[letter];
    if (value >= 0) digit = value;
    else if (factor !== undefined) {
      total += Math.max(digit, 1) * factor;
      digit = 0;
    }
  }
  return total + digit;
}
