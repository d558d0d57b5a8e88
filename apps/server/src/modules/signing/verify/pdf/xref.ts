import { type Budget, limits, RefusedFile, unreadable } from '../budget.ts';
import { decodeStream } from './filters.ts';
import { Parser } from './parser.ts';
import { intOf, isName, type PdfDict, PdfStream, type PdfValue } from './values.ts';

export type Entry =
  | { kind: 'free' }
  | { kind: 'at'; offset: number; gen: number }
  | { kind: 'in'; container: number; index: number };

/** One cross-reference table or stream (7.5.4, 7.5.8), together with the stream of a hybrid file. */
export interface Section {
  offset: number;
  /** After the trailer, or after the stream. */
  end: number;
  entries: Map<number, Entry>;
  trailer: PdfDict;
  prev: number | undefined;
  /** The object number of a cross-reference stream, which lists itself. */
  ownNumber: number | undefined;
  /** Where the word `trailer` of a table is. */
  trailerAt: number | undefined;
  /**
   * Entries of 20 bytes each (7.5.4), or a stream with no more bytes than entries; some readers count bytes and repair
   * the file when they find others.
   */
  isRegular: boolean;
}

const MAX_OBJECT_NUMBER = 8_388_607;

/** The sections from the newest to the oldest, as a reader that starts at `offset` sees them. */
export function readChain(bytes: Buffer, offset: number, budget: Budget): Section[] {
  const chain: Section[] = [];
  const seen = new Set<number>();
  for (let next: number | undefined = offset; next !== undefined; ) {
    if (seen.has(next)) return unreadable('the cross-references form a loop');
    // A linearised file has two sections for its first revision.
    if (chain.length > limits.revisions) throw new RefusedFile('TOO_COMPLEX', 'too many revisions');
    seen.add(next);
    const section: Section = readSection(bytes, next, budget);
    chain.push(section);
    next = section.prev;
  }
  return chain;
}

export function readSection(bytes: Buffer, offset: number, budget: Budget): Section {
  if (offset >= bytes.length) return unreadable('a cross-reference outside the file');
  const parser = new Parser(bytes, offset, budget);
  return parser.takes('xref') ? readTable(parser, offset, budget) : readStream(parser, offset, budget);
}

function readTable(parser: Parser, offset: number, budget: Budget): Section {
  const entries = new Map<number, Entry>();
  let isRegular = true;
  while (!parser.takes('trailer')) {
    const first = parser.integer();
    const count = parser.integer();
    budget.spend('crossReferences', count);
    isRegular &&= hasRegularEntries(parser, count);
    for (let at = 0; at < count; at += 1) {
      const position = parser.integer();
      const gen = parser.integer();
      const kind = parser.word();
      if (kind !== 'n' && kind !== 'f') return unreadable('a cross-reference entry is neither used nor free');
      addEntry(entries, first + at, kind === 'n' ? { kind: 'at', offset: position, gen } : { kind: 'free' });
    }
  }
  const trailerAt = parser.at - 'trailer'.length;
  const trailer = parser.dict();
  const prev = prevOf(trailer);
  const end = parser.at;
  const section = { offset, end, entries, trailer, prev, ownNumber: undefined, trailerAt, isRegular };
  const hybrid = intOf(trailer.get('XRefStm'));
  if (hybrid !== undefined) addHybrid(section, readSection(parser.bytes, hybrid, budget));
  return section;
}

const REGULAR_ENTRY = /^\d{10} \d{5} [nf](?: \n| \r|\r\n)$/;

function hasRegularEntries({ bytes, at }: Parser, count: number): boolean {
  if (count === 0) return true;
  let start = at;
  while (bytes[start] === 32) start += 1;
  if (bytes[start] === 13) start += 1;
  if (bytes[start] === 10) start += 1;
  for (let nth = 0; nth < count; nth += 1)
    if (!REGULAR_ENTRY.test(bytes.toString('latin1', start + 20 * nth, start + 20 * nth + 20))) return false;
  return true;
}

/** 7.5.8.4: the stream adds what the table hides from old readers. */
function addHybrid(section: Section, hidden: Section): void {
  for (const [num, entry] of hidden.entries) {
    const shown = section.entries.get(num);
    if (shown === undefined || shown.kind === 'free') section.entries.set(num, entry);
    // Readers differ in whether they obey the table or the stream.
    else if (entry.kind !== 'free' && JSON.stringify(shown) !== JSON.stringify(entry))
      unreadable('a hybrid file with two places for one object');
  }
}

