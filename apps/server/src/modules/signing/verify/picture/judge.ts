import type { Finding } from '../changes/findings.ts';
import { coveredPages, type Mark } from '../changes/marks.ts';
import type { PdfFile } from '../pdf/document.ts';
import type { PictureResult } from '../result.ts';
import type { FoundSignature } from '../signatures.ts';
import type { Comparison, SignedPrefix } from './compare.ts';
import { comparePictures } from './pictures.ts';

const DRAWING = new Set(['SIGNATURE_ADDED', 'FORM_FILLED', 'NOTE_ADDED']);

export interface JudgedPictures {
  findings: Finding[];
  /** By the index of the signed revision. */
  pictures: Map<number, PictureResult>;
}

interface Prefix extends SignedPrefix {
  revision: number;
  /** Marks of signatures alone, by their index among all marks. */
  signatureMarks: Set<number>;
}

/**
 * The second lock: whatever the objects say, a page must look as it did when it was signed, except where later signers
 * put their marks. It can only refuse; a picture that was not compared explains nothing.
 */
export async function judgePictures(
  file: PdfFile,
  signatures: readonly FoundSignature[],
  findings: readonly Finding[],
): Promise<JudgedPictures> {
  const last = file.revisions.length - 1;
  const prefixes = signatures.flatMap((signature) => {
    const { revision, range } = signature;
    return revision === null || range === null || revision >= last
      ? []
      : [prefixOf(revision, range[2] + range[3], findings)];
  });
  const pictures = new Map<number, PictureResult>();
  if (prefixes.length === 0) return { findings: [], pictures };
  const touched = [
    ...new Set(findings.flatMap(({ page, marks = [] }) => [page ?? 0, ...marks.map((mark) => mark.page)])),
  ];
  const compared = await comparePictures({
    bytes: file.bytes,
    prefixes: prefixes.map(({ length, marks }) => ({ length, marks })),
    touched,
  });
  const found: Finding[] = [];
  for (const [at, prefix] of prefixes.entries()) {
    const comparison = compared[at] ?? null;
    pictures.set(prefix.revision, resultOf(comparison));
    const made = { revision: last, signedRevision: prefix.revision };
    for (const page of comparison?.differing ?? [])
      found.push({ kind: 'PICTURE_DIFFERS', where: 'picture', page, ...made });
    if (comparison?.isOtherDocument) found.push({ kind: 'PICTURE_DIFFERS', where: 'all pages', ...made });
    for (const page of coveredPages(file.view(prefix.revision), hidingMarks(prefix, comparison)))
      found.push({ kind: 'SIGNATURE_MARK_OVER_PAGE', where: 'all marks of the page', page, ...made });
  }
  return { findings: found, pictures };
}

function prefixOf(revision: number, length: number, findings: readonly Finding[]): Prefix {
  const marks: Mark[] = [];
  const signatureMarks = new Set<number>();
  for (const finding of findings) {
    if (finding.revision <= revision || !DRAWING.has(finding.kind)) continue;
    for (const mark of finding.marks ?? []) {
      if (finding.kind === 'SIGNATURE_ADDED') signatureMarks.add(marks.length);
      marks.push(mark);
    }
  }
  return { revision, length, marks, signatureMarks };
}

/** A mark on a blank place hides nothing, however many people sign; without a picture every mark counts. */
function hidingMarks({ marks, signatureMarks }: Prefix, comparison: Comparison | null): Mark[] {
  const covering = comparison && new Set(comparison.covering);
  return marks.filter((_, at) => signatureMarks.has(at) && (covering?.has(at) ?? true));
}

function resultOf(comparison: Comparison | null): PictureResult {
  if (comparison === null) return { status: 'not_compared', pages: 0, compared: 0, changedPages: [] };
  const { pages, compared, changed, differing, isOtherDocument, isUnfinished } = comparison;
  const known = isUnfinished ? 'not_compared' : compared === pages ? 'same' : 'partly';
  const status = isOtherDocument || differing.length > 0 ? 'differs' : known;
  return { status, pages, compared, changedPages: changed.toSorted((a, b) => a - b) };
}
