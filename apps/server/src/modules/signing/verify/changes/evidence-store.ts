import { isName, PdfDict, PdfRef, PdfStream, type PdfValue, sameValue } from '../pdf/values.ts';
import type { Explanation } from './explanation.ts';
import { catalogNumber } from './kinds.ts';
import { Shape, STREAM_KEYS, text } from './shape.ts';

const SEQUENCE = 0x30;

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
        return key === 'VRI' ? this.#isIndex(item, owner) : LISTS.has(key) && this.#isList(item, owner);
      if (key === 'TU') return text(this.#shape, item);
      return key === 'TS' ? this.#isEvidence(item) : INDEX_LISTS.has(key) && this.#isList(item, owner);
    });
  }

  #isIndex(value: PdfValue, parent: number | undefined): boolean {
    const { found, owner } = this.#open(value, parent);
    if (!(found instanceof PdfDict) || found.ambiguous) return false;
    return [...found.map.values()].every((item) => this.isDict(item, owner, 'VRI'));
  }

  #isList(value: PdfValue, parent: number | undefined): boolean {
    const { found } = this.#open(value, parent);
    return Array.isArray(found) && found.every((item) => this.#isEvidence(item));
  }

  #isEvidence(value: PdfValue): boolean {
    const { explanation } = this.#shape;
    const isAdded = value instanceof PdfRef && explanation.update.changes.has(value.num);
    if (isAdded) this.isTouched = true;
    const stream = value instanceof PdfRef ? this.#shape.open(value) : undefined;
    if (!(stream instanceof PdfStream)) return false;
    return !isAdded || isDer(this.#shape, stream);
  }
}

const LISTS = new Set(['Certs', 'OCSPs', 'CRLs']);
const INDEX_LISTS = new Set(['Cert', 'OCSP', 'CRL']);

/** Certificates, answers, lists and timestamps are all a DER sequence. */
const isDer = (shape: Shape, stream: PdfStream): boolean =>
  shape.fits(stream.dict, STREAM_KEYS) && shape.explanation.update.after.decode(stream)[0] === SEQUENCE;
