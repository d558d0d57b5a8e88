import { changedKeys, nameOf, type PdfDict, PdfRef, type PdfValue, sameValue } from '../pdf/values.ts';
import type { Explanation } from './explanation.ts';
import type { ChangeKind } from './findings.ts';
import { isField, isPage, pageNumberOf } from './kinds.ts';
import { addedUnder } from './update.ts';

const PAGE_KINDS: Readonly<Record<string, ChangeKind>> = {
  Contents: 'CONTENT_REPLACED',
  Resources: 'RESOURCE_REPLACED',
  AA: 'SCRIPT_ADDED',
};
const NOTE_TYPES = new Set(['Text', 'Popup']);
/** The side of a note's symbol in points; a larger one could hide text. */
const LARGEST_NOTE = 32;

/** A page may gain the widgets of new signatures and nothing else. */
export function checkPages(explanation: Explanation): void {
  const { before, after, changes, references } = explanation.update;
  for (const { num, kind, before: was, after: is } of changes.values()) {
    if (kind !== 'changed' || explanation.isExplained(num)) continue;
    if (isPage(was)) {
      explanation.explain([num]);
      if (isPage(is) && !is.ambiguous) checkPage(explanation, num, was, is);
      else explanation.find('PAGES_CHANGED', `object ${num}`);
    } else if (Array.isArray(was) && Array.isArray(is)) {
      const [owner, ...others] = references.to(num);
      const page = owner === undefined ? null : before.object(owner);
      const annots = isPage(page) ? page.get('Annots') : null;
      if (others.length > 0 || !(annots instanceof PdfRef) || annots.num !== num) continue;
      explanation.explain([num]);
      checkAnnotations(explanation, was, is, pageNumberOf(after, new PdfRef(owner ?? 0, 0)));
    }
  }
}

function checkPage(explanation: Explanation, num: number, was: PdfDict, is: PdfDict): void {
  const { before, after } = explanation.update;
  const page = pageNumberOf(after, new PdfRef(num, 0));
  for (const key of changedKeys(was, is)) {
    if (key !== 'Annots') {
      explanation.find(PAGE_KINDS[key] ?? 'PAGE_CHANGED', `page ${key}`, page ? { page } : {});
      explanation.explain(addedUnder(explanation.update, is.get(key)));
      continue;
    }
    explanation.explainRef(is.get('Annots'), [num]);
    checkAnnotations(explanation, before.array(was.get('Annots')), after.array(is.get('Annots')), page);
  }
}

function checkAnnotations(
  explanation: Explanation,
  was: readonly PdfValue[],
  is: readonly PdfValue[],
  page: number | undefined,
): void {
  const where = page ? { page } : {};
  const [old, now] = [new Set(was.map(keyOf)), new Set(is.map(keyOf))];
  for (const [at, annotation] of was.entries())
    if (!now.has(keyOf(annotation, at))) explanation.find('ANNOTATION_REMOVED', nameRef(annotation), where);
  for (const [at, annotation] of is.entries()) {
    if (
      old.has(keyOf(annotation, at)) &&
      (annotation instanceof PdfRef || sameValue(annotation, was[at] ?? null))
    )
      continue;
    if (annotation instanceof PdfRef && explanation.signatureWidgets.has(annotation.num)) continue;
    explanation.find(kindOfAnnotation(explanation, annotation), nameRef(annotation), where);
    explanation.explain(addedUnder(explanation.update, [annotation]));
  }
}

/** An annotation without a number is known by its place. */
const keyOf = (value: PdfValue, at: number): string =>
  value instanceof PdfRef ? `${value.num} ${value.gen}` : `at ${at}`;

const nameRef = (value: PdfValue): string => (value instanceof PdfRef ? `object ${value.num}` : 'annotation');

function kindOfAnnotation({ update }: Explanation, value: PdfValue): ChangeKind {
  const dict = update.after.dict(value);
  if (dict === undefined) return 'ANNOTATION_ADDED';
  if (isField(dict)) return 'FIELD_ADDED';
  const isAdded = value instanceof PdfRef && update.changes.get(value.num)?.kind === 'added';
  const [left = 0, bottom = 0, right = 0, top = 0] = update.after.array(dict.get('Rect')).map(Number);
  const isSmall = Math.abs(right - left) <= LARGEST_NOTE && Math.abs(top - bottom) <= LARGEST_NOTE;
  const hasAction = dict.get('A') !== null || dict.get('AA') !== null;
  const isNote = NOTE_TYPES.has(nameOf(dict.get('Subtype')) ?? '');
  return isNote && isAdded && !hasAction && (isSmall || dict.get('AP') === null)
    ? 'NOTE_ADDED'
    : 'ANNOTATION_ADDED';
}
