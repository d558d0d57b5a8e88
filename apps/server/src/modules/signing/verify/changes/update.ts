import type { PdfFile, PdfView } from '../pdf/document.ts';
import { readLayout } from '../pdf/layout.ts';
import { eachRef, isName, PdfDict, PdfStream, type PdfValue, sameValue } from '../pdf/values.ts';
import type { Entry } from '../pdf/xref.ts';

/** One object that a revision added, redefined or freed. */
export interface ObjectChange {
  num: number;
  kind: 'added' | 'changed' | 'freed';
  before: PdfValue;
  after: PdfValue;
  /** Its bytes lie in an earlier revision: they were put there before somebody signed. */
  isOld: boolean;
}

/** A revision compared with the one before it. */
export interface Update {
  revision: number;
  before: PdfView;
  after: PdfView;
  changes: Map<number, ObjectChange>;
  references: References;
  /** Why readers may not see this update in the same way. */
  oddities: string[];
  /** Streams that carry the objects of this update; nothing may refer to them. */
  structure: Set<number>;
}

/** The trailer as a referrer. */
export const TRAILER = -1;

/** Which objects refer to which, in the view before an update; by number alone, because some readers ignore the rest. */
export class References {
  readonly #referrers = new Map<number, Set<number>>();

  static of(view: PdfView): References {
    const references = new References();
    for (const num of view.numbers()) references.#add(num, withoutTrailer(view.object(num)));
    references.#add(TRAILER, view.trailer);
    return references;
  }

  to(num: number): ReadonlySet<number> {
    return this.#referrers.get(num) ?? new Set();
  }

  apply({ changes, before, after }: Update): void {
    const replaced = [...changes.values(), { num: TRAILER, before: before.trailer, after: after.trailer }];
    for (const { num, before: was, after: is } of replaced) {
      eachRef(was, (ref) => this.#referrers.get(ref.num)?.delete(num));
      this.#add(num, withoutTrailer(is));
    }
  }

  #add(num: number, value: PdfValue): void {
    eachRef(value, (ref) => {
      const referrers = this.#referrers.get(ref.num) ?? new Set();
      referrers.add(num);
      this.#referrers.set(ref.num, referrers);
    });
  }
}

/**
 * A cross-reference stream is a trailer too, and it names the catalog and the information as every trailer does; the
 * trailer that counts is a referrer of its own.
 */
function withoutTrailer(value: PdfValue): PdfValue {
  if (!(value instanceof PdfStream) || !isName(value.dict.get('Type'), 'XRef')) return value;
  const rest = new PdfDict();
  for (const [key, item] of value.dict.map) if (key !== 'Root' && key !== 'Info') rest.map.set(key, item);
  return rest;
}

export function readUpdate(file: PdfFile, revision: number, references: References): Update {
  const before = file.view(revision - 1);
  const after = file.view(revision);
  const { oddities, structure } = readLayout(file, revision);
  const changes = new Map<number, ObjectChange>();
  const start = file.revisions[revision - 1]?.end ?? 0;
  for (const { entries } of file.revisions[revision]?.sections ?? [])
    for (const [num, entry] of entries) {
      const change = compare(num, entry, before, after, start);
      if (change) changes.set(num, change);
    }
  return { revision, before, after, changes, references, oddities, structure };
}

function compare(
  num: number,
  entry: Entry,
  before: PdfView,
  after: PdfView,
  start: number,
): ObjectChange | undefined {
  const old = before.entry(num);
  if (old && isSamePlace(old, entry)) return undefined;
  const was = old && old.kind !== 'free' ? before.object(num) : null;
  if (entry.kind === 'free')
    return was === null ? undefined : { num, kind: 'freed', before: was, after: null, isOld: false };
  const is = after.object(num);
  // Comparing the two and following their references walks through both.
  after.file.budget.visit(after.file.weigh(was) + after.file.weigh(is));
  const place = entry.kind === 'at' ? entry : after.entry(entry.container);
  const isOld = place?.kind === 'at' && place.offset < start;
  if (old && old.kind !== 'free') {
    const isSame = sameValue(was, is) && genOf(old) === genOf(entry) && !isOld;
    return isSame ? undefined : { num, kind: 'changed', before: was, after: is, isOld };
  }
  return { num, kind: 'added', before: null, after: is, isOld };
}

const genOf = (entry: Entry): number => (entry.kind === 'at' ? entry.gen : 0);

function isSamePlace(a: Entry, b: Entry): boolean {
  if (a.kind === 'at') return b.kind === 'at' && a.offset === b.offset && a.gen === b.gen;
  if (a.kind === 'in') return b.kind === 'in' && a.container === b.container && a.index === b.index;
  return b.kind === 'free';
}
