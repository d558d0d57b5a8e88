import { Budget, type RefusalReason, RefusedFile } from '../verify/budget.ts';
import { PdfFile, type PdfView } from '../verify/pdf/document.ts';
import {
  dictOf,
  eachRef,
  intOf,
  nameOf,
  type PdfDict,
  type PdfRef,
  PdfStream,
  type PdfValue,
} from '../verify/pdf/values.ts';
import { verifyPdf } from '../verify/verify-pdf.ts';
import type { PdfWarning } from './document.ts';
import { risksOfAnnotation, risksOfDict, risksOfFields } from './drawn-differently.ts';
import { readPageTree } from './page-tree.ts';
import { type PdfRefusal, PdfRefused } from './refusal.ts';
import { hasUnlisted } from './unlisted.ts';

/** ISO 32000-2, 12.5.3: Hidden, NoView, and ToggleNoView, which changes while somebody looks. */
const UNSEEN = 2 | 32 | 256;
/** They draw nothing of their own on the page. */
const WITHOUT_APPEARANCE = new Set(['Link', 'Popup']);
/** Each annotation of a page is compared with each other one. */
const MOST_ON_A_PAGE = 500;
const MOST_OBJECTS = 200_000;
/** Of the smaller one: touching frames are no stack. */
const STACKED_SHARE = 0.5;

type Box = readonly [left: number, bottom: number, right: number, top: number];

/**
 * What could turn against a signer later, though the document can be signed: a signature before theirs that is broken,
 * a certification that is none, content that is there and not shown, and places where content can be exchanged. Refuses
 * a document that the verifier could not read once it is signed.
 */
export async function findRisks(
  document: Uint8Array,
  options: { anchors: string; now: Date },
): Promise<PdfWarning[]> {
  const file = readWhole(document);
  requirePages(file);
  const { signatures, reason, detail } = await verifyPdf(document, options);
  if (isRefusal(reason)) throw new PdfRefused(REFUSALS[reason], detail ?? '');
  const isBroken = signatures.some(({ indication }) => indication === 'TOTAL_FAILED');
  const isCertified = signatures.some(({ certified }) => certified !== null);
  return [
    ...(isBroken ? (['broken_signature'] as const) : []),
    ...(!isCertified && claimsCertification(file.newest) ? (['false_certification'] as const) : []),
    ...risksOfContent(file),
  ];
}

/** It would let others change the document after it is signed, in programs that believe it. Usage rights permit nothing. */
function claimsCertification(view: PdfView): boolean {
  const permissions = view.root.get('Perms');
  if (permissions === null) return false;
  const dict = view.dict(permissions);
  return dict === undefined || dict.ambiguous || dict.get('DocMDP') !== null;
}

/** Every object, used or not: programs repair what they cannot read, each in its own way. */
function readWhole(document: Uint8Array): PdfFile {
  try {
    const file = new PdfFile(
      Buffer.from(document.buffer, document.byteOffset, document.length),
      new Budget(),
    );
    for (const num of file.newest.numbers()) file.newest.object(num);
    return file;
  } catch (error) {
    if (error instanceof RefusedFile) throw new PdfRefused(REFUSALS[error.reason], error.message);
    if (error instanceof RangeError) throw new PdfRefused('too_complex', error.message);
    throw error;
  }
}

/** A reader that counts and one that walks would show other pages, and nobody could compare them later. */
function requirePages({ newest }: PdfFile): void {
  try {
    const { fault } = readPageTree(newest);
    if (fault) throw new PdfRefused('damaged', fault);
  } catch (error) {
    // Too many pages to look at are warned of, not refused.
    if (!(error instanceof RefusedFile)) throw error;
  }
}

const REFUSALS: Readonly<Record<RefusalReason, PdfRefusal>> = {
  NOT_A_PDF: 'not_a_pdf',
  UNREADABLE: 'damaged',
  ENCRYPTED: 'encrypted',
  TOO_COMPLEX: 'too_complex',
  TIMED_OUT: 'too_complex',
};
const isRefusal = (reason: string | null): reason is RefusalReason =>
  reason !== null && Object.hasOwn(REFUSALS, reason);

