import type { Box, Mark } from '../changes/marks.ts';
import { amountIn, type Cover, hidesMuch } from './coverage.ts';
import type { Pdfium } from './pdfium.ts';

/** A place where a later revision draws, by what draws there. */
export interface DrawnMark extends Mark {
  kind: 'signature' | 'field' | 'note';
}

/** One signed revision: the first bytes of the file, and where later revisions may draw. */
export interface SignedPrefix {
  length: number;
  marks: DrawnMark[];
  /** Where those who signed by then have their marks. */
  earlier?: Mark[];
}

export interface PictureTask {
  bytes: Uint8Array;
  prefixes: SignedPrefix[];
  /** Pages that the update touched are compared first. */
  touched: number[];
}

export interface Comparison {
  /** Whether one of both revisions could not be opened, or has another number of pages. */
  isOtherDocument: boolean;
  /** Whether a page was left out that must be compared, so that nothing is known about the document. */
  isUnfinished: boolean;
  pages: number;
  compared: number;
  /** Pages that look different anywhere. */
  changed: number[];
  /** Pages that look different outside the marks. */
  differing: number[];
  /** What the signed revision shows in the places of the marks, for compared pages. */
  covers: Cover[];
  /** Pages of which the marks of signatures cover too much of what is drawn. */
  hidden: number[];
}

export const pictureLimits = {
  /** Of one picture: 50 per inch of an ordinary page, where a changed digit or point still shows. */
  pixels: 250_000,
  /** Of all pictures of one document, beyond the pages that must be compared. */
  totalPixels: 40_000_000,
  /** Of a processor, so that a busy machine compares as many pages as an idle one, and until it is too late. */
  processorMs: 4000,
  milliseconds: 10_000,
  prefixes: 32,
  /** Must be compared, or all pages of a shorter document: a few heavy pages do not hide the others. */
  leastPages: 5,
  /** Pictures of touched pages that are worth drawing before any other page has its turn. */
  touchedPictures: 16,
};

const ANNOTATIONS = 0x01;
const PRINTING = 0x800;
/** Widgets may be shown on the screen alone or on paper alone. */
const MODES = [ANNOTATIONS, ANNOTATIONS | PRINTING];
const BGRA = 4;
const WHITE = 0xffffffff;
/** Smoothed edges reach beyond the box of a mark. */
const MARGIN = 2;

/** Draws every signed revision and the whole file page by page, for screen and for print, within a budget. */
export function compareDocuments(pdfium: Pdfium, task: PictureTask): (Comparison | null)[] {
  const { wasmExports } = pdfium.pdfium;
  const start = wasmExports.malloc(task.bytes.length);
  if (start === 0) return task.prefixes.map(() => null);
  pdfium.pdfium.HEAPU8.set(task.bytes, start);
  const current = open(pdfium, start, task.bytes.length);
  const compared = task.prefixes.map((prefix, at): Compared => {
    const document = at < pictureLimits.prefixes ? open(pdfium, start, prefix.length) : undefined;
    const result = at < pictureLimits.prefixes ? begin(current, document) : null;
    return { prefix, document, result, done: new Set() };
  });
  const budget = new PictureBudget();
  for (const { page, which, isNeeded } of planOf(current?.pages ?? 0, task.touched, compared)) {
    const shown = current && draw(pdfium, current, page, isNeeded, budget);
    if (!shown) break;
    for (const { prefix, document, result, done } of which) {
      if (!document || !result || result.isOtherDocument) continue;
      const signed = draw(pdfium, document, page, isNeeded, budget);
      if (signed && comparePage(pdfium, page, signed, shown, prefix, result)) done.add(page);
      signed?.close();
    }
    shown.close();
  }
  for (const { prefix, result, done } of compared)
    if (result && !result.isOtherDocument) result.isUnfinished = isUnfinished(result, prefix, done);
  return compared.map(({ result }) => result);
}

class PictureBudget {
  pixels = pictureLimits.totalPixels;
  readonly #until = performance.now() + pictureLimits.milliseconds;
  readonly #used = process.threadCpuUsage();

