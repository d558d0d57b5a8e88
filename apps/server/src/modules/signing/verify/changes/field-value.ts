import type { PdfView } from '../pdf/document.ts';
import { intOf, nameOf, type PdfDict, PdfName, PdfString, type PdfValue, textOf } from '../pdf/values.ts';
import { walkFields } from '../signatures.ts';

const DEEPEST = 16;
/** Of `Ff` (12.7.5.2). */
const PUSH_BUTTON = 0x10000;

/** What a field says (12.7.4): its own value or the one of its parent, or the state of its box. */
export function describeField(view: PdfView, field: PdfDict): string {
  return describe(view, heldValue(view, field)) || (nameOf(view.resolve(field.get('AS'))) ?? '');
}

/** Fields of one name have one value, so each of them counts. */
export function isEmptyField(view: PdfView, name: string, num: number): boolean {
  const known = walkFields(view).filter((field) => field.name === name || field.number === num);
  return known.length > 0 && known.every(({ dict }) => isBlank(view, dict));
}

function isBlank(view: PdfView, field: PdfDict): boolean {
  const value = heldValue(view, field);
  const state = view.resolve(field.get('AS'));
  const isOff = (one: PdfValue) => one === null || nameOf(one) === 'Off';
  const isEmpty =
    isOff(value) ||
    (value instanceof PdfString && textOf(value) === '') ||
    (Array.isArray(value) && value.length === 0);
  return isEmpty && isOff(state);
}

/** Texts, choices and boxes; a push button has no value and shows what its author likes. */
export function isFillable(view: PdfView, field: PdfDict): boolean {
  const type = nameOf(inherited(view, field, 'FT')) ?? '';
  const flags = intOf(inherited(view, field, 'Ff')) ?? 0;
  return ['Tx', 'Ch', 'Btn'].includes(type) && !(type === 'Btn' && (flags & PUSH_BUTTON) !== 0);
}

const heldValue = (view: PdfView, field: PdfDict): PdfValue => inherited(view, field, 'V');

function inherited(view: PdfView, field: PdfDict, key: string): PdfValue {
  let node: PdfDict | undefined = field;
  for (let depth = 0; node && depth < DEEPEST; depth += 1) {
    const value = view.resolve(node.get(key));
    if (value !== null) return value;
    node = view.dict(node.get('Parent'));
  }
  return null;
}

function describe(view: PdfView, value: PdfValue): string {
  if (value instanceof PdfName) return value.value;
  if (Array.isArray(value)) return value.map((item) => describe(view, view.resolve(item))).join(', ');
  return textOf(value) ?? '';
}