function risksOfContent(file: PdfFile): PdfWarning[] {
  try {
    const unlisted: PdfWarning[] = hasUnlisted(file) ? ['unlisted_object'] : [];
    const { newest } = file;
    const found = [...risksOfPages(newest), ...risksOfFields(newest), ...risksOfObjects(newest), ...unlisted];
    return [...new Set(found)];
  } catch (error) {
    if (error instanceof RefusedFile || error instanceof RangeError) return ['not_checked'];
    throw error;
  }
}

function risksOfObjects(view: PdfView): PdfWarning[] {
  const seen = new Set<string>();
  const open: PdfValue[] = [view.trailer];
  const found = new Set<PdfWarning>();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    eachDict(value, (dict, isStream) => {
      for (const warning of risksOfDict(view, dict, isStream)) found.add(warning);
    });
    eachRef(value, (ref) => {
      const key = `${ref.num} ${ref.gen}`;
      if (seen.has(key)) return;
      seen.add(key);
      if (seen.size > MOST_OBJECTS) throw new RefusedFile('TOO_COMPLEX', 'too many objects');
      const target = view.resolve(ref);
      // Somebody can add the object later, without touching anything that was signed.
      if (target === null && !isNullObject(view, ref)) found.add('missing_object');
      else open.push(target);
    });
  }
  return [...found];
}

function eachDict(value: PdfValue, found: (dict: PdfDict, isStream: boolean) => void): void {
  const dict = dictOf(value);
  if (dict) found(dict, value instanceof PdfStream);
  for (const item of Array.isArray(value) ? value : (dict?.map.values() ?? [])) eachDict(item, found);
}

/** An object that was written as null is there. */
function isNullObject(view: PdfView, { num, gen }: PdfRef): boolean {
  const entry = view.entry(num);
  if (entry === undefined || entry.kind === 'free' || (entry.kind === 'at' ? entry.gen : 0) !== gen)
    return false;
  return view.file.load(num, entry, view) !== undefined;
}

function risksOfPages(view: PdfView): PdfWarning[] {
  const warnings: PdfWarning[] = [];
  for (const page of readPageTree(view).pages) {
    const annotations = view.array(page.get('Annots')).flatMap((item) => view.dict(item) ?? []);
    if (annotations.length > MOST_ON_A_PAGE) throw new RefusedFile('TOO_COMPLEX', 'too many annotations');
    const drawn = annotations.flatMap((annotation) => {
      const box = boxOf(view, annotation);
      const isEmpty = box !== undefined && (box[0] === box[2] || box[1] === box[3]);
      // An invisible signature is such a field.
      if (isEmpty) return [];
      const flags = intOf(view.resolve(annotation.get('F')) ?? 0) ?? UNSEEN;
      if ((flags & UNSEEN) !== 0 || annotation.get('OC') !== null) warnings.push('hidden_annotation');
      else warnings.push(...risksOfAnnotation(view, annotation));
      const kind = nameOf(view.resolve(annotation.get('Subtype'))) ?? '';
      return box === undefined || WITHOUT_APPEARANCE.has(kind) ? [] : [box];
    });
    if (drawn.some((box, at) => drawn.slice(0, at).some((other) => isStacked(box, other))))
      warnings.push('stacked_annotations');
  }
  return warnings;
}

/** Every number may be a reference. */
function boxOf(view: PdfView, annotation: PdfDict): Box | undefined {
  const corners = view.array(annotation.get('Rect')).map((item) => view.resolve(item));
  if (corners.length !== 4 || !corners.every((corner) => typeof corner === 'number')) return undefined;
  const [x1, y1, x2, y2] = corners as [number, number, number, number];
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

function isStacked(a: Box, b: Box): boolean {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return false;
  return width * height > STACKED_SHARE * Math.min(areaOf(a), areaOf(b));
}

const areaOf = ([left, bottom, right, top]: Box): number => (right - left) * (top - bottom);
