import { intOf, isName, PdfDict, PdfRef, type PdfValue, textOf } from '../pdf/values.ts';
import { walkFields } from '../signatures.ts';
import { isEmptyAppearance, isMarkAppearance } from './appearance.ts';
import type { Explanation } from './explanation.ts';
import { isResourcesOfMark } from './form-resources.ts';
import { catalogNumber, pageNumberOf } from './kinds.ts';
import { boxOf, isDrawable, isPoint, type Mark, pageOfWidget } from './marks.ts';
import {
  arrayOf,
  type Check,
  dictOfShape,
  integer,
  name,
  plainData,
  rectangle,
  reference,
  Shape,
  text,
} from './shape.ts';

/** Bits of `F` (12.5.3): hidden, print, no view, read only, locked. Not `NoZoom`: such a mark grows over the page. */
const KNOWN_FLAGS = 2 | 4 | 32 | 64 | 128 | 512;
const flags: Check = (shape, value) => {
  const bits = intOf(shape.open(value));
  return bits !== undefined && bits >= 0 && (bits & ~KNOWN_FLAGS) === 0;
};

const zero: Check = (shape, value) => shape.open(value) === 0;

const WIDGET: Readonly<Record<string, Check>> = {
  Type: name('Annot'),
  Subtype: name('Widget'),
  Rect: rectangle,
  F: flags,
  P: (shape, value) => pageNumberOf(shape.explanation.update.before, value) !== undefined,
  AP: isMarkAppearance,
  M: text,
  NM: text,
  DA: text,
  MK: (shape, value) => shape.dict(value)?.map.size === 0,
  H: name('N'),
  Border: (shape, value) => shape.numbers(value, 3)?.every((number) => number === 0) ?? false,
  BS: (shape, value) =>
    dictOfShape({ Type: name('Border'), W: zero, S: name('S') })(shape, value) &&
    shape.dict(value)?.get('W') !== null,
  // Read after the appearance, by fitsWidget.
  DR: () => true,
};

/** The shape of a widget alone or of one with its field. */
const fitsWidget = (shape: Shape, dict: PdfDict, keys: Readonly<Record<string, Check>>): boolean =>
  shape.fits(dict, keys) && isResourcesOfMark(shape, dict.get('DR'));

const lock = dictOfShape({
  Type: name('SigFieldLock'),
  Action: name('All', 'Include', 'Exclude'),
  Fields: arrayOf(text),
  P: integer,
});

const FIELD: Readonly<Record<string, Check>> = {
  FT: name('Sig'),
  T: text,
  TU: text,
  TM: text,
  Ff: integer,
  V: reference,
  Lock: lock,
  Kids: arrayOf(reference),
};

const SIGNATURE: Readonly<Record<string, Check>> = {
  Type: name('Sig', 'DocTimeStamp'),
  Filter: name(),
  SubFilter: name(),
  ByteRange: plainData,
  Contents: plainData,
  M: text,
  Name: text,
  Location: text,
  Reason: text,
  ContactInfo: text,
  V: integer,
  R: integer,
  Cert: plainData,
  Changes: plainData,
  Prop_Build: plainData,
  Prop_AuthTime: plainData,
  Prop_AuthType: plainData,
  Reference: arrayOf(
    dictOfShape({
      Type: name('SigRef'),
      TransformMethod: name('DocMDP', 'FieldMDP'),
      TransformParams: dictOfShape({
        Type: name('TransformParams'),
        V: name(),
        P: integer,
        Action: name(),
        Fields: arrayOf(text),
      }),
      DigestMethod: name(),
      DigestValue: plainData,
      DigestLocation: plainData,
      Data: (shape, value) =>
        value instanceof PdfRef && value.num === catalogNumber(shape.explanation.update.after),
    }),
  ),
};

interface Widget {
  num: number;
  dict: PdfDict;
}

