import { changedKeys, intOf, isName, nameOf, PdfDict, PdfRef, type PdfValue, textOf } from '../pdf/values.ts';
import { type Field, walkFields } from '../signatures.ts';
import { isFieldAppearance, isForm, isMarkAppearance } from './appearance.ts';
import type { Explanation } from './explanation.ts';
import { judgeShown, ownerOf, widgetsOf } from './field-shown.ts';
import { describeField, fieldType, isFillable } from './field-value.ts';
import { isField } from './kinds.ts';
import { boxOf, isDrawable, isPoint, type Mark, pageOfWidget } from './marks.ts';
import { settleUnder } from './pages.ts';
import { name as aName, arrayOf, Shape, text } from './shape.ts';
import { signField } from './signature-field.ts';
import type { ObjectChange } from './update.ts';

/** Not `RV`: some readers show the rich text of a field instead of its value. */
const FILLING_KEYS = new Set(['V', 'AS', 'AP', 'M']);
/** Print, locked and locked contents: signing a field may protect it, but not show or hide it. */
const PROTECTING_FLAGS = 4 | 128 | 512;

interface Comparison {
  num: number;
  was: PdfDict;
  is: PdfDict;
  label: string;
}

/** Fields that existed before: an empty signature field may be signed, any other field filled. */
export function checkFields(explanation: Explanation): void {
  const { before, changes } = explanation.update;
  const changed = [...changes.values()].filter(
    ({ num, kind, isOld, before: was }) =>
      kind === 'changed' && !isOld && !explanation.isExplained(num) && isField(was),
  );
  if (changed.length === 0) return;
  const known = new Map(walkFields(before).map((field) => [field.number, field]));
  const compared: (Comparison & { field: Field | undefined })[] = [];
  for (const { num, before: was, after: is } of changed) {
    const field = known.get(num);
    const label =
      field?.name || textOf(before.resolve(was instanceof PdfDict ? was.get('T') : null)) || `object ${num}`;
    explanation.claim(num, `field ${num}`);
    if (was instanceof PdfDict && is instanceof PdfDict && !is.ambiguous && field)
      compared.push({ num, was, is, label, field });
    else explanation.find('FIELD_CHANGED', label);
  }
  const signed = new Set(compared.filter((one) => isSigned(explanation, one)).map(({ num }) => num));
  // A form of one field and several widgets keeps the value in the parent and the appearances in the children.
  const filled = new Set(compared.filter(({ was, is }) => hasNewValue(was, is)).map(({ num }) => num));
  for (const { field, ...one } of compared) {
    if (field?.type === 'Sig') checkSigning(explanation, one, signed);
    else checkFilling(explanation, one, belongsTo(one.num, one.was, filled));
  }
  const others = compared.filter(({ field }) => field?.type !== 'Sig');
  checkShown(
    explanation,
    others.filter(({ num, was }) => belongsTo(num, was, filled)),
  );
  // The states of a box are drawn by whoever made the form; filling chooses one of them.
  const drawn = compared.filter(({ num, is }) => filled.has(num) && !isBox(explanation, is));
  explainAppearances(explanation, new Set(drawn.map(({ num }) => num)));
}

const isBox = ({ update: { after } }: Explanation, field: PdfDict): boolean =>
  fieldType(after, field) === 'Btn';

/** What a filled field shows must be what it says; each field once, with all its widgets. */
function checkShown(explanation: Explanation, filled: readonly Comparison[]): void {
  const { after } = explanation.update;
  const known = new Set<number>();
  for (const { num, was, is, label } of filled) {
    const field = ownerOf(after, num, is);
    const isRedrawn = changedKeys(was, is).includes('AP') && isBox(explanation, is);
    if (isRedrawn) explanation.find('FIELD_APPEARANCE_REPLACED', label);
    if (known.has(field.num)) continue;
    known.add(field.num);
    const shown = judgeShown(after, field.dict, widgetsOf(explanation.update.after, field.num, field.dict));
    if (shown === 'other') explanation.find('FIELD_APPEARANCE_REPLACED', label);
    if (shown === 'unclear') explanation.find('FIELD_UNCLEAR', label);
  }
}

const hasNewValue = (was: PdfDict, is: PdfDict): boolean =>
  changedKeys(was, is).some((key) => key === 'V' || key === 'AS');

function belongsTo(num: number, widget: PdfDict, fields: ReadonlySet<number>): boolean {
  const parent = widget.get('Parent');
  return fields.has(num) || (parent instanceof PdfRef && fields.has(parent.num));
}

const isSigned = ({ update }: Explanation, { was, is }: Comparison): boolean =>
  was.get('V') === null &&
  is.get('V') instanceof PdfRef &&
  isName(update.before.resolve(was.get('FT')), 'Sig');

