import { RefusedFile } from '../budget.ts';
import { type EvidenceKind, isEvidenceOf } from '../evidence-kinds.ts';
import { isName, PdfDict, PdfRef, PdfStream, type PdfValue, sameValue } from '../pdf/values.ts';
import type { Explanation } from './explanation.ts';
import { catalogNumber } from './kinds.ts';
import { Shape, STREAM_KEYS, text } from './shape.ts';

/**
 * The document security store (12.8.4.3). It draws nothing, so that it may be rewritten; streams inside it may only
 * come, because a timestamp may already protect those that are there.
 */
export function checkEvidence(explanation: Explanation): void {
  const { before, after } = explanation.update;
  const [was, is] = [before.root.get('DSS'), after.root.get('DSS')];
  if (is === null) {
    if (was !== null) explanation.find('CATALOG_CHANGED', 'catalog DSS');
    return;
  }
  const store = new Store(explanation);
  const isStore = store.isDict(is, catalogNumber(after), 'DSS');
  if (!isStore) {
    if (store.isTouched || !sameValue(was, is)) explanation.find('CATALOG_CHANGED', 'catalog DSS');
  } else if (store.isTouched || !sameValue(was, is)) explanation.find('EVIDENCE_ADDED', 'DSS');
}

class Store {
  readonly #shape: Shape;
  /** The same answer stands in the list of all and in that of its signature. */
  readonly #judged = new Map<string, boolean>();
  isTouched = false;

  constructor(explanation: Explanation) {
    this.#shape = new Shape(explanation, 'evidence');
  }

  /** Follows a reference to a part of the store; a redefined part must belong to the store alone. */
  #open(
    value: PdfValue,
    owner: number | undefined,
  ): { found: PdfValue | undefined; owner: number | undefined } {
    if (!(value instanceof PdfRef)) return { found: value, owner };
    const { explanation } = this.#shape;
    const change = explanation.update.changes.get(value.num);
    if (change) this.isTouched = true;
    if (change?.kind !== 'changed') return { found: this.#shape.open(value), owner: value.num };
    const isOwn =
      !(change.after instanceof PdfStream) && explanation.claimChanged(value.num, 'evidence', [owner]);
    return { found: isOwn && value.gen === 0 ? change.after : undefined, owner: value.num };
  }

  isDict(value: PdfValue, parent: number | undefined, kind: 'DSS' | 'VRI'): boolean {
    const { found, owner } = this.#open(value, parent);
    if (!(found instanceof PdfDict) || found.ambiguous) return false;
    return [...found.map].every(([key, item]) => {
      if (key === 'Type') return isName(item, kind);
      if (kind === 'DSS')
        return key === 'VRI' ? this.#isIndex(item, owner) : this.#isList(item, owner, LISTS.get(key));
      if (key === 'TU') return text(this.#shape, item);
      return key === 'TS'
        ? this.#isEvidence(item, 'timestamp')
        : this.#isList(item, owner, INDEX_LISTS.get(key));
    });
  }

  #isIndex(value: PdfValue, parent: number | undefined): boolean {
    const { found, owner } = this.#open(value, parent);
    if (!(found instanceof PdfDict) || found.ambiguous) return false;
    return [...found.map].every(([key, item]) => DIGEST.test(key) && this.isDict(item, owner, 'VRI'));
  }

  #isList(value: PdfValue, parent: number | undefined, kind: EvidenceKind | undefined): boolean {
    const { found } = this.#open(value, parent);
    return kind !== undefined && Array.isArray(found) && found.every((item) => this.#isEvidence(item, kind));
  }

  #isEvidence(value: PdfValue, kind: EvidenceKind): boolean {
    const { explanation } = this.#shape;
    const isAdded = value instanceof PdfRef && explanation.update.changes.has(value.num);
    if (isAdded) this.isTouched = true;
    const stream = value instanceof PdfRef ? this.#shape.open(value) : undefined;
    if (!(stream instanceof PdfStream)) return false;
    if (!isAdded) return true;
    const key = `${value.num} ${value.gen} ${kind}`;
    const isFitting = this.#judged.get(key) ?? isExactly(this.#shape, stream, kind);
    this.#judged.set(key, isFitting);
    return isFitting;
  }
}

const LISTS = new Map<string, EvidenceKind>([
  ['Certs', 'certificate'],
  ['OCSPs', 'ocsp'],
  ['CRLs', 'crl'],
]);
const INDEX_LISTS = new Map<string, EvidenceKind>([
  ['Cert', 'certificate'],
  ['OCSP', 'ocsp'],
  ['CRL', 'crl'],
]);
/** The key of a signature in the index: SHA-1 of its bytes. */
const DIGEST = /^[0-9A-F]{40}$/i;

/** A stream that holds one piece of evidence and not one byte more. */
function isExactly(shape: Shape, stream: PdfStream, kind: EvidenceKind): boolean {
  if (!shape.fits(stream.dict, STREAM_KEYS)) return false;
  try {
    return isEvidenceOf(kind, shape.explanation.update.after.decode(stream, true));
  } catch (error) {
    if (error instanceof RefusedFile && error.reason === 'UNREADABLE') return false;
    throw error;
  }
}