/** A new field that holds a signature or a document timestamp, with its widgets. */
export function addSignatureField(explanation: Explanation, ref: PdfValue): void {
  const change = explanation.takeAdded(ref, `signature field ${ref instanceof PdfRef ? ref.num : ''}`);
  const field = change?.after;
  if (!change || !(field instanceof PdfDict)) {
    explanation.find('FIELD_ADDED', 'AcroForm Fields');
    return;
  }
  const { num } = change;
  const shape = new Shape(explanation, `signature field ${num}`);
  const label = textOf(shape.open(field.get('T'))) ?? `object ${num}`;
  const isMerged = field.get('Subtype') !== null;
  if (
    !isName(field.get('FT'), 'Sig') ||
    !fitsWidget(shape, field, isMerged ? { ...FIELD, ...WIDGET } : FIELD)
  ) {
    explanation.find(hasAction(field) ? 'SCRIPT_ADDED' : 'FIELD_ADDED', label);
    return;
  }
  const widgets: Widget[] = isMerged ? [{ num, dict: field }] : [];
  for (const kid of field.get('Kids') === null ? [] : (shape.array(field.get('Kids')) ?? [])) {
    const widget = explanation.takeAdded(kid, `widget of ${num}`);
    if (widget?.after instanceof PdfDict && isWidgetOf(explanation, widget.after, num))
      widgets.push({ num: widget.num, dict: widget.after });
    else explanation.find('FIELD_ADDED', `${label} Kids`);
  }
  // Readers give fields of one name one value and may draw it in both.
  const isTaken = walkFields(explanation.update.before).some((other) => other.name === label);
  if (isTaken || label.includes('.') || (isMerged && widgets.length > 1))
    explanation.find('FIELD_ADDED', label);
  for (const widget of widgets) explanation.signatureWidgets.set(widget.num, widget.dict.get('P'));
  signField(explanation, { num, field, label, widgets });
}

const hasAction = (dict: PdfDict): boolean => dict.get('A') !== null || dict.get('AA') !== null;

function isWidgetOf(explanation: Explanation, dict: PdfDict, field: number): boolean {
  const isParent: Check = (_, value) => value instanceof PdfRef && value.num === field && value.gen === 0;
  return (
    isName(dict.get('Subtype'), 'Widget') &&
    isParent(new Shape(explanation, ''), dict.get('Parent')) &&
    fitsWidget(new Shape(explanation, `widget of ${field}`), dict, { ...WIDGET, Parent: isParent })
  );
}

interface SignedField {
  num: number;
  field: PdfDict;
  label: string;
  widgets: readonly Widget[];
}

/** Reads the signature of a field and finds where its widgets may draw. */
export function signField(explanation: Explanation, { num, field, label, widgets }: SignedField): void {
  const { after } = explanation.update;
  const value = explanation.takeAdded(field.get('V'), `signature of ${num}`);
  const signature = value?.after;
  if (
    !value ||
    !(signature instanceof PdfDict) ||
    !new Shape(explanation, `signature of ${num}`).fits(signature, SIGNATURE)
  ) {
    explanation.find('FIELD_VALUE_REPLACED', label);
    return;
  }
  const isTimestamp =
    isName(signature.get('Type'), 'DocTimeStamp') || isName(signature.get('SubFilter'), 'ETSI.RFC3161');
  const marks: Mark[] = [];
  let isPlaced = true;
  for (const widget of widgets) {
    const shape = new Shape(explanation, widget.num === num ? `signature field ${num}` : `widget of ${num}`);
    const numbers = shape.numbers(widget.dict.get('Rect'), 4);
    const box = numbers && boxOf(numbers);
    const appearance = widget.dict.get('AP');
    // Flags are not asked: a reader that hides the widget may print it, and the other way round.
    const isInvisible = box && isPoint(box) && (appearance === null || isEmptyAppearance(shape, appearance));
    if (isInvisible) continue;
    const page = pageOfWidget(after, widget.num, widget.dict.get('P'));
    const bits = intOf(after.resolve(widget.dict.get('F'))) ?? 0;
    const isDrawn = appearance === null || (box && isDrawable(box));
    if (!box || !isDrawn || page === undefined || (bits & ~KNOWN_FLAGS) !== 0) isPlaced = false;
    else marks.push({ page, box });
  }
  const [first] = marks;
  const where = first ? { page: first.page } : {};
  if (!isPlaced || (isTimestamp && marks.length > 0))
    explanation.find('SIGNATURE_MARK_OVER_PAGE', label, where);
  explanation.find(isTimestamp ? 'DOCUMENT_TIMESTAMP_ADDED' : 'SIGNATURE_ADDED', label, {
    signatureObject: value.num,
    fieldName: label,
    ...where,
    visible: marks.length > 0,
    marks,
  });
}
