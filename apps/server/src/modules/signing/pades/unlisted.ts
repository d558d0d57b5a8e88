import type { PdfFile } from '../verify/pdf/document.ts';
import { isHeader } from '../verify/pdf/keywords.ts';
import { WHITE } from '../verify/pdf/parser.ts';
import { intOf, isName, PdfStream } from '../verify/pdf/values.ts';

/**
 * Whether a file holds an object that no cross-reference of any save lists, or lists as outdated although it lies behind
 * the newer one, or anything after its end. No reader shows it today; one that has to repair the file searches the bytes
 * and takes the last object of a number.
 */
export function hasUnlisted(file: PdfFile): boolean {
  const { bytes } = file;
  const listed = listedPlaces(file);
  if (listed.isOutOfOrder || holdsUnlisted(file, listed.inContainers)) return true;
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 1))
    if (!listed.keywords.has(at) && isHeader(bytes, at)) return true;
  return bytes.subarray(file.revisions.at(-1)?.end).some((byte) => WHITE[byte] === 0);
}

interface Listed {
  /** Where the word `obj` of a listed object is. */
  keywords: Set<number>;
  /** `number container`. */
  inContainers: Set<string>;
  isOutOfOrder: boolean;
}

function listedPlaces(file: PdfFile): Listed {
  const listed: Listed = { keywords: new Set(), inContainers: new Set(), isOutOfOrder: false };
  const newest = new Map<number, number>();
  const add = (offset: number) => {
    const header = /^\s*\d{1,10}\s+\d{1,5}\s+obj/.exec(file.bytes.toString('latin1', offset, offset + 40));
    if (header) listed.keywords.add(offset + header[0].length - 3);
  };
  for (const { sections } of file.revisions)
    for (const { entries, offset, trailer } of sections.toReversed()) {
      file.budget.visit(entries.size);
      add(offset);
      const hybrid = intOf(trailer.get('XRefStm'));
      if (hybrid !== undefined) add(hybrid);
      for (const [num, entry] of entries) {
        if (entry.kind === 'in') listed.inContainers.add(`${num} ${entry.container}`);
        if (entry.kind !== 'at') continue;
        add(entry.offset);
        if (entry.offset < (newest.get(num) ?? 0)) listed.isOutOfOrder = true;
        newest.set(num, entry.offset);
      }
    }
  return listed;
}

/** Programs that repair a file open its object streams too, whether a cross-reference uses them or not. */
function holdsUnlisted(file: PdfFile, listed: ReadonlySet<string>): boolean {
  for (const [revision, { sections }] of file.revisions.entries()) {
    const view = file.view(revision);
    for (const { entries } of sections)
      for (const [num, entry] of entries) {
        const value = entry.kind === 'at' ? file.load(num, entry, view) : undefined;
        if (!(value instanceof PdfStream) || !isName(value.dict.get('Type'), 'ObjStm')) continue;
        if (file.numbersIn(num, view).some((held) => !listed.has(`${held} ${num}`))) return true;
      }
  }
  return false;
}
