import { RefusedFile } from '../budget.ts';
import type { PdfFile, PdfView, WrittenObject } from './document.ts';
import { hasStrayKeyword } from './keywords.ts';
import { Parser, WHITE } from './parser.ts';
import { intOf, isName, PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from './values.ts';
import type { Section } from './xref.ts';

type Kind = (value: PdfValue) => boolean;
const isCount: Kind = (value) => (intOf(value) ?? -1) >= 0;
const isReference: Kind = (value) => value instanceof PdfRef;
const isListOf =
  (isKind: Kind, count?: number): Kind =>
  (value) =>
    Array.isArray(value) && value.every(isKind) && (count === undefined || value.length === count);
const isFlate: Kind = (value) => isName(value, 'FlateDecode');
const PREDICTOR_KEYS = ['Predictor', 'Columns', 'Colors', 'BitsPerComponent'];
const isPredictor: Kind = (value) =>
  value instanceof PdfDict && isExact(value, Object.fromEntries(PREDICTOR_KEYS.map((key) => [key, isCount])));

/** What an update may say about itself, and in which form: a reader that expects another one repairs the file. */
const TRAILER: Readonly<Record<string, Kind>> = {
  ...{ Size: isCount, Prev: isCount, Root: isReference, Info: isReference },
  ID: isListOf((value) => value instanceof PdfString, 2),
};
/** How a stream of structure is packed. */
const PACKED: Readonly<Record<string, Kind>> = {
  Type: (value) => value instanceof PdfName,
  Length: isCount,
  Filter: (value) => isFlate(value) || isListOf(isFlate, 1)(value),
  DecodeParms: (value) => isPredictor(value) || isListOf(isPredictor, 1)(value),
};
/** 7.5.8.2. */
const XREF_STREAM = { ...TRAILER, ...PACKED, W: isListOf(isCount, 3), Index: isListOf(isCount) };
/** 7.5.7. */
const OBJECT_STREAM = { ...PACKED, N: isCount, First: isCount };

const isExact = (dict: PdfDict, kinds: Readonly<Record<string, Kind>>): boolean =>
  !dict.ambiguous && oddEntries(dict, kinds).length === 0;

const oddEntries = (dict: PdfDict, kinds: Readonly<Record<string, Kind>>): string[] =>
  [...dict.map]
    .filter(([key, value]) => dict.oddKeys.includes(key) || kinds[key]?.(value) !== true)
    .map(([key]) => key);

/** Some programs count numbers that they kept and did not use. */
const MOST_SPARE_NUMBERS = 1000;

export interface Layout {
  /** Why readers may not see this update in the same way. */
  oddities: string[];
  /** Numbers of the cross-reference stream and the object streams, which carry objects and are none themselves. */
  structure: Set<number>;
}

/**
 * Accounts for every byte of an update: an object that is listed nowhere is found by readers that repair files, and
 * bytes with two meanings are read by each reader in its own way.
 */
export function readLayout(file: PdfFile, revision: number): Layout {
  const oddities: string[] = [];
  const view = file.view(revision);
  const section = file.revisions[revision]?.sections[0];
  if (section === undefined) return { oddities: ['no cross-reference'], structure: new Set() };
  try {
    checkTrailer(file, revision, section, oddities);
    const structure = structureOf(file, view, section, oddities);
    checkBytes(file, revision, section, oddities);
    return { oddities, structure };
  } catch (error) {
    if (!(error instanceof RefusedFile) || error.reason !== 'UNREADABLE') throw error;
    return { oddities: [...oddities, error.message], structure: new Set() };
  }
}

function checkTrailer(
  file: PdfFile,
  revision: number,
  { trailer, entries, isRegular, ownNumber }: Section,
  oddities: string[],
) {
  const before = file.view(revision - 1).trailer;
  const size = intOf(trailer.get('Size')) ?? 0;
  const largest = [...entries.keys()].reduce((most, num) => Math.max(most, num), 0);
  for (const key of oddEntries(trailer, ownNumber === undefined ? TRAILER : XREF_STREAM))
    oddities.push(`trailer ${key}`);
  if (trailer.ambiguous) oddities.push('trailer with a repeated key');
  if (!isRegular) oddities.push('cross-reference entries of another length');
  const known = intOf(before.get('Size')) ?? 0;
  // Readers drop objects beyond the size, and repair a file that announces more than they can hold.
  if (size <= largest || size < known || size > known + entries.size + MOST_SPARE_NUMBERS)
    oddities.push('trailer Size');
  if (entries.has(0) && entries.get(0)?.kind !== 'free') oddities.push('object 0');
}

/** Streams that carry objects, each used by this update for exactly what it holds. */
function structureOf(file: PdfFile, view: PdfView, section: Section, oddities: string[]): Set<number> {
  const structure = new Set<number>();
  const { entries, ownNumber, offset } = section;
  if (ownNumber !== undefined) {
    const own = entries.get(ownNumber);
    structure.add(ownNumber);
    if (own && !(own.kind === 'at' && own.offset === offset && own.gen === 0))
      oddities.push('cross-reference stream');
    if (isInUse(file.view(view.revision - 1), ownNumber))
      oddities.push('cross-reference stream in place of an object');
  }
  const listed = new Map<number, number[]>();
  for (const [num, entry] of entries)
    if (entry.kind === 'in') {
      const numbers = listed.get(entry.container);
      if (numbers) numbers.push(num);
      else listed.set(entry.container, [num]);
    }
  for (const [container, numbers] of listed) {
    const place = entries.get(container);
    const stream = view.object(container);
    const held = new Set(file.numbersIn(container, view));
    const isExact =
      place?.kind === 'at' &&
      stream instanceof PdfStream &&
      isObjectStream(stream.dict) &&
      file.numbersIn(container, view).length === numbers.length &&
      numbers.every((num) => held.has(num) && view.object(num) !== null);
    if (!isExact || isInUse(file.view(view.revision - 1), container))
      oddities.push(`object stream ${container}`);
    structure.add(container);
  }
  return structure;
}

const isObjectStream = (dict: PdfDict): boolean =>
  isName(dict.get('Type'), 'ObjStm') && isExact(dict, OBJECT_STREAM);

function isInUse(view: PdfView, num: number): boolean {
  const entry = view.entry(num);
  return entry !== undefined && entry.kind !== 'free';
}

/** Objects, the cross-reference and the end mark, with nothing but blanks and short remarks between them. */
function checkBytes(file: PdfFile, revision: number, section: Section, oddities: string[]): void {
  const view = file.view(revision);
  const from = file.revisions[revision - 1]?.end ?? 0;
  const parts: WrittenObject[] = [];
  const add = (part: WrittenObject | undefined, what: string) => {
    if (part && part.start >= from) parts.push(part);
    else oddities.push(`${what} is not where it is listed`);
    if (part && !part.isPlain) oddities.push(`${what} as only some readers read it`);
  };
  add(writtenSection(file, section, view), 'the cross-reference');
  for (const [num, entry] of section.entries) {
    if (entry.kind !== 'at' || entry.offset === section.offset) continue;
    const before = file.entry(num, revision - 1);
    if (entry.offset < from && before?.kind === 'at' && before.offset === entry.offset) continue;
    add(file.writtenAt(num, entry, view), `object ${num}`);
  }
  let at = from;
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    if (start < at) oddities.push('parts that overlap');
    else if (!isFiller(file.bytes, at, start)) oddities.push('bytes that no cross-reference lists');
    at = Math.max(at, end);
  }
  const end = file.revisions[revision]?.endOfMarker ?? at;
  const start = file.bytes.indexOf('startxref', at);
  if (!isEndMark(file.bytes, { from: at, start, to: end }, section.offset))
    oddities.push('end of the update');
  const known = new Set([...parts.flatMap(({ keywords }) => keywords), start + 5, end - 5]);
  if (hasStrayKeyword(file.bytes, from, end, known)) oddities.push('words of structure inside an object');
}

