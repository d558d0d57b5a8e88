import { type Budget, limits, RefusedFile, unreadable } from '../budget.ts';
import { decodeStream } from './filters.ts';
import { isRegular, Parser } from './parser.ts';
import { dictOf, intOf, isName, PdfDict, PdfRef, PdfStream, type PdfValue } from './values.ts';
import { type Entry, readChain, type Section, takeStream } from './xref.ts';

/** What one incremental save wrote (7.5.6); the first is the original file. */
export interface Revision {
  /** Newest first; a linearised original has two. */
  sections: Section[];
  /** After `%%EOF` and its line break. */
  end: number;
  /** After `%%EOF` without its line break: signers differ in whether they cover the line break. */
  endOfMarker: number;
}

/** A piece of the file. */
export interface Extent {
  start: number;
  end: number;
}

/** An object as it is written. */
export interface WrittenObject extends Extent {
  /** Where `obj`, `stream` and the ends of `endstream` and `endobj` begin. */
  keywords: number[];
  /** Nothing in it is for one reader alone: no remark, a length that is written beside its stream. */
  isPlain: boolean;
}

interface ObjectStream {
  numbers: number[];
  offsets: number[];
  data: Buffer;
}

/** A parsed file with all its revisions, oldest first. */
export class PdfFile {
  readonly bytes: Buffer;
  readonly budget: Budget;
  readonly revisions: Revision[];
  readonly #objects = new Map<string, PdfValue>();
  /** Objects outside of containers by their entry: making the key of a hundred thousand fields costs most of a walk. */
  readonly #direct = new Map<Entry, PdfValue>();
  readonly #containers = new Map<number, ObjectStream>();
  readonly #history: ReadonlyMap<number, readonly { revision: number; entry: Entry }[]>;
  readonly #weights = new WeakMap<object, number>();

  constructor(bytes: Buffer, budget: Budget) {
    if (bytes.length > limits.fileBytes) throw new RefusedFile('TOO_COMPLEX', 'the file is too large');
    if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw new RefusedFile('NOT_A_PDF', 'no PDF header');
    this.bytes = bytes;
    this.budget = budget;
    this.revisions = groupRevisions(bytes, readChain(bytes, lastStartxref(bytes, bytes.length), budget));
    this.#history = indexEntries(this.revisions);
    if (
      this.revisions.some(({ sections }) => sections.some(({ trailer }) => trailer.get('Encrypt') !== null))
    )
      throw new RefusedFile('ENCRYPTED', 'the file is encrypted');
  }

  get newest(): PdfView {
    return new PdfView(this, this.revisions.length - 1);
  }

  view(revision: number, looked?: Set<number>): PdfView {
    return new PdfView(this, revision, looked);
  }

  /** The newest entry of an object up to a revision. */
  entry(num: number, revision: number): Entry | undefined {
    this.budget.visit();
    return this.#history.get(num)?.findLast((each) => each.revision <= revision)?.entry;
  }

  /** The number of values in an object: what it costs to compare it or to walk through it. */
  weigh(value: PdfValue): number {
    return typeof value === 'object' && value !== null ? (this.#weights.get(value) ?? 1) : 1;
  }

  /** The object that an entry points to, or undefined when something else is there. */
  load(num: number, entry: Entry, view: PdfView): PdfValue | undefined {
    if (entry.kind === 'free') return undefined;
    const direct = this.#direct.get(entry);
    if (direct !== undefined) return direct;
    const key = entry.kind === 'at' ? `${num}@${entry.offset}` : this.#keyInContainer(num, entry, view);
    if (key === undefined) return undefined;
    const known = this.#objects.get(key);
    if (known !== undefined) {
      if (known !== null && entry.kind === 'at') this.#direct.set(entry, known);
      return known;
    }
    // A reference from a stream to its own length would otherwise recurse for ever.
    this.#objects.set(key, null);
    const valuesLeft = this.budget.left('values');
    const value =
      entry.kind === 'at'
        ? this.#readAt(num, entry.gen, entry.offset, view)
        : this.#readInContainer(num, entry, view);
    if (value === undefined) this.#objects.delete(key);
    else this.#objects.set(key, value);
    if (typeof value === 'object' && value !== null)
      this.#weights.set(value, valuesLeft - this.budget.left('values'));
    return value;
  }

  /** Whether `12 0 obj` is where the entry says; blanks before it or inside it mislead no reader. */
  isObjectAt(num: number, { offset, gen }: { offset: number; gen: number }): boolean {
    const header = /^\s*(\d{1,10})\s+(\d{1,5})\s+obj(?![a-z])/.exec(
      this.bytes.toString('latin1', offset, offset + 40),
    );
    return header?.[1] === String(num) && header[2] === String(gen);
  }

  /** The bytes from `12 0 obj` to after `endobj`; undefined when the offset holds anything else. */
  writtenAt(
    num: number,
    { offset, gen }: { offset: number; gen: number },
    view: PdfView,
  ): WrittenObject | undefined {
    const header = `${num} ${gen} obj`;
    const start = offset + header.length;
    if (this.bytes.toString('latin1', offset, start) !== header || isRegular(this.bytes[start]))
      return undefined;
    const parser = new Parser(this.bytes, start, this.budget);
    const value = this.#readValue(parser, view);
    const keywords = [start - 3];
    let isPlain = true;
    if (value instanceof PdfStream) {
      const data = value.raw.byteOffset - this.bytes.byteOffset;
      const end = parser.at - 'endstream'.length;
      keywords.push(this.bytes.lastIndexOf('stream', data - 7), end + 3);
      // A line break separates the data from the word.
      isPlain = isPlainStream(value.dict) && end - data - value.raw.length <= 2;
    }
    if (!parser.takes('endobj')) return undefined;
    keywords.push(parser.at - 3);
    return { start: offset, end: parser.at, keywords, isPlain: isPlain && parser.remarks === 0 };
  }

  #readAt(num: number, gen: number, offset: number, view: PdfView): PdfValue | undefined {
    if (offset >= this.bytes.length) return undefined;
    const parser = new Parser(this.bytes, offset, this.budget);
    const header = [parser.word(), parser.word()];
    if (header[0] !== String(num) || header[1] !== String(gen) || !parser.takes('obj')) return undefined;
    return this.#readValue(parser, view);
  }

