import { isRegular, WHITE } from './parser.ts';

/** More of one word outside its places than an honest update has by chance. */
const MOST_BY_CHANCE = 1000;
const LONGEST_LINE = 65_536;

/**
 * Whether a piece of a file holds a word that a reader which repairs files takes for structure, outside the places that
 * are known (`obj`, `stream`, `xref`, `trailer`, `%%EOF`). Such readers search all bytes: those of strings and streams
 * too.
 */
export function hasStrayKeyword(
  bytes: Buffer,
  from: number,
  to: number,
  known: ReadonlySet<number>,
): boolean {
  const piece = bytes.subarray(0, to);
  for (const [word, isStructure] of KEYWORDS) {
    let byChance = 0;
    for (let at = piece.indexOf(word, from); at >= 0; at = piece.indexOf(word, at + 1)) {
      if (known.has(at)) continue;
      byChance += 1;
      if (byChance > MOST_BY_CHANCE || isStructure(bytes, at)) return true;
    }
  }
  return false;
}

type Test = (bytes: Buffer, at: number) => boolean;

const KEYWORDS: readonly [word: string, isStructure: Test][] = [
  ['obj', (bytes, at) => follows(bytes, at, 'end') || isHeader(bytes, at)],
  [
    'stream',
    (bytes, at) =>
      follows(bytes, at, 'end') ||
      (!isRegular(bytes[at - 1]) && (bytes[at + 6] === 10 || bytes[at + 6] === 13)),
  ],
  [
    'xref',
    (bytes, at) =>
      follows(bytes, at, 'start') || (!isRegular(bytes[at - 1]) && WHITE[bytes[at + 4] ?? 0] === 1),
  ],
  ['trailer', (bytes, at) => isBeforeDictionary(bytes, at + 7)],
  ['%%EOF', () => true],
  ['%PDF-', () => true],
];

const follows = (bytes: Buffer, at: number, word: string): boolean =>
  bytes.toString('latin1', Math.max(at - word.length, 0), at) === word;

function isBeforeDictionary(bytes: Buffer, at: number): boolean {
  const after = bytes.toString('latin1', at, at + 1024);
  return /^(?:[\0\t\n\f\r ]|%[^\r\n]*(?:[\r\n]|$))*(?:<|$)/.test(after);
}

/** Whether two numbers stand before the word `obj`, with blanks or remarks between them. */
export function isHeader(bytes: Buffer, at: number): boolean {
  const generation = numberBefore(bytes, at);
  return generation !== undefined && numberBefore(bytes, generation) !== undefined;
}

/** Where the number before a place begins. */
function numberBefore(bytes: Buffer, before: number): number | undefined {
  let at = before;
  for (;;) {
    let isNextLine = false;
    for (; at > 0 && WHITE[bytes[at - 1] ?? 0] === 1; at -= 1)
      isNextLine ||= bytes[at - 1] === 10 || bytes[at - 1] === 13;
    if (isDigit(bytes[at - 1])) {
      while (isDigit(bytes[at - 1])) at -= 1;
      return at;
    }
    const remark = isNextLine ? remarkBefore(bytes, at) : undefined;
    if (remark === undefined) return undefined;
    at = remark;
  }
}

/** Where the remark begins that ends at the end of this line; a line without an end is taken for one. */
function remarkBefore(bytes: Buffer, end: number): number | undefined {
  let found: number | undefined;
  for (let at = end - 1; at >= 0; at -= 1) {
    const byte = bytes[at];
    if (byte === 10 || byte === 13) return found;
    if (byte === 0x25 || end - at > LONGEST_LINE) found = at;
    if (end - at > LONGEST_LINE) return found;
  }
  return found;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
