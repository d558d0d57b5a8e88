import { limits, RefusedFile } from '../budget.ts';
import type { PdfView } from '../pdf/document.ts';
import { isName, PdfDict, PdfRef, type PdfValue } from '../pdf/values.ts';

export const isField = (value: PdfValue): boolean =>
  value instanceof PdfDict && (isName(value.get('Subtype'), 'Widget') || value.get('FT') !== null);

export const isPage = (value: PdfValue): value is PdfDict =>
  value instanceof PdfDict && isName(value.get('Type'), 'Page');

export const catalogNumber = (view: PdfView): number | undefined => {
  const root = view.trailer.get('Root');
  return root instanceof PdfRef ? root.num : undefined;
};

const knownPages = new WeakMap<PdfView, number[]>();

/** The leaves of the page tree (7.7.3) in order. */
export function pageNumbers(view: PdfView): number[] {
  const pages = knownPages.get(view) ?? walkPages(view);
  knownPages.set(view, pages);
  return pages;
}

function walkPages(view: PdfView): number[] {
  const pages: number[] = [];
  const seen = new Set<number>();
  const open: { kids: PdfValue[]; at: number }[] = [{ kids: [view.root.get('Pages')], at: 0 }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const kid = level.kids[level.at];
    level.at += 1;
    if (kid === undefined) open.pop();
    if (!(kid instanceof PdfRef) || seen.has(kid.num)) continue;
    seen.add(kid.num);
    if (seen.size > 2 * limits.pages) throw new RefusedFile('TOO_COMPLEX', 'too many pages');
    const node = view.dict(kid);
    if (isName(node?.get('Type') ?? null, 'Pages')) open.push({ kids: view.array(node?.get('Kids')), at: 0 });
    else pages.push(kid.num);
  }
  return pages;
}

/** From 1. */
export function pageNumberOf(view: PdfView, page: PdfValue): number | undefined {
  const at = page instanceof PdfRef ? pageNumbers(view).indexOf(page.num) : -1;
  return at < 0 ? undefined : at + 1;
}
