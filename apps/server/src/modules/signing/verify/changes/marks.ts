import type { PdfView } from '../pdf/document.ts';
import { type PdfDict, PdfRef, type PdfValue } from '../pdf/values.ts';
import { isPage, pageNumbers } from './kinds.ts';

/** Left, bottom, right, top in the coordinates of a page, normalised. */
export type Box = [number, number, number, number];

/** A place where a later revision may draw something. */
export interface Mark {
  /** From 1. */
  page: number;
  box: Box;
  /** The object that draws there, where other annotations of the page matter. */
  widget?: number;
}

export function boxOf(numbers: readonly number[]): Box {
  const [ax = 0, ay = 0, bx = 0, by = 0] = numbers;
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

/** In points. Programs draw a smaller frame each in its own way, some of them over the whole page. */
const LEAST_SIDE = 4;
export const isDrawable = ([left, bottom, right, top]: Box): boolean =>
  right - left >= LEAST_SIDE && top - bottom >= LEAST_SIDE;

export const isPoint = ([left, bottom, right, top]: Box): boolean => left === right && bottom === top;

/** The marks of later signers may cover at most this part of what a page shows. */
const LARGEST_SHARE = 0.25;
/** More marks than people sign one page with; their union is not worth computing. */
const MOST_MARKS = 64;

/**
 * Pages of which the marks cover more than a quarter: of the part that is shown (crop box) or of the whole sheet, which
 * some programs print.
 */
export function coveredPages(view: PdfView, marks: readonly Mark[]): number[] {
  const byPage = Map.groupBy(marks, ({ page }) => page);
  const covered: number[] = [];
  for (const [page, onPage] of byPage) {
    const boxes = pageBoxes(view, pageNumbers(view)[page - 1]);
    const isCovered =
      boxes === undefined ||
      onPage.length > MOST_MARKS ||
      [boxes.sheet, boxes.shown].some(
        (area) => unionArea(onPage.map(({ box }) => clip(box, area))) > LARGEST_SHARE * areaOf(area),
      );
    if (isCovered) covered.push(page);
  }
  return covered;
}

function pageBoxes(view: PdfView, num: number | undefined): { sheet: Box; shown: Box } | undefined {
  const page = num === undefined ? null : view.object(num);
  if (!isPage(page)) return undefined;
  const sheet = inheritedBox(view, page, 'MediaBox');
  if (sheet === undefined || areaOf(sheet) <= 0) return undefined;
  const crop = inheritedBox(view, page, 'CropBox') ?? sheet;
  const shown = clip(crop, sheet);
  return areaOf(shown) > 0 ? { sheet, shown } : undefined;
}

function inheritedBox(view: PdfView, page: PdfDict, key: string): Box | undefined {
  let node: PdfDict | undefined = page;
  for (let hops = 0; node && hops < 32; hops += 1) {
    const value: PdfValue = view.resolve(node.get(key));
    if (value !== null) {
      const numbers = Array.isArray(value) ? value.map((item) => view.resolve(item)) : [];
      return isBox(numbers) ? boxOf(numbers) : undefined;
    }
    node = view.dict(node.get('Parent'));
  }
  return undefined;
}

const areaOf = ([left, bottom, right, top]: Box): number =>
  Math.max(0, right - left) * Math.max(0, top - bottom);

const clip = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

/** By strips between all left and right sides. */
function unionArea(boxes: readonly Box[]): number {
  const solid = boxes.filter((box) => areaOf(box) > 0);
  const sides = [...new Set(solid.flatMap(([left, , right]) => [left, right]))].toSorted((a, b) => a - b);
  let area = 0;
  for (const [at, left] of sides.entries()) {
    const right = sides[at + 1];
    if (right === undefined) break;
    let top = Number.NEGATIVE_INFINITY;
    for (const box of solid.toSorted((a, b) => a[1] - b[1])) {
      if (box[0] > left || box[2] < right) continue;
      area += (right - left) * Math.max(0, box[3] - Math.max(top, box[1]));
      top = Math.max(top, box[3]);
    }
  }
  return area;
}

/** Neighbours in a table share their edges. */
const SHARED_EDGE = 2;

/** Whether another annotation of the page has a part of this place. */
export function isOverAnnotation(view: PdfView, { page, box, widget }: Mark): boolean {
  const num = pageNumbers(view)[page - 1];
  const sheet = num === undefined ? null : view.object(num);
  return view.array(isPage(sheet) ? sheet.get('Annots') : null).some((item) => {
    if (item instanceof PdfRef && item.num === widget) return false;
    view.file.budget.visit();
    const numbers = view.array(view.dict(item)?.get('Rect')).map((one) => view.resolve(one));
    if (!isBox(numbers)) return true;
    const [left, bottom, right, top] = clip(box, boxOf(numbers));
    return right - left > SHARED_EDGE && top - bottom > SHARED_EDGE;
  });
}

/** The page on which a widget is drawn: the one that lists it, or else the one that it names. */
export function pageOfWidget(view: PdfView, num: number, named: PdfValue): number | undefined {
  const pages = pageNumbers(view);
  const own = named instanceof PdfRef ? pages.indexOf(named.num) : -1;
  const listed = listers(view).get(num);
  if (listed !== undefined) return listed.length === 1 ? listed[0] : undefined;
  return own < 0 ? undefined : own + 1;
}

/** Where an annotation is drawn; undefined when that cannot be told. */
export function markOf(view: PdfView, item: PdfValue): Mark | undefined {
  const dict = view.dict(item);
  const numbers = view.array(dict?.get('Rect')).map((one) => view.resolve(one));
  if (!(item instanceof PdfRef) || !isBox(numbers)) return undefined;
  const page = pageOfWidget(view, item.num, dict?.get('P') ?? null);
  return page === undefined ? undefined : { page, box: boxOf(numbers), widget: item.num };
}

const isBox = (values: readonly PdfValue[]): values is number[] =>
  values.length === 4 && values.every((one) => typeof one === 'number');

const known = new WeakMap<PdfView, Map<number, number[]>>();

/** The pages that list each annotation. */
function listers(view: PdfView): Map<number, number[]> {
  const before = known.get(view);
  if (before) return before;
  const found = new Map<number, number[]>();
  for (const [at, num] of pageNumbers(view).entries()) {
    const page = view.object(num);
    for (const item of isPage(page) ? view.array(page.get('Annots')) : [])
      if (item instanceof PdfRef) found.set(item.num, [...(found.get(item.num) ?? []), at + 1]);
  }
  known.set(view, found);
  return found;
}