  get isOver(): boolean {
    const { user, system } = process.threadCpuUsage(this.#used);
    return performance.now() > this.#until || (user + system) / 1000 > pictureLimits.processorMs;
  }
}

interface Compared {
  prefix: SignedPrefix;
  document: Opened | undefined;
  result: Comparison | null;
  /** Pages that were compared. */
  done: Set<number>;
}

/** Pages with a mark must be compared, and the first ones; only a long document may have pages that were not. */
function isUnfinished({ pages }: Comparison, { marks }: SignedPrefix, done: ReadonlySet<number>): boolean {
  return marks.some(({ page }) => !done.has(page)) || done.size < Math.min(pages, pictureLimits.leastPages);
}

/** In which order the pages are drawn, and for which signatures: touched pages first. */
function* planOf(
  pages: number,
  touched: readonly number[],
  all: readonly Compared[],
): Generator<{ page: number; which: readonly Compared[]; isNeeded: boolean }> {
  const first = new Set(touched.filter((page) => page >= 1 && page <= pages));
  const drawn = (page: number, { prefix }: Compared) => prefix.marks.some((mark) => mark.page === page);
  // Many people may sign many pages; each page is then drawn first for those before the mark alone.
  const isMuch = first.size * all.length > pictureLimits.touchedPictures;
  for (const page of first)
    yield { page, which: isMuch ? all.filter((one) => drawn(page, one)) : all, isNeeded: true };
  let left = pictureLimits.leastPages;
  for (let page = 1; page <= pages; page += 1) {
    const which = all.filter(({ done }) => !done.has(page));
    if (which.length > 0) yield { page, which, isNeeded: left > 0 };
    left -= 1;
  }
}

interface Opened {
  handle: number;
  /** Widgets are drawn by the form of a document, everything else by its pages. */
  form: number;
  pages: number;
}

function open(pdfium: Pdfium, start: number, length: number): Opened | undefined {
  const handle = pdfium.FPDF_LoadMemDocument(start, length, '');
  if (handle === 0) return undefined;
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(handle, pdfium.PDFiumExt_OpenFormFillInfo());
  if (form === 0) throw new Error('no form environment');
  return { handle, form, pages: pdfium.FPDF_GetPageCount(handle) };
}

/** Null when nothing can be compared. */
function begin(current: Opened | undefined, signed: Opened | undefined): Comparison | null {
  if (!current && !signed) return null;
  const isOtherDocument = current?.pages !== signed?.pages;
  return {
    isOtherDocument,
    isUnfinished: false,
    pages: signed?.pages ?? 0,
    compared: 0,
    changed: [],
    differing: [],
    covers: [],
    hidden: [],
  };
}

interface Drawn {
  page: number;
  width: number;
  height: number;
  /** Pixels for a point. */
  scale: number;
  /** One per mode. */
  pictures: Uint32Array[];
  close(): void;
}

function draw(
  pdfium: Pdfium,
  document: Opened,
  page: number,
  isNeeded: boolean,
  budget: PictureBudget,
): Drawn | undefined {
  if (budget.isOver) return undefined;
  const handle = pdfium.FPDF_LoadPage(document.handle, page - 1);
  if (handle === 0) return { page: 0, width: 0, height: 0, scale: 1, pictures: [], close: () => undefined };
  const [wide, high] = [pdfium.FPDF_GetPageWidthF(handle), pdfium.FPDF_GetPageHeightF(handle)];
  const scale = Math.min(1, Math.sqrt(pictureLimits.pixels / Math.max(wide * high, 1)));
  const [width, height] = [wide, high].map((side) =>
    Math.min(Math.max(Math.round(side * scale), 1), 4000),
  ) as [number, number];
  budget.pixels -= MODES.length * width * height;
  if (budget.pixels < 0 && !isNeeded) {
    pdfium.FPDF_ClosePage(handle);
    return undefined;
  }
  pdfium.FORM_OnAfterLoadPage(handle, document.form);
  const pictures = MODES.map((mode) =>
    drawOnce(pdfium, { page: handle, form: document.form, width, height }, mode),
  );
  const close = () => {
    pdfium.FORM_OnBeforeClosePage(handle, document.form);
    pdfium.FPDF_ClosePage(handle);
  };
  return { page: handle, width, height, scale, pictures, close };
}

interface Sheet {
  page: number;
  form: number;
  width: number;
  height: number;
}

function drawOnce(pdfium: Pdfium, { page, form, width, height }: Sheet, mode: number): Uint32Array {
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
  if (bitmap === 0) throw new Error('no memory for a picture');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, mode);
  if (form !== 0) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, mode);
  const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const picture = new Uint32Array(pdfium.pdfium.HEAPU8.slice(at, at + 4 * width * height).buffer);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return picture;
}

function comparePage(
  pdfium: Pdfium,
  page: number,
  signed: Drawn,
  shown: Drawn,
  prefix: SignedPrefix,
  result: Comparison,
): boolean {
  const { marks } = prefix;
  // A page that PDFium cannot open in either revision was not compared.
  if (signed.pictures.length === 0 && shown.pictures.length === 0) return false;
  result.compared += 1;
  if (signed.width !== shown.width || signed.height !== shown.height) {
    result.changed.push(page);
    result.differing.push(page);
    return true;
  }
  const boxes = marks.map((mark) => (mark.page === page ? toPixels(pdfium, shown, mark.box) : undefined));
  measureMarks(pdfium, page, signed, prefix, result);
  if (signed.pictures.every((picture, mode) => isEqual(picture, shown.pictures[mode]))) return true;
  result.changed.push(page);
  const masked = new Uint8Array(signed.width * signed.height);
  for (const box of boxes) if (box) fill(masked, signed.width, box);
  const isDifferent = signed.pictures.some((picture, mode) => {
    const other = shown.pictures[mode] ?? new Uint32Array(0);
    for (let at = 0; at < picture.length; at += 1)
      if (picture[at] !== other[at] && masked[at] === 0) return true;
    return false;
  });
  if (isDifferent) result.differing.push(page);
  return true;
}

