import { RefusedFile } from '../verify/budget.ts';
import type { PdfView } from '../verify/pdf/document.ts';
import { intOf, isName, type PdfDict, PdfRef, type PdfValue } from '../verify/pdf/values.ts';

const MOST_PAGES = 5_000;
const DEEPEST = 64;

export interface PageTree {
  pages: PdfDict[];
  /** Why programs would disagree about which pages there are; such a document could not be compared later. */
  fault: string | undefined;
}

/** The pages of a document (7.7.3), each with its nodes counted: some programs count, others walk. */
export function readPageTree(view: PdfView): PageTree {
  const pages: PdfDict[] = [];
  const seen = new Set<PdfDict>();
  let fault: string | undefined;
  const visit = (item: PdfValue, parent: PdfDict | undefined, depth: number): number => {
    const node = view.dict(item);
    if (node === undefined || !(item instanceof PdfRef) || depth > DEEPEST) {
      fault ??= 'a page that is no object of its own';
      return 0;
    }
    if (seen.has(node)) {
      fault ??= 'a page that is listed twice';
      return 0;
    }
    seen.add(node);
    if (seen.size > MOST_PAGES) throw new RefusedFile('TOO_COMPLEX', 'too many pages');
    const above = node.get('Parent');
    if (above !== null && view.dict(above) !== parent) fault ??= 'a page with another parent';
    const isTree = isName(view.resolve(node.get('Type')), 'Pages');
    if (!isTree && node.get('Kids') === null) {
      pages.push(node);
      return 1;
    }
    let count = 0;
    for (const kid of view.array(node.get('Kids'))) count += visit(kid, node, depth + 1);
    if (!isTree || node.ambiguous || intOf(view.resolve(node.get('Count'))) !== count)
      fault ??= 'a wrong number of pages';
    return count;
  };
  visit(view.root.get('Pages'), undefined, 0);
  return { pages, fault: pages.length === 0 ? 'no page' : fault };
}