  #readValue(parser: Parser, view: PdfView): PdfValue {
    const value = parser.value();
    const after = parser.at;
    if (!(value instanceof PdfDict) || !parser.takes('stream')) return value;
    parser.at = after;
    const length = intOf(view.resolve(value.get('Length')));
    return length === undefined ? unreadable('a stream without a length') : takeStream(parser, value, length);
  }

  /** The numbers inside an object stream. */
  numbersIn(container: number, view: PdfView): number[] {
    const place = view.entry(container);
    if (place?.kind !== 'at') return [];
    return (this.#containers.get(place.offset) ?? this.#openContainer(container, place, view))?.numbers ?? [];
  }

  #keyInContainer(num: number, entry: Extract<Entry, { kind: 'in' }>, view: PdfView): string | undefined {
    const container = view.entry(entry.container);
    return container?.kind === 'at' ? `${num}@${container.offset}/${entry.index}` : undefined;
  }

  #readInContainer(num: number, entry: Extract<Entry, { kind: 'in' }>, view: PdfView): PdfValue | undefined {
    const place = view.entry(entry.container);
    if (place?.kind !== 'at') return undefined;
    const stream = this.#containers.get(place.offset) ?? this.#openContainer(entry.container, place, view);
    if (stream?.numbers[entry.index] !== num) return undefined;
    this.#containers.set(place.offset, stream);
    return new Parser(stream.data, stream.offsets[entry.index] ?? 0, this.budget).value();
  }

  /** 7.5.7. */
  #openContainer(num: number, place: Entry, view: PdfView): ObjectStream | undefined {
    const stream = this.load(num, place, view);
    if (!(stream instanceof PdfStream) || !isName(stream.dict.get('Type'), 'ObjStm')) return undefined;
    const count = intOf(stream.dict.get('N'));
    const first = intOf(stream.dict.get('First'));
    if (count === undefined || first === undefined || count < 0)
      return unreadable('an object stream without a count');
    const data = decodeStream(stream, this.budget, (value) => view.resolve(value));
    const parser = new Parser(data, 0, this.budget);
    this.budget.spend('values', count);
    const opened: ObjectStream = { numbers: [], offsets: [], data };
    for (let at = 0; at < count; at += 1) {
      opened.numbers.push(parser.integer());
      opened.offsets.push(first + parser.integer());
    }
    return opened;
  }
}

/** How many bytes follow, and how they are packed: what some readers read in another way, they repair. */
const isPlainStream = (dict: PdfDict): boolean =>
  typeof dict.get('Length') === 'number' &&
  ['Length', 'Filter', 'DecodeParms'].every(
    (key) => !dict.oddKeys.includes(key) && dict.map.get(key) !== null,
  );

/** The file as a reader saw it after one of its revisions. */
export class PdfView {
  readonly file: PdfFile;
  readonly revision: number;
  readonly #looked: Set<number> | undefined;

  /** `looked` collects the numbers of all objects that this view is asked for. */
  constructor(file: PdfFile, revision: number, looked?: Set<number>) {
    this.file = file;
    this.revision = revision;
    this.#looked = looked;
  }

  get trailer(): PdfDict {
    return this.file.revisions[this.revision]?.sections[0]?.trailer ?? unreadable('no trailer');
  }

  entry(num: number): Entry | undefined {
    this.#looked?.add(num);
    return this.file.entry(num, this.revision);
  }

