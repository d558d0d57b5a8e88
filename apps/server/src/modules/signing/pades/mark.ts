import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type EmbeddedFont,
  type PDF,
  type PDFPage,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfRef,
  PdfStream,
} from '@libpdf/core';
import { encode } from 'uqr';
import type { Text } from '../../../kernel/http/language.ts';
import {
  embedImages,
  heightOf,
  MARGIN,
  type MarkImages,
  type PlacedImage,
  placeInCorner,
  placeInside,
  STAMP_FROM_RIGHT,
  STAMP_SHARE,
} from './mark-images.ts';
import { PdfRefused } from './refusal.ts';

export interface Mark extends MarkImages {
  kind: 'signature' | 'seal';
  name: Text;
  organisation?: Text;
  role?: Text;
  /** As printed, in the time zone of the platform. */
  time: string;
  verifyUrl: string;
  /** The corner of wire-services 11, flow 1, on the last page when absent. */
  place?: MarkPlace;
  /** Which of several default places, when more people sign the same page; 0 is the specified corner. */
  slot?: number;
}

/** In points from the lower left corner of the page as a person sees it. */
export interface MarkPlace {
  /** From 0. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

const TEXT_HEIGHT = 84;
/** Of two marks each. */
const SLOT_ROWS = 10;
const LEAST_WIDTH = 90;
const LEAST_HEIGHT = 30;
const PADDING = 4;
const LEAST_FONT = 3;
const LINE = 1.25;
const INK = '0.07 0.09 0.15';
const FRAME = '0.10 0.30 0.60';

const fontFile = (weight: string) =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`);
let files: { regular: Uint8Array; bold: Uint8Array } | undefined;

export interface PlacedMark {
  page: number;
  rect: [number, number, number, number];
  appearance: PdfRef;
}

export function drawMark(pdf: PDF, mark: Mark): PlacedMark {
  const { place, images } = placeOf(pdf, mark);
  const page = pdf.getPage(place.page);
  if (!page) throw new PdfRefused('no_such_page');
  const { width, height } = place;
  if (!(width >= LEAST_WIDTH && height >= LEAST_HEIGHT)) throw new PdfRefused('mark_too_small');
  const size = shownSize(page);
  const fits =
    place.x >= 0 && place.y >= 0 && place.x + width <= size.width && place.y + height <= size.height;
  if (!fits) throw new PdfRefused('mark_outside_page');
  const appearance = drawAppearance(pdf, mark, { width, height, rotation: page.rotation }, images);
  return { page: place.page, rect: toPageRect(page, place), appearance };
}

/** Images have their specified places in the corner only; elsewhere they lie inside the mark. */
function placeOf(pdf: PDF, mark: Mark): { place: MarkPlace; images?: PlacedImage[] } {
  if (mark.place) return { place: mark.place };
  return mark.slot === undefined ? inCorner(pdf, mark) : { place: inSlot(pdf, mark.slot) };
}

/** Also for a field that the author of the document has placed. */
export function drawAppearance(
  pdf: PDF,
  mark: Mark,
  box: { width: number; height: number; rotation: number },
  given?: readonly PlacedImage[],
): PdfRef {
  const { width, height } = box;
  const lines = linesOf(mark);
  const textHeight = lines.length * LEAST_FONT * LINE + 2 * PADDING;
  const images = given ?? placeInside(embedImages(pdf, mark), box, textHeight);
  const drawing = [`q ${FRAME} RG 0.8 w 0.4 0.4 ${number(width - 0.8)} ${number(height - 0.8)} re S Q`];
  for (const image of images)
    drawing.push(
      `q ${number(image.width)} 0 0 ${number(image.height)} ${number(image.x)} 0 cm /${image.name} Do Q`,
    );
  const bottom = heightOf(images) + PADDING;
  const textBox = { left: PADDING, bottom, right: width - PADDING, top: height - PADDING };
  const side = Math.min(textBox.top - textBox.bottom, (textBox.right - textBox.left) / 3);
  drawQr(drawing, mark.verifyUrl, { left: textBox.right - side, top: textBox.top, side });
  files ??= { regular: readFileSync(fontFile('400Regular')), bold: readFileSync(fontFile('700Bold')) };
  const fonts = { regular: pdf.embedFont(files.regular), bold: pdf.embedFont(files.bold) };
  drawLines(drawing, fonts, lines, { ...textBox, right: textBox.right - side - PADDING });
  const [cos, sin] = [Math.cos((box.rotation * Math.PI) / 180), Math.sin((box.rotation * Math.PI) / 180)];
  const pictures = Object.fromEntries(images.map(({ name, image }) => [name, image.ref]));
  return pdf.register(
    PdfStream.fromDict(
      {
        Type: PdfName.of('XObject'),
        Subtype: PdfName.of('Form'),
        BBox: numbers(0, 0, width, height),
        // A rotated page would show the mark on its side.
        Matrix: numbers(...[cos, sin, -sin, cos, 0, 0].map(Math.round)),
        Resources: PdfDict.of({
          Font: PdfDict.of({ F0: fonts.regular.ref, F1: fonts.bold.ref }),
          ...(images.length === 0 ? {} : { XObject: PdfDict.of(pictures) }),
        }),
      },
      Buffer.from(drawing.join('\n'), 'latin1'),
    ),
  );
}

function linesOf(mark: Mark): { text: string; bold: boolean }[] {
  const both = ({ mn, en }: Text) => (mn === en || en === '' ? mn : `${mn} · ${en}`);
  const title =
    mark.kind === 'seal'
      ? { mn: 'Цахим тамга', en: 'Electronic seal' }
      : { mn: 'Цахим гарын үсэг', en: 'Electronic signature' };
  return [
    { text: both(title), bold: true },
    { text: both(mark.name), bold: true },
    ...(mark.organisation ? [{ text: both(mark.organisation), bold: false }] : []),
    ...(mark.role ? [{ text: both(mark.role), bold: false }] : []),
    { text: `Огноо · Date: ${mark.time}`, bold: false },
    // No level: it is reached after the mark is drawn and signed, and can still rise.
    { text: 'PAdES', bold: false },
    { text: 'Кодыг уншуулж шалгана уу · Scan to verify', bold: false },
  ];
}

interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

function drawLines(
  drawing: string[],
  fonts: { regular: EmbeddedFont; bold: EmbeddedFont },
  lines: { text: string; bold: boolean }[],
  box: Box,
): void {
  const fontOf = (bold: boolean) => (bold ? fonts.bold : fonts.regular);
  if (lines.some(({ text, bold }) => fontOf(bold).getUnencodableCharacters(text).length > 0))
    throw new PdfRefused('unprintable_text');
  const room = box.right - box.left;
  const widest = Math.max(...lines.map(({ text, bold }) => fontOf(bold).getTextWidth(text, 1)));
  const size = Math.min(9, (box.top - box.bottom) / lines.length / LINE, room / widest);
  if (size < LEAST_FONT) throw new PdfRefused('mark_too_small');
  drawing.push(`BT ${INK} rg ${number(size * LINE)} TL ${number(box.left)} ${number(box.top - size)} Td`);
  for (const { text, bold } of lines) {
    const glyphs = fontOf(bold).encodeTextToGids(text);
    const hex = glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('');
    drawing.push(`/F${bold ? 1 : 0} ${number(size)} Tf <${hex}> Tj T*`);
  }
  drawing.push('ET');
}

function drawQr(drawing: string[], text: string, box: { left: number; top: number; side: number }): void {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const cell = box.side / size;
  drawing.push(
    'q 1 g',
    `${number(box.left)} ${number(box.top - box.side)} ${number(box.side)} ${number(box.side)} re f 0 g`,
  );
  data.forEach((row, y) => {
    // Adjacent squares are drawn as one bar: thin gaps between them confuse a camera.
    for (let start = 0; start < size; start += 1) {
      if (row[start] !== true) continue;
      let end = start;
      while (row[end + 1] === true) end += 1;
      const [x, low, wide] = [box.left + start * cell, box.top - (y + 1) * cell, (end - start + 1) * cell];
      drawing.push(`${number(x)} ${number(low)} ${number(wide)} ${number(cell)} re`);
      start = end;
    }
  });
  drawing.push('f Q');
}

/** The specified corner of the last page: the text above the images, which have their specified sizes and places. */
function inCorner(pdf: PDF, mark: Mark): { place: MarkPlace; images: PlacedImage[] } {
  const page = pdf.getPageCount() - 1;
  const last = pdf.getPage(page);
  if (!last) throw new PdfRefused('no_such_page');
  const shown = shownSize(last);
  const left = Math.max(0, shown.width * (1 - STAMP_SHARE) - STAMP_FROM_RIGHT);
  const width = shown.width - MARGIN - left;
  const images = placeInCorner(embedImages(pdf, mark), shown, width);
  const height = Math.min(TEXT_HEIGHT + heightOf(images), shown.height - MARGIN);
  return { place: { page, x: left, y: MARGIN, width, height }, images };
}

/** Two columns from the bottom, so that no mark covers another: verifiers distrust a field over a signature. */
function inSlot(pdf: PDF, slot: number): MarkPlace {
  const page = pdf.getPageCount() - 1;
  const last = pdf.getPage(page);
  if (!last) throw new PdfRefused('no_such_page');
  const shown = shownSize(last);
  const left = Math.max(0, shown.width * (1 - STAMP_SHARE) - STAMP_FROM_RIGHT);
  const right = shown.width - MARGIN;
  const step = (shown.height - 2 * MARGIN) / SLOT_ROWS;
  const row = Math.floor(slot / 2) % SLOT_ROWS;
  const width = Math.min(right - left, (shown.width - 3 * PADDING) / 2);
  const x = slot % 2 === 0 ? right - width : Math.max(0, left - PADDING - width);
  return { page, x, y: MARGIN + row * step, width, height: Math.min(TEXT_HEIGHT, step - PADDING) };
}

function shownSize(page: PDFPage): { width: number; height: number } {
  const { width, height } = page.getCropBox();
  return page.rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** From the page as shown to the coordinates of the page, which its /Rotate turns clockwise. */
function toPageRect(page: PDFPage, { x, y, width, height }: MarkPlace): [number, number, number, number] {
  const crop = page.getCropBox();
  const corner = (dx: number, dy: number): [number, number] => {
    switch (page.rotation) {
      case 90:
        return [crop.width - dy, dx];
      case 180:
        return [crop.width - dx, crop.height - dy];
      case 270:
        return [dy, crop.height - dx];
      default:
        return [dx, dy];
    }
  };
  const [[ax, ay], [bx, by]] = [corner(x, y), corner(x + width, y + height)];
  return [
    crop.x + Math.min(ax, bx),
    crop.y + Math.min(ay, by),
    crop.x + Math.max(ax, bx),
    crop.y + Math.max(ay, by),
  ];
}

const number = (value: number) => String(Math.round(value * 1000) / 1000);
const numbers = (...values: number[]) => PdfArray.of(...values.map((value) => PdfNumber.of(value)));
