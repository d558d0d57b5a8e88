import { judgeShown, widgetsOf } from '../verify/changes/field-shown.ts';
import { fieldType, heldFlags, shownValue } from '../verify/changes/field-value.ts';
import type { PdfView } from '../verify/pdf/document.ts';
import { dictOf, intOf, nameOf, type PdfDict, type PdfValue } from '../verify/pdf/values.ts';
import { walkFields } from '../verify/signatures.ts';
import type { PdfWarning } from './document.ts';

/** Of `F` (12.5.3). */
const PRINT = 4;
/** Readers that draw them without an appearance do it each in its own way. */
const NEED_APPEARANCE = new Set(['FreeText', 'Stamp', 'Redact']);
/** Without an appearance they put nothing on the page. */
const OF_THE_READER = new Set(['Link', 'Popup']);
/** Of `Ff` (12.7.5.4). */
const COMBO = 0x20000;

/** An annotation with a place on the page that is shown on the screen. */
export function risksOfAnnotation(view: PdfView, annotation: PdfDict): PdfWarning[] {
  const kind = nameOf(view.resolve(annotation.get('Subtype'))) ?? '';
  const isDrawn = view.resolve(annotation.get('AP')) !== null;
  const isPrinted = ((intOf(view.resolve(annotation.get('F'))) ?? 0) & PRINT) !== 0;
  if (kind === 'Widget')
    return !isPrinted && (isDrawn || isDrawnByReaders(view, annotation)) ? ['screen_and_print_differ'] : [];
  if (!isDrawn && OF_THE_READER.has(kind)) return [];
  const isUnclear = !isDrawn && (NEED_APPEARANCE.has(kind) || annotation.get('IC') !== null);
  return [
    ...(isPrinted ? [] : (['screen_and_print_differ'] as const)),
    ...(isUnclear ? (['drawn_differently'] as const) : []),
  ];
}

/** A field without an appearance: readers draw its value and its ground. */
const isDrawnByReaders = (view: PdfView, widget: PdfDict): boolean =>
  view.resolve(view.dict(widget.get('MK'))?.get('BG') ?? null) !== null ||
  (['Tx', 'Ch'].includes(fieldType(view, widget)) && shownValue(view, widget) !== '');

/** Fields that show something else than they say, or that readers draw anew from what they say. */
export function risksOfFields(view: PdfView): PdfWarning[] {
  const form = view.dict(view.root.get('AcroForm'));
  const redraws = view.resolve(form?.get('NeedAppearances') ?? null);
  const isRedrawn = redraws !== null && redraws !== false;
  const isRisky = walkFields(view).some(({ dict, number }) => {
    // Judged with its parent.
    if (dict.get('T') === null && dict.get('Parent') !== null) return false;
    const widgets = widgetsOf(view, number ?? 0, dict);
    const type = fieldType(view, dict);
    // A list shows all its options.
    const isList = type === 'Ch' && (heldFlags(view, dict) & COMBO) === 0;
    if (widgets.length === 0 || !['Tx', 'Ch', 'Btn'].includes(type) || isList) return false;
    if (type === 'Btn' || !isRedrawn) return judgeShown(view, dict, widgets) === 'other';
    return shownValue(view, dict) !== '' || judgeShown(view, dict, widgets, 'as drawn') !== 'value';
  });
  return isRisky ? ['drawn_differently'] : [];
}

/** What any dictionary of the document can do to the pages. */
export function risksOfDict(view: PdfView, dict: PdfDict, isStream: boolean): PdfWarning[] {
  const isElsewhere = isStream && ['F', 'Ref', 'OPI'].some((key) => dict.get(key) !== null);
  const isForPrint =
    (isStream && (dict.get('Alternates') !== null || isPostScript(view, dict))) ||
    statesOf(view, dict.get('ExtGState')).some((state) => changesTones(view, state));
  const isLayered = [dict.get('OC'), ...itemsOf(view, dict.get('Properties'))].some((one) =>
    isLayer(view, one),
  );
  return [
    ...(isLayered ? (['layers'] as const) : []),
    ...(isForPrint ? (['screen_and_print_differ'] as const) : []),
    ...(isElsewhere ? (['content_elsewhere'] as const) : []),
  ];
}

/** Drawn by printers that know the language, and by nothing else. */
const isPostScript = (view: PdfView, dict: PdfDict): boolean =>
  ['Subtype', 'Subtype2'].some((key) => nameOf(view.resolve(dict.get(key))) === 'PS');

const isLayer = (view: PdfView, value: PdfValue): boolean =>
  ['OCG', 'OCMD'].includes(nameOf(view.resolve(view.dict(value)?.get('Type') ?? null)) ?? '');

/** Resources name them, a pattern holds one. */
function statesOf(view: PdfView, value: PdfValue): PdfDict[] {
  const own = view.dict(value);
  return own ? [own, ...itemsOf(view, value).flatMap((item) => view.dict(item) ?? [])] : [];
}

/** Many pages may share one list, and each of them reads it again. */
function itemsOf(view: PdfView, value: PdfValue): PdfValue[] {
  const items = [...(view.dict(value)?.map.values() ?? [])];
  view.file.budget.visit(items.length);
  return items;
}

/** Transfer functions and those of halftones (10.5): printers obey them, screens mostly do not. */
function changesTones(view: PdfView, state: PdfDict): boolean {
  const isUsual = (value: PdfValue): boolean => {
    const found = view.resolve(value);
    if (Array.isArray(found)) return found.every((item) => isUsual(item));
    return found === null || ['Identity', 'Default'].includes(nameOf(found) ?? '');
  };
  const halftone = view.resolve(state.get('HT'));
  const halftones = [halftone, ...(dictOf(halftone)?.map.values() ?? [])].flatMap(
    (item) => dictOf(view.resolve(item)) ?? [],
  );
  return (
    !isUsual(state.get('TR')) ||
    !isUsual(state.get('TR2')) ||
    halftones.some((one) => !isUsual(one.get('TransferFunction')))
  );
}
