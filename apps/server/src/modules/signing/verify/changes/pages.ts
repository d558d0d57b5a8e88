import { changedKeys, nameOf, PdfDict, PdfRef, type PdfValue, sameValue } from '../pdf/values.ts';
import { isMarkAppearance } from './appearance.ts';
import type { Explanation } from './explanation.ts';
import type { ChangeKind, Finding } from './findings.ts';
import { isField, isPage, pageNumberOf } from './kinds.ts';
import { type Box, boxOf, isDrawable } from './marks.ts';
import { type Check, integer, name, plainData, rectangle, reference, Shape, text } from './shape.ts';

const PAGE_KINDS: Readonly<Record<string, ChangeKind>> = {
  Contents: 'CONTENT_REPLACED',
  Resources: 'RESOURCE_REPLACED',
  AA: 'SCRIPT_ADDED',
};

/** A page may gain the widgets of new signatures and nothing else. */
export function checkPages(explanation: Explanation): void {
  const { before, changes, references } = explanation.update;
  for (const { num, kind, isOld, before: was, after: is } of changes.values()) {
    if (kind !== 'changed' || isOld || explanation.isExplained(num)) continue;
    if (isPage(was)) {
      explanation.claim(num, 'page');
      if (isPage(is) && !is.ambiguous) checkPage(explanation, num, was, is);
      else explanation.find('PAGES_CHANGED', `object ${num}`);
    } else if (Array.isArray(was) && Array.isArray(is)) {
      const [owner] = references.to(num);
      const page = owner === undefined ? null : before.object(owner);
      const annots = isPage(page) ? page.get('Annots') : null;
      const isOwn = annots instanceof PdfRef && annots.num === num;
      if (isOwn && owner !== undefined && explanation.claimChanged(num, 'annotations', [owner]))
        checkAnnotations(explanation, was, is, owner);
    }
  }
}

function checkPage(explanation: Explanation, num: number, was: PdfDict, is: PdfDict): void {
  const { before } = explanation.update;
  const page = pageNumberOf(before, new PdfRef(num, 0));
  for (const key of changedKeys(was, is)) {
    if (key !== 'Annots') {
      explanation.find(PAGE_KINDS[key] ?? 'PAGE_CHANGED', `page ${key}`, page ? { page } : {});
      settleUnder(explanation, is.get(key));
      continue;
    }
    const old = before.resolve(was.get('Annots'));
    const now = explanation.open(is.get('Annots'), `annotations of page ${num}`);
    if (Array.isArray(now) && (old === null || Array.isArray(old)))
      checkAnnotations(explanation, old ?? [], now, num);
    else
      explanation.find(
        now === null ? 'ANNOTATION_REMOVED' : 'ANNOTATION_CHANGED',
        'page Annots',
        page ? { page } : {},
      );
  }
}

/** What was there stays as it was and where it was; new widgets follow, each once. */
function checkAnnotations(
  explanation: Explanation,
  was: readonly PdfValue[],
  is: readonly PdfValue[],
  owner: number,
): void {
  const page = pageNumberOf(explanation.update.before, new PdfRef(owner, 0));
  const where = page ? { page } : {};
  const kept = is.slice(0, was.length);
  if (kept.length !== was.length || !was.every((item, at) => sameValue(item, kept[at] ?? null))) {
    const isThere = (item: PdfValue) => is.some((other) => sameValue(item, other));
    const removed = was.filter((item) => !isThere(item));
    for (const item of removed) explanation.find('ANNOTATION_REMOVED', nameRef(item), where);
    if (removed.length === 0) explanation.find('ANNOTATION_CHANGED', 'order of annotations', where);
  }
  const seen = new Set<number>();
  for (const item of is.slice(was.length)) {
    if (item instanceof PdfRef && isNewWidget(explanation, item, owner) && !seen.has(item.num))
      seen.add(item.num);
    else addAnnotation(explanation, item, where);
  }
}

