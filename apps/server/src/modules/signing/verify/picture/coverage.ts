import type { Box } from '../changes/marks.ts';

/** What a place shows: the ground of the page, no more than a line to write on, or more. */
export type Amount = 'nothing' | 'line' | 'more';

/** Of one mark: what the signed revision shows in its place. */
export interface Cover {
  mark: number;
  shown: Amount;
  /** The page alone, without its annotations. */
  content: Amount;
  /** Whether anything is drawn so near that the mark could be read together with it. */
  isBeside: boolean;
}

/** A line to sign on is thin: 3 pixels are 4 points. */
const LINE_ROWS = 3;
/** The marks of later signers may cover at most this part of what a page draws. */
const LARGEST_HIDDEN_SHARE = 0.1;

interface Picture {
  width: number;
  /** One per mode. */
  pictures: readonly Uint32Array[];
}

/** A field may stand on a light ground of its own, which forms have; a coloured place is content. */
export function amountIn({ pictures, width }: Picture, box: Box, isTintBlank = false): Amount {
  const rows = Math.max(0, ...pictures.map((picture) => drawnRows(picture, width, box, isTintBlank)));
  if (rows === 0) return 'nothing';
  return rows <= LINE_ROWS ? 'line' : 'more';
}

/** Rows with anything but the ground. */
function drawnRows(
  picture: Uint32Array,
  width: number,
  [left, top, right, bottom]: Box,
  isTintBlank: boolean,
): number {
  if (left >= right) return 0;
  const colours = new Map<number, number>();
  const rows: Map<number, number>[] = [];
  for (let y = top; y < bottom; y += 1) {
    const row = countColours(picture.subarray(y * width + left, y * width + right));
    for (const [colour, count] of row) colours.set(colour, (colours.get(colour) ?? 0) + count);
    rows.push(row);
  }
  const own = mostFrequent(colours);
  const ground = isTintBlank ? (isLight(own) ? own : undefined) : groundOf(picture);
  return rows.filter((row) => row.size > 1 || ground === undefined || !row.has(ground)).length;
}

const LIGHTEST_TINT = 0xc0;
const isLight = (colour: number): boolean =>
  [0, 8, 16].every((shift) => ((colour >>> shift) & 0xff) >= LIGHTEST_TINT);

const grounds = new WeakMap<Uint32Array, number>();

/** The colour that most of a page has. */
function groundOf(picture: Uint32Array): number {
  const known = grounds.get(picture);
  if (known !== undefined) return known;
  const ground = mostFrequent(countColours(picture));
  grounds.set(picture, ground);
  return ground;
}

/**
 * Whether these places hold more than a tenth of what the page draws on its background. The marks of earlier signers do
 * not count: people sign where others signed, and the signatures still name them.
 */
export function hidesMuch(
  { pictures, width }: Picture,
  plain: Picture,
  boxes: readonly Box[],
  earlier: readonly Box[],
): boolean {
  return pictures.some((picture, mode) => {
    const content = plain.pictures[mode] ?? picture;
    const background = groundOf(content);
    const [isHidden, isMark] = [maskOf(picture.length, width, boxes), maskOf(picture.length, width, earlier)];
    let [hidden, drawn] = [0, 0];
    for (const [at, colour] of picture.entries()) {
      const isContent = content[at] !== background;
      const isAnnotation = colour !== content[at] && isMark[at] === 0;
      if (!isContent && !isAnnotation) continue;
      drawn += 1;
      hidden += isHidden[at] ?? 0;
    }
    return hidden > LARGEST_HIDDEN_SHARE * drawn;
  });
}

function maskOf(length: number, width: number, boxes: readonly Box[]): Uint8Array {
  const mask = new Uint8Array(length);
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y += 1) mask.fill(1, y * width + left, y * width + right);
  return mask;
}

/** Neighbours mostly have one colour: runs are counted, which is many times faster than pixels. */
function countColours(pixels: Uint32Array): Map<number, number> {
  const colours = new Map<number, number>();
  for (let start = 0; start < pixels.length; ) {
    const colour = pixels[start] ?? 0;
    let end = start + 1;
    while (end < pixels.length && pixels[end] === colour) end += 1;
    colours.set(colour, (colours.get(colour) ?? 0) + end - start);
    start = end;
  }
  return colours;
}

function mostFrequent(colours: ReadonlyMap<number, number>): number {
  let found = 0;
  let most = 0;
  for (const [colour, count] of colours) {
    if (count <= most) continue;
    found = colour;
    most = count;
  }
  return found;
}