function readStream(parser: Parser, offset: number, budget: Budget): Section {
  const ownNumber = parser.integer();
  parser.integer();
  if (!parser.takes('obj')) return unreadable('no cross-reference where one is announced');
  const trailer = parser.dict();
  if (!isName(trailer.get('Type'), 'XRef')) return unreadable('no cross-reference where one is announced');
  const length = intOf(trailer.get('Length'));
  if (length === undefined) return unreadable('a cross-reference stream without a length');
  const stream = takeStream(parser, trailer, length);
  const widths = trailer.get('W');
  const size = intOf(trailer.get('Size'));
  if (!Array.isArray(widths) || widths.length !== 3 || size === undefined)
    return unreadable('a cross-reference stream without widths');
  const data = decodeStream(stream, budget, (value) => value);
  const { entries, used } = readStreamEntries(data, widths.map(width), trailer.get('Index'), size, budget);
  return {
    offset,
    end: parser.at,
    entries,
    trailer,
    prev: prevOf(trailer),
    ownNumber,
    trailerAt: undefined,
    isRegular: used === data.length,
  };
}

const width = (value: PdfValue): number => {
  const bytes = intOf(value);
  return bytes !== undefined && bytes >= 0 && bytes <= 8 ? bytes : unreadable('a cross-reference width');
};

function readStreamEntries(
  data: Buffer,
  widths: number[],
  index: PdfValue,
  size: number,
  budget: Budget,
): { entries: Map<number, Entry>; used: number } {
  const [a = 0, b = 0, c = 0] = widths;
  const ranges = Array.isArray(index) ? index.map((value) => intOf(value) ?? -1) : [0, size];
  const entries = new Map<number, Entry>();
  let at = 0;
  const field = (bytes: number, otherwise: number): number => {
    if (bytes === 0) return otherwise;
    let value = 0;
    for (const end = at + bytes; at < end; at += 1) value = value * 256 + (data[at] ?? 0);
    return Number.isSafeInteger(value) ? value : unreadable('a cross-reference out of bounds');
  };
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? -1;
    const count = ranges[range + 1] ?? -1;
    if (first < 0 || count < 0) return unreadable('a cross-reference index');
    budget.spend('crossReferences', count);
    if (at + count * (a + b + c) > data.length) return unreadable('a cross-reference stream is too short');
    for (let nth = 0; nth < count; nth += 1) {
      const type = field(a, 1);
      const second = field(b, 0);
      const third = field(c, 0);
      if (type === 0) addEntry(entries, first + nth, { kind: 'free' });
      else if (type === 1) addEntry(entries, first + nth, { kind: 'at', offset: second, gen: third });
      else if (type === 2) addEntry(entries, first + nth, { kind: 'in', container: second, index: third });
      else return unreadable('an unknown kind of cross-reference');
    }
  }
  return { entries, used: at };
}

function addEntry(entries: Map<number, Entry>, num: number, entry: Entry): void {
  if (num > MAX_OBJECT_NUMBER) throw new RefusedFile('TOO_COMPLEX', 'an object number out of bounds');
  // Readers differ in which of two entries they obey.
  if (entries.has(num)) unreadable('an object is listed twice in one cross-reference');
  entries.set(num, entry);
}

function prevOf(trailer: PdfDict): number | undefined {
  const prev = trailer.get('Prev');
  if (prev === null) return undefined;
  const offset = intOf(prev);
  return offset === undefined || offset < 0 ? unreadable('an unusable Prev') : offset;
}

/** Takes `stream … endstream` (7.3.8); a length that does not lead to `endstream` has no single meaning. */
export function takeStream(parser: Parser, dict: PdfDict, length: number): PdfStream {
  if (!parser.takes('stream')) return unreadable('expected a stream');
  if (parser.bytes[parser.at] === 13) parser.at += 1;
  if (parser.bytes[parser.at] !== 10) return unreadable('a stream without a line break');
  const start = parser.at + 1;
  const end = start + length;
  if (length < 0 || end > parser.bytes.length) return unreadable('a stream longer than the file');
  parser.at = end;
  if (!parser.takes('endstream') && !parser.takesJoined('endstream', 'endobj'))
    return unreadable('a stream of another length than it says');
  return new PdfStream(dict, parser.bytes.subarray(start, end));
}
