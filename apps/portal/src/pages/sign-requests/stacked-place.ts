import type { MarkPlace } from '../../api/signing.ts';
import type { LoadedPdf } from '../../features/pdf/use-pdf.ts';
import { cornerOf } from '../../features/signing/mark-geometry.ts';

/** For the preview only: without a chosen place the server stacks the marks of all parties itself. */
const MARGIN = 30;
const PADDING = 4;
const ROWS = 10;

/** Two columns from the bottom of the last page, so that no mark covers another. */
export function stackedPlace({ last, pages }: Pick<LoadedPdf, 'last' | 'pages'>, slot: number): MarkPlace {
  const corner = cornerOf(last, pages);
  const step = (last.height - 2 * MARGIN) / ROWS;
  const width = Math.min(corner.width, (last.width - 3 * PADDING) / 2);
  const x = slot % 2 === 0 ? corner.x + corner.width - width : Math.max(0, corner.x - PADDING - width);
  const height = Math.min(corner.height, step - PADDING);
  return { page: pages, x, y: MARGIN + (Math.floor(slot / 2) % ROWS) * step, width, height };
}
