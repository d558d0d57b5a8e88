import { RefusedFile } from '../budget.ts';
import type { PdfView } from '../pdf/document.ts';
import { isName, nameOf, PdfDict, PdfStream, type PdfValue } from '../pdf/values.ts';
import { drawsNothing, isInvertible, readContent, type Use } from './drawn-content.ts';

/** Of a form, signed or new. Not `OC`, `Ref`, `F`: layers and other files decide what such a form shows. */
const FORM_KEYS = new Set([
  ...['Type', 'Subtype', 'FormType', 'Name', 'BBox', 'Matrix', 'Resources', 'Group', 'Length', 'Filter'],
  ...['DecodeParms', 'LastModified', 'PieceInfo', 'Metadata', 'StructParent', 'StructParents'],
]);
/** Of a graphics state: no fonts, functions or halftones. */
const STATE_KEYS = new Set([
  ...['Type', 'LW', 'LC', 'LJ', 'ML', 'D', 'RI', 'OP', 'op', 'OPM', 'FL', 'SM', 'SA', 'BM', 'SMask', 'CA'],
  ...['ca', 'AIS', 'TK'],
]);
const MOST_LEVELS = 16;

/**
 * Whether every reader draws this form, and those inside, within their frames: also those that were signed, for they
 * may have been prepared for a new place.
 */
export function isPlainlyDrawn(view: PdfView, form: PdfValue, above: readonly PdfStream[] = []): boolean {
  const found = view.resolve(form);
  if (!(found instanceof PdfStream) || above.includes(found) || above.length >= MOST_LEVELS) return false;
  const known = knownOf(view);
  const before = known.get(found);
  if (before !== undefined) return before;
  const isPlain = isPlainForm(view, found, [...above, found]);
  known.set(found, isPlain);
  return isPlain;
}

const judged = new WeakMap<PdfView, Map<PdfStream, boolean>>();

/** A form that is drawn a thousand times is read once. */
function knownOf(view: PdfView): Map<PdfStream, boolean> {
  const known = judged.get(view) ?? new Map<PdfStream, boolean>();
  judged.set(view, known);
  return known;
}

function isPlainForm(view: PdfView, form: PdfStream, levels: readonly PdfStream[]): boolean {
  const { dict } = form;
  if (!isName(view.resolve(dict.get('Subtype')), 'Form') || !hasFrame(view, dict)) return false;
  if (dict.ambiguous || ![...dict.map.keys()].every((key) => FORM_KEYS.has(key))) return false;
  const uses = usesOf(view, form);
  const resources = view.resolve(dict.get('Resources'));
  if (!uses || (resources !== null && !(resources instanceof PdfDict && !resources.ambiguous))) return false;
  const listed = (kind: Use['kind']): PdfDict | undefined => {
    const found = view.resolve(resources?.get(kind) ?? null);
    return found instanceof PdfDict && !found.ambiguous ? found : undefined;
  };
  const isDrawn = (value: PdfValue): boolean => {
    view.file.budget.visit();
    const drawn = view.resolve(value);
    const isImage = drawn instanceof PdfStream && isName(view.resolve(drawn.dict.get('Subtype')), 'Image');
    return isImage ? isPlainImage(drawn) : isPlainlyDrawn(view, value, levels);
  };
  return (
    [...(listed('XObject')?.map.values() ?? [])].every(isDrawn) &&
    uses.every(({ kind, name }) => isKnown(view, kind, view.resolve(listed(kind)?.get(name) ?? null)))
  );
}

/** Without alternates, layers and other files. */
const isPlainImage = ({ dict }: PdfStream): boolean =>
  !dict.ambiguous && ['Alternates', 'OC', 'F', 'OPI'].every((key) => dict.get(key) === null);

function usesOf(view: PdfView, form: PdfStream): Use[] | undefined {
  try {
    const filters = [view.resolve(form.dict.get('Filter'))].flat().map((one) => view.resolve(one));
    const isPlain = filters.length === 1 && (filters[0] === null || isName(filters[0], 'FlateDecode'));
    const content = isPlain ? view.decode(form, true) : undefined;
    const isFramed = hasArea(view, form.dict) || (content && drawsNothing(content));
    return content && isFramed ? readContent(content, view.file.budget) : undefined;
  } catch (error) {
    if (error instanceof RefusedFile && error.reason === 'UNREADABLE') return undefined;
    throw error;
  }
}

/** The forms and images of the resources are all read before. */
function isKnown(view: PdfView, kind: Use['kind'], value: PdfValue): boolean {
  if (kind === 'XObject') return value instanceof PdfStream;
  if (kind === 'ColorSpace') {
    const family = Array.isArray(value) ? view.resolve(value[0]) : value;
    return nameOf(family) !== undefined && nameOf(family) !== 'Pattern';
  }
  if (!(value instanceof PdfDict) || value.ambiguous) return false;
  const subtype = nameOf(view.resolve(value.get('Subtype')));
  // The letters of a Type 3 font are contents of their own.
  if (kind === 'Font') return subtype !== undefined && subtype !== 'Type3';
  const mask = view.resolve(value.get('SMask'));
  return (mask === null || isName(mask, 'None')) && [...value.map.keys()].every((key) => STATE_KEYS.has(key));
}

/** A matrix that cannot be inverted has no frame to clip to: some readers then draw over the whole page. */
export function hasFrame(view: PdfView, form: PdfDict): boolean {
  if (numbersIn(view, form.get('BBox'), 4) === undefined) return false;
  const matrix = form.get('Matrix');
  if (matrix === null) return true;
  const numbers = numbersIn(view, matrix, 6);
  return numbers?.every((number) => Math.abs(number) < 1e5) === true && isInvertible(numbers, 1e-6);
}

/** Some readers have no clip for a frame without a size. */
function hasArea(view: PdfView, form: PdfDict): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersIn(view, form.get('BBox'), 4) ?? [];
  return Math.abs(right - left) > 0.01 && Math.abs(top - bottom) > 0.01;
}

function numbersIn(view: PdfView, value: PdfValue, count: number): number[] | undefined {
  const numbers = view.array(value).map((item) => view.resolve(item));
  const isAll = numbers.length === count && numbers.every((one) => typeof one === 'number');
  return isAll ? (numbers as number[]) : undefined;
}