/** Signing a field sets its value, draws its mark and may lock it; nothing else of it moves. */
function checkSigning(explanation: Explanation, one: Comparison, signed: ReadonlySet<number>): void {
  const { num, was, is, label } = one;
  const keys = changedKeys(was, is);
  const isSigning = belongsTo(num, was, signed);
  const shape = new Shape(explanation, `field ${num}`);
  for (const key of keys) {
    const isUsual =
      isSigning &&
      ((key === 'V' && signed.has(num)) ||
        (key === 'AP' && isMarkAppearance(shape, is.get(key))) ||
        (key === 'M' && text(shape, is.get(key))) ||
        (key === 'F' && onlyProtects(shape, was.get(key), is.get(key))));
    if (isUsual) continue;
    explanation.find(signingKind(key), `${label} ${key}`);
    settleUnder(explanation, is.get(key));
  }
  // All widgets, changed or not, may draw the signature.
  if (signed.has(num))
    signField(explanation, { num, field: is, label, widgets: widgetsOf(explanation.update.after, num, is) });
}

function onlyProtects(shape: Shape, was: PdfValue, is: PdfValue): boolean {
  const [old, now] = [intOf(shape.open(was)) ?? 0, intOf(shape.open(is))];
  return now !== undefined && (now & ~PROTECTING_FLAGS) === (old & ~PROTECTING_FLAGS) && (now & old) === old;
}

function signingKind(key: string) {
  if (key === 'Rect') return 'FIELD_MOVED';
  if (key === 'V') return 'FIELD_VALUE_REPLACED';
  if (key === 'A' || key === 'AA') return 'SCRIPT_ADDED';
  return key === 'AP' || key === 'AS' || key === 'MK' ? 'FIELD_APPEARANCE_REPLACED' : 'FIELD_CHANGED';
}

function checkFilling(
  explanation: Explanation,
  { num, was, is, label }: Comparison,
  isFilled: boolean,
): void {
  const { after } = explanation.update;
  const keys = changedKeys(was, is);
  const shape = new Shape(explanation, `field ${num}`);
  if (isFilled && (was.get('RV') !== null || !isFillable(after, is)))
    explanation.find('FIELD_CHANGED', `${label} value`);
  if (keys.includes('Rect')) explanation.find('FIELD_MOVED', label);
  if (keys.includes('A') || keys.includes('AA')) explanation.find('SCRIPT_ADDED', label);
  const others = keys.filter((key) => !FILLING_KEYS.has(key) && !['Rect', 'A', 'AA'].includes(key));
  const isKnown = keys.every((key) => isFillingValue(shape, is, key));
  if (others.length > 0 || (isFilled && !isKnown))
    explanation.find('FIELD_CHANGED', `${label} ${others.join()}`);
  if (isFilled) {
    const marks: Mark[] = [];
    for (const widget of widgetsOf(explanation.update.after, num, is)) {
      const numbers = shape.numbers(widget.dict.get('Rect'), 4);
      const page = pageOfWidget(after, widget.num, widget.dict.get('P'));
      const box = numbers && boxOf(numbers);
      if (box && !isDrawable(box) && widget.dict.get('AP') !== null)
        explanation.find('FIELD_APPEARANCE_REPLACED', label);
      else if (box && page !== undefined) marks.push({ page, box, widget: widget.num });
      else if (!box || !isPoint(box)) explanation.find('FIELD_MOVED', label);
    }
    explanation.find('FORM_FILLED', label, {
      fieldName: label,
      fieldNumber: num,
      value: describeField(after, is),
      marks,
      ...(marks[0] ? { page: marks[0].page } : {}),
    });
  } else if (keys.includes('AP') || keys.includes('AS') || keys.includes('MK')) {
    // An appearance that changes without its value shows something else than the field says.
    explanation.find('FIELD_APPEARANCE_REPLACED', label);
    settleUnder(explanation, is.get('AP'));
  } else if (others.length === 0 && !keys.includes('Rect'))
    explanation.find('FIELD_CHANGED', `${label} ${keys.join()}`);
}

function isFillingValue(shape: Shape, is: PdfDict, key: string): boolean {
  const value = is.get(key);
  if (key === 'V')
    return value === null || text(shape, value) || aName()(shape, value) || arrayOf(text)(shape, value);
  if (key === 'AS') return nameOf(shape.open(value)) !== undefined;
  if (key === 'AP') return isFieldAppearance(shape, value);
  return key === 'M' ? text(shape, value) : true;
}

/** A redefined appearance stream belongs to the filled field that alone refers to it. */
function explainAppearances(explanation: Explanation, filled: ReadonlySet<number>): void {
  const { before, changes, references } = explanation.update;
  for (const { num, kind } of changes.values()) {
    if (kind !== 'changed' || explanation.isExplained(num)) continue;
    const owners = [...references.to(num)];
    const isOwn = (owner: number): boolean => {
      const dict = before.object(owner);
      return dict instanceof PdfDict && belongsTo(owner, dict, filled);
    };
    if (
      owners.length > 0 &&
      owners.every(isOwn) &&
      explanation.claimChanged(num, `appearance ${num}`, owners)
    )
      checkRedrawn(explanation, changes.get(num));
  }
}

function checkRedrawn(explanation: Explanation, change: ObjectChange | undefined): void {
  if (change && !isForm(new Shape(explanation, `appearance ${change.num}`), change.after))
    explanation.find('FIELD_APPEARANCE_REPLACED', `object ${change.num}`);
}