function isNewWidget({ signatureWidgets }: Explanation, { num, gen }: PdfRef, owner: number): boolean {
  const page = signatureWidgets.get(num);
  return page !== undefined && gen === 0 && (page === null || (page instanceof PdfRef && page.num === owner));
}

const nameRef = (value: PdfValue): string => (value instanceof PdfRef ? `object ${value.num}` : 'annotation');

/** The side of a note's symbol in points; a larger one could hide text. */
const LARGEST_NOTE = 32;
const SYMBOL = 20;

const NOTE: Readonly<Record<string, Check>> = {
  Type: name('Annot'),
  Subtype: name('Text', 'Popup'),
  Rect: rectangle,
  P: reference,
  Parent: reference,
  Popup: reference,
  AP: isMarkAppearance,
  F: integer,
  Contents: text,
  T: text,
  Subj: text,
  M: text,
  NM: text,
  CreationDate: text,
  Name: name(),
  // An open window lies over the page in some readers.
  Open: (_, value) => value === false,
  C: plainData,
  Border: plainData,
};

function addAnnotation(explanation: Explanation, item: PdfValue, where: Partial<Finding>): void {
  const { after, before } = explanation.update;
  const note = readNote(explanation, item);
  if (note && where.page !== undefined)
    explanation.find('NOTE_ADDED', nameRef(item), {
      ...where,
      marks: note.map((box) => ({ page: where.page ?? 0, box })),
    });
  else {
    const dict = after.dict(item);
    const isKnown = item instanceof PdfRef && before.object(item.num) !== null;
    explanation.find(
      isKnown ? 'ANNOTATION_CHANGED' : dict && isField(dict) ? 'FIELD_ADDED' : 'ANNOTATION_ADDED',
      nameRef(item),
      where,
    );
    settleUnder(explanation, item);
  }
}

/** Where a small note is drawn, which a certification may allow; undefined when it is none. */
function readNote(explanation: Explanation, item: PdfValue): Box[] | undefined {
  if (!(item instanceof PdfRef)) return undefined;
  const role = `note ${item.num}`;
  const dict = explanation.takeAdded(item, role)?.after;
  const shape = new Shape(explanation, role);
  if (!(dict instanceof PdfDict) || !shape.fits(dict, NOTE)) return undefined;
  const numbers = shape.numbers(dict.get('Rect'), 4);
  if (!numbers) return undefined;
  const box = boxOf(numbers);
  const isSmall = box[2] - box[0] <= LARGEST_NOTE && box[3] - box[1] <= LARGEST_NOTE;
  // A closed window of a note is drawn by its reader, outside the page.
  const isWindow = nameOf(dict.get('Subtype')) === 'Popup' && dict.get('AP') === null;
  if (isWindow) return [];
  if (dict.get('AP') !== null && !isDrawable(box)) return undefined;
  return isSmall ? [withSymbol(box)] : undefined;
}

/** Readers draw the symbol of a note in its own size from the upper left corner, however small the rectangle is. */
const withSymbol = ([left, bottom, right, top]: Box): Box => [
  left,
  Math.min(bottom, top - SYMBOL),
  Math.max(right, left + SYMBOL),
  top,
];

/** Objects that hang from a refused part are refused with it. */
export function settleUnder(explanation: Explanation, value: PdfValue): void {
  const { changes } = explanation.update;
  const seen = new Set<number>();
  const open: PdfValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof PdfRef) {
      const change = changes.get(next.num);
      if (change?.kind !== 'added' || seen.has(next.num)) continue;
      seen.add(next.num);
      explanation.settle(next.num);
      open.push(change.after);
    } else if (Array.isArray(next)) open.push(...next);
    else if (next instanceof PdfDict) open.push(...next.map.values());
    else if (next && typeof next === 'object' && 'dict' in next) open.push(...next.dict.map.values());
  }
}