const isEqual = (a: Uint32Array, b: Uint32Array | undefined): boolean =>
  b !== undefined && Buffer.from(a.buffer).equals(Buffer.from(b.buffer));

/** Of all marks of a page, in pages: a hostile file may have thousands. */
const MEASURED_PAGES = 8;

/** Finds what the signed revision shows where later revisions draw. */
function measureMarks(
  pdfium: Pdfium,
  page: number,
  signed: Drawn,
  { marks, earlier = [] }: SignedPrefix,
  result: Comparison,
): void {
  let plain: Drawn | undefined;
  let left = MEASURED_PAGES * signed.width * signed.height;
  const hiding: Box[] = [];
  for (const [mark, { page: place, box, kind }] of marks.entries()) {
    if (place !== page) continue;
    const whole = toPixels(pdfium, signed, box, 0);
    const inner = kind === 'field' ? withoutFrame(whole) : whole;
    const around = widened(whole, signed);
    left -= areaOf(inner) + areaOf(around);
    const isField = kind === 'field';
    const shown = left < 0 ? 'more' : amountIn(signed, inner, isField);
    if (isField && shown !== 'nothing') plain ??= withoutAnnotations(pdfium, signed);
    const content = isField && plain && left >= 0 ? amountIn(plain, inner, isField) : shown;
    const isBeside = left < 0 || amountIn(signed, around) !== 'nothing';
    result.covers.push({ mark, shown, content, isBeside });
    if (kind === 'signature' && shown === 'more') hiding.push(whole);
  }
  if (hiding.length === 0) return;
  const others = earlier.filter((mark) => mark.page === page);
  const places = others.map(({ box }) => toPixels(pdfium, signed, box, 0));
  plain ??= withoutAnnotations(pdfium, signed);
  if (hidesMuch(signed, plain, hiding, places)) result.hidden.push(page);
}

const areaOf = ([left, top, right, bottom]: Box): number => (right - left) * (bottom - top);

/** In points: a line of ordinary text. What stands nearer is read as one with the text. */
const LINE_HEIGHT = 14;

/** With what is beside it; at least two pixels, for a large page is drawn small. */
function widened([left, top, right, bottom]: Box, { width, height, scale }: Drawn): Box {
  const margin = Math.max(2, Math.ceil(LINE_HEIGHT * scale));
  return [
    Math.max(0, left - margin),
    Math.max(0, top - margin),
    Math.min(width, right + margin),
    Math.min(height, bottom + margin),
  ];
}

/** The frame of a field is drawn along its edges. */
function withoutFrame([left, top, right, bottom]: Box): Box {
  const frame = (side: number) => Math.min(2, Math.floor(side / 4));
  const [wide, high] = [frame(right - left), frame(bottom - top)];
  return [left + wide, top + high, right - wide, bottom - high];
}

function withoutAnnotations(pdfium: Pdfium, signed: Drawn): Drawn {
  const { page, width, height } = signed;
  return {
    ...signed,
    pictures: MODES.map((mode) => drawOnce(pdfium, { page, form: 0, width, height }, mode & ~ANNOTATIONS)),
  };
}

/** Left, top, right, bottom in pixels, with a margin and inside the picture. */
function toPixels(
  pdfium: Pdfium,
  { page, width, height }: Drawn,
  [left, bottom, right, top]: Box,
  margin = MARGIN,
): Box {
  const at = pdfium.pdfium.wasmExports.malloc(8);
  const corner = (x: number, y: number): [number, number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, at, at + 4);
    const view = new DataView(pdfium.pdfium.HEAPU8.buffer, at, 8);
    return [view.getInt32(0, true), view.getInt32(4, true)];
  };
  const [[ax, ay], [bx, by]] = [corner(left, bottom), corner(right, top)];
  pdfium.pdfium.wasmExports.free(at);
  const inside = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return [
    inside(Math.min(ax, bx) - margin, width),
    inside(Math.min(ay, by) - margin, height),
    inside(Math.max(ax, bx) + margin, width),
    inside(Math.max(ay, by) + margin, height),
  ];
}

function fill(masked: Uint8Array, width: number, [left, top, right, bottom]: Box): void {
  for (let y = top; y < bottom; y += 1) masked.fill(1, y * width + left, y * width + right);
}
