import { changedKeys, isName, PdfDict, PdfRef, textOf } from '../pdf/values.ts';
import { walkFields } from '../signatures.ts';
import type { Explanation } from './explanation.ts';
import { isField } from './kinds.ts';
import { signField } from './signature-field.ts';
import { addedUnder, type ObjectChange } from './update.ts';

const SIGNING_KEYS = new Set(['V', 'AP', 'AS', 'M', 'MK', 'F', 'DA']);
const FILLING_KEYS = new Set(['V', 'AS', 'AP', 'M', 'RV']);

/** Fields that existed before: an empty signature field may be signed, any other field filled. */
export function checkFields(explanation: Explanation): void {
  const { before, changes } = explanation.update;
  const changed = [...changes.values()].filter(
    (change) => change.kind === 'changed' && !explanation.isExplained(change.num) && isField(change.before),
  );
  if (changed.length === 0) return;
  const known = new Map(walkFields(before).map((field) => [field.number, field]));
  // A form of one field and several widgets keeps the value in the parent and the appearances in the children.
  const filled = new Set<number>();
  for (const { num, before: was, after: is } of changed)
    if (was instanceof PdfDict && is instanceof PdfDict && hasNewValue(was, is)) filled.add(num);
  for (const change of changed) {
    const { num, before: was, after: is } = change;
    if (!(was instanceof PdfDict)) continue;
    explanation.explain([num]);
    const field = known.get(num);
    const name = field?.name || textOf(was.get('T')) || `object ${num}`;
    if (!(is instanceof PdfDict) || is.ambiguous) explanation.find('FIELD_CHANGED', name);
    else if (field?.type === 'Sig') checkSigning(explanation, { was, is, name });
    else checkFilling(explanation, change, { was, is, name, isFilled: isFilled(num, was, filled) });
  }
  explainAppearances(explanation, filled);
}

const hasNewValue = (was: PdfDict, is: PdfDict): boolean =>
  changedKeys(was, is).some((key) => key === 'V' || key === 'AS');

function isFilled(num: number, widget: PdfDict, filled: ReadonlySet<number>): boolean {
  const parent = widget.get('Parent');
  return filled.has(num) || (parent instanceof PdfRef && filled.has(parent.num));
}

interface Comparison {
  was: PdfDict;
  is: PdfDict;
  name: string;
}

function checkSigning(explanation: Explanation, { was, is, name }: Comparison): void {
  const keys = changedKeys(was, is);
  if (keys.includes('Rect')) explanation.find('FIELD_MOVED', name);
  const other = keys.find((key) => !SIGNING_KEYS.has(key) && key !== 'Rect');
  if (other)
    explanation.find(other === 'A' || other === 'AA' ? 'SCRIPT_ADDED' : 'FIELD_CHANGED', `${name} ${other}`);
  const isSigned = was.get('V') === null && explanation.update.after.dict(is.get('V')) !== undefined;
  if (isSigned) signField(explanation, is, name, isName(is.get('Subtype'), 'Widget') ? [is] : []);
  else if (keys.includes('V')) explanation.find('FIELD_VALUE_REPLACED', name);
  else if (keys.includes('AP') && !isParentSigned(explanation, is))
    explanation.find('FIELD_APPEARANCE_REPLACED', name);
  else explanation.explain(addedUnder(explanation.update, is.get('AP')));
}

function isParentSigned({ update }: Explanation, widget: PdfDict): boolean {
  const was = update.before.dict(widget.get('Parent'));
  return was?.get('V') === null && update.after.dict(widget.get('Parent'))?.get('V') !== null;
}

function checkFilling(
  explanation: Explanation,
  { num }: ObjectChange,
  { was, is, name, isFilled }: Comparison & { isFilled: boolean },
): void {
  const keys = changedKeys(was, is);
  if (keys.includes('Rect')) explanation.find('FIELD_MOVED', name);
  if (keys.includes('A') || keys.includes('AA')) explanation.find('SCRIPT_ADDED', name);
  const others = keys.filter((key) => !FILLING_KEYS.has(key) && !['Rect', 'A', 'AA'].includes(key));
  if (others.length > 0) explanation.find('FIELD_CHANGED', `${name} ${others.join()}`);
  if (isFilled) {
    explanation.find('FORM_FILLED', name, { fieldName: name });
    explanation.explain(addedUnder(explanation.update, is.get('AP')));
  } else if (keys.includes('AP')) {
    // An appearance that changes without its value shows something else than the field says.
    explanation.find('FIELD_APPEARANCE_REPLACED', name);
    explanation.explain(addedUnder(explanation.update, is.get('AP')), [num]);
  }
}

/** A redefined appearance stream belongs to the filled field that alone refers to it. */
function explainAppearances(explanation: Explanation, filled: ReadonlySet<number>): void {
  const { before, changes, references } = explanation.update;
  for (const { num, kind } of changes.values()) {
    if (kind !== 'changed' || explanation.isExplained(num)) continue;
    const owners = [...references.to(num)];
    if (owners.length === 0) continue;
    const widgets = owners.map((owner) => ({ owner, dict: before.object(owner) }));
    if (widgets.every(({ owner, dict }) => dict instanceof PdfDict && isFilled(owner, dict, filled)))
      explanation.explain([num]);
  }
}