/** A table with its trailer, or a stream. */
function writtenSection(file: PdfFile, section: Section, view: PdfView): WrittenObject | undefined {
  const { offset, end, ownNumber, trailerAt } = section;
  if (ownNumber !== undefined) return file.writtenAt(ownNumber, { offset, gen: 0 }, view);
  if (trailerAt === undefined || file.bytes.toString('latin1', offset, offset + 4) !== 'xref')
    return undefined;
  const trailer = new Parser(file.bytes, trailerAt + 'trailer'.length, file.budget);
  trailer.dict();
  const isPlain = isTable(file.bytes, section, trailerAt) && trailer.remarks === 0;
  return { start: offset, end, keywords: [offset, trailerAt], isPlain };
}

/** Line by line as 7.5.4 says: some readers read lines, and repair the file when a line holds something else. */
function isTable(bytes: Buffer, { offset, trailer }: Section, to: number): boolean {
  const size = intOf(trailer.get('Size')) ?? 0;
  const line = (at: number, pattern: RegExp) => pattern.exec(bytes.toString('latin1', at, at + 32));
  let at = offset + (line(offset, /^xref ?(?:\r\n|\n|\r)/)?.[0].length ?? 0);
  while (at > offset && at < to) {
    const head = line(at, /^\d{1,10} (\d{1,10}) ?(?:\r\n|\n|\r)/);
    if (!head) return false;
    at += head[0].length;
    for (let left = Number(head[1]); left > 0; left -= 1, at += 20) {
      const next = line(at, /^(\d{10}) \d{5} f/)?.[1];
      if (next !== undefined && Number(next) >= size) return false;
    }
  }
  return at === to;
}

const LONGEST_REMARK = 100;
/** Between two objects; programs write a line break or two, and perhaps a remark. */
const LONGEST_FILLER = 256;

/** Some programs leave their name in a remark; anything that a repairing reader could take for an object is none. */
function isFiller(bytes: Buffer, from: number, to: number): boolean {
  if (to - from > LONGEST_FILLER) return false;
  let remark = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 10 || byte === 13) remark = 0;
    else if (remark > 0 || byte === 0x25) {
      remark += 1;
      if (remark > LONGEST_REMARK) return false;
    } else if (WHITE[byte] !== 1 || byte === 0) return false;
  }
  return remark === 0 && !/obj|xref|trailer|stream|%%EOF|%PDF/.test(bytes.toString('latin1', from, to));
}

/** `startxref`, the place of this very cross-reference, `%%EOF`. */
function isEndMark(
  bytes: Buffer,
  { from, start, to }: { from: number; start: number; to: number },
  offset: number,
): boolean {
  if (start < 0 || start > to || !isFiller(bytes, from, start)) return false;
  const found = /^startxref ?(?:\r\n|\n|\r)(\d{1,15}) ?(?:\r\n|\n|\r)%%EOF$/.exec(
    bytes.toString('latin1', start, to).slice(0, 80),
  );
  return found?.[1] === String(offset);
}
