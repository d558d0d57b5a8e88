import { RefusedFile } from '../budget.ts';
import type { Extent, PdfFile, PdfView } from './document.ts';
import { WHITE } from './parser.ts';
import { intOf, isName, type PdfDict, PdfStream } from './values.ts';
import type { Section } from './xref.ts';

/** What an update may say about itself; a cross-reference stream (7.5.8.2) has the second line too. */
const TRAILER_KEYS = new Set([
  ...['Size', 'Prev', 'Root', 'Info', 'ID'],
  ...['Type', 'W', 'Index', 'Filter', 'DecodeParms', 'Length'],
]);

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
  { trailer, entries, isRegular }: Section,
  oddities: string[],
) {
  const before = file.view(revision - 1).trailer;
  const size = intOf(trailer.get('Size')) ?? 0;
  const largest = [...entries.keys()].reduce((most, num) => Math.max(most, num), 0);
  for (const key of trailer.map.keys()) if (!TRAILER_KEYS.has(key)) oddities.push(`trailer ${key}`);
  if (trailer.ambiguous) oddities.push('trailer with a repeated key');
  if (!isRegular) oddities.push('cross-reference entries of another length');
  // Readers drop objects beyond the size.
  if (size <= largest || size < (intOf(before.get('Size')) ?? 0)) oddities.push('trailer Size');
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

const OBJECT_STREAM_KEYS = new Set(['Type', 'N', 'First', 'Length', 'Filter', 'DecodeParms']);

const isObjectStream = (dict: PdfDict): boolean =>
  isName(dict.get('Type'), 'ObjStm') &&
  !dict.ambiguous &&
  [...dict.map.keys()].every((key) => OBJECT_STREAM_KEYS.has(key));

function isInUse(view: PdfView, num: number): boolean {
  const entry = view.entry(num);
  return entry !== undefined && entry.kind !== 'free';
}

/** Objects, the cross-reference and the end mark, with nothing but blanks and short remarks between them. */
function checkBytes(file: PdfFile, revision: number, section: Section, oddities: string[]): void {
  const view = file.view(revision);
  const from = file.revisions[revision - 1]?.end ?? 0;
  const parts: Extent[] = [{ start: section.offset, end: endOfSection(file, section) }];
  for (const [num, entry] of section.entries) {
    if (entry.kind !== 'at' || entry.offset === section.offset) continue;
    const before = file.entry(num, revision - 1);
    if (entry.offset < from && before?.kind === 'at' && before.offset === entry.offset) continue;
    const extent = file.extentAt(num, entry, view);
    if (extent && extent.start >= from) parts.push(extent);
    else oddities.push(`object ${num} is not where it is listed`);
  }
  let at = from;
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    if (start < at) oddities.push('parts that overlap');
    else if (!isFiller(file.bytes, at, start)) oddities.push('bytes that no cross-reference lists');
    at = Math.max(at, end);
  }
  const end = file.revisions[revision]?.endOfMarker ?? at;
  if (!isEndMark(file.bytes, at, end, section.offset)) oddities.push('end of the update');
}

function endOfSection({ bytes }: PdfFile, { end, ownNumber }: Section): number {
  if (ownNumber === undefined) return end;
  const after = /^\s*endobj/.exec(bytes.toString('latin1', end, end + 16));
  return end + (after?.[0].length ?? 0);
}

const LONGEST_REMARK = 100;

/** Some programs leave their name in a remark; anything that a repairing reader could take for an object is none. */
function isFiller(bytes: Buffer, from: number, to: number): boolean {
  let remark = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 10 || byte === 13) remark = 0;
    else if (remark > 0 || byte === 0x25) {
      remark += 1;
      if (remark > LONGEST_REMARK) return false;
    } else if (WHITE[byte] !== 1 || byte === 0) return false;
  }
  return !/obj|xref|trailer|stream|%%EOF|%PDF/.test(bytes.toString('latin1', from, to));
}

/** `startxref`, the place of this very cross-reference, `%%EOF`. */
function isEndMark(bytes: Buffer, from: number, to: number, offset: number): boolean {
  const start = bytes.indexOf('startxref', from);
  if (start < 0 || start > to || !isFiller(bytes, from, start)) return false;
  const found = /^startxref\s+(\d{1,15})\s+%%EOF$/.exec(bytes.toString('latin1', start, to).slice(0, 80));
  return found?.[1] === String(offset);
}
