import type { PdfView } from '../pdf/document.ts';
import { intOf, nameOf, type PdfDict, PdfName, PdfString, type PdfValue, textOf } from '../pdf/values.ts';
import { walkFields } from '../signatures.ts';

const DEEPEST = 16;
/** Of `Ff` (12.7.5.2). */
const PUSH_BUTTON = 0x10000;
const PASSWORD = 0x2000;
const RICH_TEXT = 0x2000000;

/** What a field says (12.7.4): its own value or the one of its parent, or the state of its box. */
export function describeField(view: PdfView, field: PdfDict): string {
  return (
    shownValue(view, field) ??
    (describe(view, heldValue(view, field)) || (nameOf(view.resolve(field.get('AS'))) ?? ''))
  );
}

export const fieldType = (view: PdfView, field: PdfDict): string =>
  nameOf(inherited(view, field, 'FT')) ?? '';

/** What a field of text or of choices should show; undefined for other fields and for what shows no single text. */
export function shownValue(view: PdfView, field: PdfDict): string | undefined {
  const type = fieldType(view, field);
  const value = heldValue(view, field);
  const flags = heldFlags(view, field);
  if (type !== 'Tx' && type !== 'Ch') return undefined;
  if (value === null) return '';
  const text = textOf(value);
  if (text === undefined || (type === 'Tx' && (flags & (PASSWORD | RICH_TEXT)) !== 0)) return undefined;
  return type === 'Ch' ? optionOf(view, field, text) : text;
}

/** A choice may be shown under another name than its value (12.7.5.4). */
function optionOf(view: PdfView, field: PdfDict, value: string): string | undefined {
  const named = view.array(inherited(view, field, 'Opt')).flatMap((item) => {
    const [exported, shown] = view.array(item).map((one) => textOf(view.resolve(one)));
    return exported === value ? [shown] : [];
  });
  return named.length === 0 ? value : named.length === 1 ? named[0] : undefined;
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
  const type = fieldType(view, field);
  const flags = heldFlags(view, field);
  return ['Tx', 'Ch', 'Btn'].includes(type) && !(type === 'Btn' && (flags & PUSH_BUTTON) !== 0);
}

export const heldValue = (view: PdfView, field: PdfDict): PdfValue => inherited(view, field, 'V');

/** Flags that cannot be read forbid everything. */
export const heldFlags = (view: PdfView, field: PdfDict): number =>
  intOf(inherited(view, field, 'Ff') ?? 0) ?? -1;

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
