import type { MarkPlace } from '../../api/signing.ts';
import type { PageSize } from '../pdf/use-pdf.ts';

/** The usual corner, for the preview only: without a chosen place the server computes it itself. */
const MARGIN = 30;
const CORNER_SHARE = 0.8;
const CORNER_FROM_LEFT = -170;
const HEIGHT = 84;
/** The server refuses a smaller mark. */
const LEAST_WIDTH = 90;

function sizeFor(page: PageSize): PageSize {
  const left = Math.max(0, page.width * CORNER_SHARE + CORNER_FROM_LEFT);
  const width = Math.max(page.width - MARGIN - left, Math.min(LEAST_WIDTH, page.width));
  return { width, height: Math.min(HEIGHT, Math.max(page.height - MARGIN, 0)) };
}

/** The lower right corner of a page. */
export function cornerOf(page: PageSize, number: number): MarkPlace {
  const size = sizeFor(page);
  return keepInside({ page: number, x: page.width - MARGIN - size.width, y: MARGIN, ...size }, page);
}

/** A mark whose centre is at this point, in points from the lower left corner. */
export function placeAround(point: { x: number; y: number }, page: PageSize, number: number): MarkPlace {
  const size = sizeFor(page);
  return keepInside(
    { page: number, x: point.x - size.width / 2, y: point.y - size.height / 2, ...size },
    page,
  );
}

/** The server refuses a mark that leaves the page, also by a rounding error. */
export function keepInside(place: MarkPlace, page: PageSize): MarkPlace {
  const clamp = (value: number, most: number) =>
    Math.floor(Math.min(Math.max(value, 0), Math.max(most, 0)) * 100) / 100;
  const [width, height] = [clamp(place.width, page.width), clamp(place.height, page.height)];
  return {
    page: place.page,
    x: clamp(place.x, page.width - width),
    y: clamp(place.y, page.height - height),
    width,
    height,
  };
}

/** The place as a person would tell it: percent from the left edge and from the top. */
export function describePlace(place: MarkPlace, page: PageSize): { left: number; top: number } {
  const percent = (part: number, whole: number) => (whole <= 0 ? 0 : Math.round((part / whole) * 100));
  return {
    left: percent(place.x, page.width - place.width),
    top: percent(page.height - place.y - place.height, page.height - place.height),
  };
}
