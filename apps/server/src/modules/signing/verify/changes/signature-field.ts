import { intOf, isName, type PdfDict, PdfRef, type PdfValue, textOf } from '../pdf/values.ts';
import type { Explanation } from './explanation.ts';
import { pageNumberOf } from './kinds.ts';
import { addedUnder } from './update.ts';

/** A mark larger than this part of its page hides what somebody else signed. */
const LARGEST_MARK = 0.25;
const HIDDEN_FLAGS = 2 | 32;

const FIELD_KEYS = new Set([
  ...[
    'Type',
    'Subtype',
    'FT',
    'T',
    'TU',
    'TM',
    'Ff',
    'V',
    'F',
    'P',
    'Rect',
    'AP',
    'AS',
    'Lock',
    'SV',
    'DA',
    'DR',
    'Q',
  ],
  ...['MK', 'M', 'NM', 'Border', 'BS', 'Kids', 'Parent', 'StructParent', 'Contents'],
]);

/** A new field that holds a signature or a document timestamp, with its widget. */
export function addSignatureField(explanation: Explanation, num: number, field: PdfDict): void {
  const { after } = explanation.update;
  const name = textOf(field.get('T')) ?? `object ${num}`;
  explanation.explain([num]);
  if (!isName(field.get('FT'), 'Sig') || after.dict(field.get('V')) === undefined) {
    explanation.find('FIELD_ADDED', name);
    return;
  }
  if (!hasOnlyFieldKeys(explanation, field, name)) return;
  const widgets = [
    ...(isName(field.get('Subtype'), 'Widget') ? [{ num, dict: field }] : []),
    ...after.array(field.get('Kids')).flatMap((kid) => {
      const dict = after.dict(kid);
      return kid instanceof PdfRef && dict ? [{ num: kid.num, dict }] : [];
    }),
  ];
  for (const widget of widgets) {
    explanation.explainRef(new PdfRef(widget.num, 0), [num]);
    explanation.signatureWidgets.add(widget.num);
    if (widget.num !== num && !hasOnlyFieldKeys(explanation, widget.dict, name)) return;
  }
  signField(
    explanation,
    field,
    name,
    widgets.map(({ dict }) => dict),
  );
}

function hasOnlyFieldKeys(explanation: Explanation, dict: PdfDict, name: string): boolean {
  const unusual = [...dict.map.keys()].filter((key) => !FIELD_KEYS.has(key));
  if (dict.ambiguous) unusual.push('ambiguous');
  for (const key of unusual)
    explanation.find(key === 'A' || key === 'AA' ? 'SCRIPT_ADDED' : 'FIELD_ADDED', `${name} ${key}`);
  return unusual.length === 0;
}

/** Explains the signature in a field and the mark that its widgets draw. */
export function signField(explanation: Explanation, field: PdfDict, name: string, widgets: PdfDict[]): void {
  const { update } = explanation;
  const { after } = update;
  const value = field.get('V');
  const signature = after.dict(value);
  const isTimestamp = isName(signature?.get('Type') ?? null, 'DocTimeStamp');
  explanation.explain(addedUnder(update, [value, field.get('Lock'), field.get('SV')]));
  const visible = widgets.filter((widget) => drawsSomething(explanation, widget));
  for (const widget of widgets) explanation.explain(addedUnder(update, [widget.get('AP'), widget.get('MK')]));
  const [first] = visible;
  const page = first && pageNumberOf(after, first.get('P'));
  if (visible.some((widget) => isTimestamp || isLarge(explanation, widget)))
    explanation.find('SIGNATURE_MARK_OVER_PAGE', name, page ? { page } : {});
  explanation.find(isTimestamp ? 'DOCUMENT_TIMESTAMP_ADDED' : 'SIGNATURE_ADDED', name, {
    ...(value instanceof PdfRef ? { signatureObject: value.num } : {}),
    ...(page ? { page } : {}),
    visible: visible.length > 0,
  });
}

function drawsSomething({ update }: Explanation, widget: PdfDict): boolean {
  const [width, height] = sizeOf(update.after.array(widget.get('Rect')));
  const isHidden = ((intOf(widget.get('F')) ?? 0) & HIDDEN_FLAGS) !== 0;
  return width * height > 0 && !isHidden && update.after.dict(widget.get('AP')) !== undefined;
}

function isLarge({ update }: Explanation, widget: PdfDict): boolean {
  const { after } = update;
  const [width, height] = sizeOf(after.array(widget.get('Rect')));
  let page = after.dict(widget.get('P'));
  for (let hops = 0; page && page.get('MediaBox') === null && hops < 32; hops += 1)
    page = after.dict(page.get('Parent'));
  const [pageWidth, pageHeight] = page ? sizeOf(after.array(page.get('MediaBox'))) : [0, 0];
  return width * height > LARGEST_MARK * pageWidth * pageHeight;
}

function sizeOf(rectangle: readonly PdfValue[]): [number, number] {
  const [left = 0, bottom = 0, right = 0, top = 0] = rectangle.map((side) =>
    typeof side === 'number' ? side : 0,
  );
  return [Math.abs(right - left), Math.abs(top - bottom)];
}