  /** Every object number in use. */
  numbers(): Set<number> {
    const numbers = new Set<number>();
    for (const { sections } of this.file.revisions.slice(0, this.revision + 1))
      for (const { entries } of sections.toReversed())
        for (const [num, { kind }] of entries) {
          if (kind === 'free') numbers.delete(num);
          else numbers.add(num);
        }
    return numbers;
  }

  /**
   * Refuses a view that readers have to repair: they would search its bytes for objects, each in its own way, and a
   * later save could decide what they find.
   */
  requireExact(): void {
    const size = intOf(this.trailer.get('Size')) ?? 0;
    for (const num of this.numbers()) {
      const entry = this.entry(num);
      if (num === 0) unreadable('object 0 is in use');
      // Readers drop such an object, until a later save announces more objects.
      if (num >= size) unreadable('an object beyond the announced size');
      if (entry?.kind === 'in' && this.file.load(num, entry, this) === undefined)
        unreadable('an object stream without the object that it should hold');
      // Some programs list numbers that they never used at the offset 0; every reader skips those.
      if (entry?.kind === 'at' && entry.offset > 0 && !this.file.isObjectAt(num, entry))
        unreadable('a cross-reference that leads to no object');
    }
  }

  object(num: number): PdfValue {
    const entry = this.entry(num);
    return entry === undefined ? null : (this.file.load(num, entry, this) ?? null);
  }

  /** Follows a reference; one to an absent object is null (7.3.10). */
  resolve(value: PdfValue | undefined): PdfValue {
    let found = value ?? null;
    for (let hops = 0; found instanceof PdfRef; hops += 1) {
      if (hops > 8) return unreadable('references form a loop');
      const entry = this.entry(found.num);
      if (entry === undefined || (entry.kind === 'at' ? entry.gen : 0) !== found.gen) return null;
      found = this.file.load(found.num, entry, this) ?? null;
    }
    return found;
  }

  dict(value: PdfValue | undefined): PdfDict | undefined {
    return dictOf(this.resolve(value));
  }

  array(value: PdfValue | undefined): PdfValue[] {
    const found = this.resolve(value);
    return Array.isArray(found) ? found : [];
  }

  get root(): PdfDict {
    return this.dict(this.trailer.get('Root')) ?? unreadable('the file has no catalog');
  }

  decode(stream: PdfStream, isExact = false): Buffer {
    return decodeStream(stream, this.file.budget, (value) => this.resolve(value), isExact);
  }
}

/** The offset after the last `startxref` before `before`. */
export function lastStartxref(bytes: Buffer, before: number): number {
  const at = bytes.lastIndexOf('startxref', Math.max(before - 9, 0));
  const written =
    at < 0 ? undefined : /^startxref\s+(\d{1,15})\s/.exec(bytes.toString('latin1', at, at + 48))?.[1];
  return written === undefined ? unreadable('no startxref') : Number(written);
}

function groupRevisions(bytes: Buffer, chain: Section[]): Revision[] {
  const revisions: Revision[] = [];
  for (let at = chain.length - 1; at >= 0; ) {
    const section = chain[at] as Section;
    const newer = chain[at - 1];
    // Only the original of a linearised file has its newer section in front of the older one.
    const isLinearised = revisions.length === 0 && newer !== undefined && newer.offset < section.offset;
    if (isLinearised && !bytes.subarray(0, 1024).includes('/Linearized'))
      return unreadable('sections out of order');
    const sections = isLinearised ? [newer, section] : [section];
    const endOfMarker = endOfRevision(bytes, section.end);
    const previous = revisions.at(-1);
    if (previous !== undefined && section.offset < previous.endOfMarker)
      return unreadable('sections out of order');
    revisions.push({ sections, endOfMarker, end: afterLineBreak(bytes, endOfMarker) });
    at -= sections.length;
  }
  return revisions;
}

/** One look per object instead of one per revision: a file may have a hundred thousand objects and sixty revisions. */
function indexEntries(revisions: readonly Revision[]): Map<number, { revision: number; entry: Entry }[]> {
  const history = new Map<number, { revision: number; entry: Entry }[]>();
  for (const [revision, { sections }] of revisions.entries())
    for (const { entries } of sections)
      for (const [num, entry] of entries) {
        const known = history.get(num);
        if (known === undefined) history.set(num, [{ revision, entry }]);
        // The newer section of a revision comes first.
        else if (known.at(-1)?.revision !== revision) known.push({ revision, entry });
      }
  return history;
}

function endOfRevision(bytes: Buffer, from: number): number {
  const marker = bytes.indexOf('%%EOF', from);
  return marker < 0 ? unreadable('no %%EOF') : marker + 5;
}

function afterLineBreak(bytes: Buffer, at: number): number {
  if (bytes[at] === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1;
  return bytes[at] === 10 ? at + 1 : at;
}
