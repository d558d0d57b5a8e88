import { RefusedFile } from '../budget.ts';
import type { PdfView } from '../pdf/document.ts';
import { isName, nameOf, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/values.ts';
import { isPlainlyDrawn } from './drawn-form.ts';
import { readDrawnText } from './drawn-text.ts';
import { fieldType, heldFlags, heldValue, shownValue } from './field-value.ts';
import { type Box, boxOf } from './marks.ts';
import { readPlainFont } from './plain-font.ts';

/** Whether a field shows what it says: proven, disproven, or drawn in a way that proves nothing. */
export type Shown = 'value' | 'other' | 'unclear';

export interface Widget {
  num: number;
  dict: PdfDict;
}

/** The field to which a widget belongs: a widget without a name of its own draws its parent's value. */
export function ownerOf(view: PdfView, num: number, dict: PdfDict): Widget {
  const parent = dict.get('Parent');
  const field = view.dict(parent);
  return dict.get('T') === null && parent instanceof PdfRef && field
    ? { num: parent.num, dict: field }
    : { num, dict };
}

/** Every widget of a field. */
export function widgetsOf(view: PdfView, num: number, field: PdfDict): Widget[] {
  const own = isName(view.resolve(field.get('Subtype')), 'Widget') ? [{ num, dict: field }] : [];
  const kids = view.array(field.get('Kids')).flatMap((kid) => {
    const dict = view.dict(kid);
    return kid instanceof PdfRef && dict ? [{ num: kid.num, dict }] : [];
  });
  return [...own, ...kids];
}

/**
 * Every widget counts, changed or not: a field says one thing and may show another in a second place. Whoever asks for
 * it as it is drawn knows that readers may draw it anew.
 */
export function judgeShown(
  view: PdfView,
  field: PdfDict,
  widgets: readonly Widget[],
  how?: 'as drawn',
): Shown {
  const form = view.dict(view.root.get('AcroForm'));
  // Readers that know XFA show its data instead.
  if (!form || form.ambiguous || form.get('XFA') !== null) return 'unclear';
  // A value of its own in a nameless widget is read by some readers alone.
  const isPlain = ({ dict }: Widget) =>
    isName(view.resolve(dict.get('Subtype')), 'Widget') && (dict === field || dict.get('V') === null);
  if (widgets.length === 0 || !widgets.every(isPlain)) return 'unclear';
  if (fieldType(view, field) === 'Btn') return judgeBoxes(view, field, widgets);
  // Readers then draw the field anew, with the fonts and colours of the form.
  const isRedrawn = ![null, false].includes(view.resolve(form.get('NeedAppearances')) as null);
  const value = shownValue(view, field);
  if ((isRedrawn && how === undefined) || value === undefined) return 'unclear';
  const shown = widgets.map(({ dict }) => textOfWidget(view, dict, value));
  if (shown.includes(undefined)) return 'unclear';
  return shown.every((text) => isSameText(text ?? '', value, isComb(view, field))) ? 'value' : 'other';
}

/** Each box is off or on the chosen state, and one shows the choice. */
function judgeBoxes(view: PdfView, field: PdfDict, widgets: readonly Widget[]): Shown {
  const value = heldValue(view, field);
  const chosen = value === null ? 'Off' : nameOf(value);
  if (chosen === undefined) return 'unclear';
  const states = widgets.map(({ dict }) => {
    const state = view.resolve(dict.get('AS'));
    return state === null ? 'Off' : nameOf(state);
  });
  if (!states.every((state) => state === 'Off' || state === chosen)) return 'other';
  // The state was signed, but nobody saw it before it was chosen.
  const drawings = widgets.map(({ dict }, at) => drawingOf(view, dict, states[at] ?? 'Off'));
  if (!drawings.every((drawing) => drawing === null || isPlainlyDrawn(view, drawing))) return 'unclear';
  const isDrawn = drawings.some((drawing, at) => states[at] === chosen && drawing instanceof PdfStream);
  return chosen === 'Off' || isDrawn ? 'value' : 'other';
}

/** What a box shows in a state. */
function drawingOf(view: PdfView, widget: PdfDict, state: string): PdfValue {
  const states = view.resolve(view.dict(widget.get('AP'))?.get('N') ?? null);
  return states instanceof PdfDict && !states.ambiguous ? view.resolve(states.get(state)) : null;
}

const normal = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** The boxes of a comb stand apart. */
const isSameText = (shown: string, value: string, isSpread: boolean): boolean =>
  isSpread
    ? shown.replace(/\s+/g, '') === value.normalize('NFC').replace(/\s+/g, '')
    : normal(shown) === normal(value);

/** Of `Ff` (12.7.5.3). */
const COMB = 0x1000000;
const isComb = (view: PdfView, field: PdfDict): boolean => (heldFlags(view, field) & COMB) !== 0;

/** Without an appearance readers draw the value, each in its own way, or nothing; undefined when it cannot be told. */
function textOfWidget(view: PdfView, widget: PdfDict, value: string): string | undefined {
  const appearance = view.resolve(widget.get('AP'));
  if (appearance === null) return value === '' ? '' : undefined;
  const form =
    appearance instanceof PdfDict && !appearance.ambiguous && appearance.map.size === 1
      ? view.resolve(appearance.get('N'))
      : null;
  if (!(form instanceof PdfStream) || form.dict.ambiguous) return undefined;
  const frame = boxIn(view, form.dict.get('BBox'));
  const place = boxIn(view, widget.get('Rect'));
  if (!frame || !place || !isUnmoved(view, form.dict.get('Matrix')) || !isSameSize(frame, place))
    return undefined;
  const fonts = view.dict(view.dict(form.dict.get('Resources'))?.get('Font'));
  const font = (name: string) =>
    fonts?.ambiguous === false ? readPlainFont(view, fonts.get(name)) : undefined;
  try {
    return readDrawnText(view.decode(form), view.file.budget, { box: frame, font });
  } catch (error) {
    if (error instanceof RefusedFile && error.reason === 'UNREADABLE') return undefined;
    throw error;
  }
}

function boxIn(view: PdfView, value: PdfValue): Box | undefined {
  const numbers = view.array(value).map((item) => view.resolve(item));
  return numbers.length === 4 && numbers.every((one) => typeof one === 'number')
    ? boxOf(numbers as number[])
    : undefined;
}

/** The frame is laid on the rectangle, so where it begins does not matter. */
function isUnmoved(view: PdfView, matrix: PdfValue): boolean {
  if (view.resolve(matrix) === null) return true;
  const numbers = view.array(matrix).map((item) => view.resolve(item));
  return numbers.length === 6 && numbers.slice(0, 4).join() === '1,0,0,1';
}

/** In points: a frame of another size is squeezed into the rectangle. */
const SIZE_TOLERANCE = 2;

const isSameSize = (a: Box, b: Box): boolean =>
  Math.abs(a[2] - a[0] - (b[2] - b[0])) <= SIZE_TOLERANCE &&
  Math.abs(a[3] - a[1] - (b[3] - b[1])) <= SIZE_TOLERANCE;
