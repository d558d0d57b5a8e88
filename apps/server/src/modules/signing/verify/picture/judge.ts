import type { Finding } from '../changes/findings.ts';
import { coveredPages, isOverAnnotation, type Mark, markOf } from '../changes/marks.ts';
import type { PdfFile, PdfView } from '../pdf/document.ts';
import { PdfDict, PdfRef } from '../pdf/values.ts';
import type { Certification } from '../permissions.ts';
import type { PictureResult } from '../result.ts';
import { type FoundSignature, signedFields } from '../signatures.ts';
import type { Comparison, DrawnMark } from './compare.ts';
import type { Cover } from './coverage.ts';
import { comparePictures } from './pictures.ts';

const DRAWING: Readonly<Partial<Record<Finding['kind'], DrawnMark['kind']>>> = {
  SIGNATURE_ADDED: 'signature',
  FORM_FILLED: 'field',
  NOTE_ADDED: 'note',
};

export interface JudgedPictures {
  findings: Finding[];
  /** By the index of the signed revision. */
  pictures: Map<number, PictureResult>;
}

interface Prefix {
  revision: number;
  length: number;
  /** Each with the finding that draws there. */
  marks: (DrawnMark & { finding: Finding })[];
}

/**
 * The second lock: whatever the objects say, a page must look as it did when it was signed, except where later signers
 * put their marks. It can only refuse; a picture that was not compared explains nothing.
 */
export async function judgePictures(
  file: PdfFile,
  signatures: readonly FoundSignature[],
  findings: readonly Finding[],
  certification: Certification | null,
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
    prefixes: prefixes.map(({ revision, length, marks }) => ({
      length,
      marks: marks.map(({ page, box, kind }) => ({ page, box, kind })),
      earlier: signatureMarks(file.view(revision)),
    })),
    touched,
  });
  const found: Finding[] = [];
  for (const [at, prefix] of prefixes.entries()) {
    const comparison = compared[at] ?? null;
    pictures.set(prefix.revision, resultOf(comparison));
    const made = { revision: last, signedRevision: prefix.revision };
    const find = (kind: Finding['kind'], where: string, page?: number): void => {
      found.push({ kind, where, ...(page === undefined ? {} : { page }), ...made });
    };
    for (const page of comparison?.differing ?? []) find('PICTURE_DIFFERS', 'picture', page);
    if (comparison?.isOtherDocument) find('PICTURE_DIFFERS', 'all pages');
    judgeMarks(file, prefix, comparison, find);
    if (certification && certification.level > 1) judgeFilling(file, prefix, comparison, certification, find);
  }
  return { findings: found, pictures };
}

function prefixOf(revision: number, length: number, findings: readonly Finding[]): Prefix {
  const marks = findings.flatMap((finding) => {
    const kind = DRAWING[finding.kind];
    if (finding.revision <= revision || kind === undefined) return [];
    return (finding.marks ?? []).map((mark) => ({ ...mark, kind, finding }));
  });
  return { revision, length, marks };
}

function signatureMarks(view: PdfView): Mark[] {
  return signedFields(view).flatMap(({ fieldNumber = -1 }) => {
    const field = view.object(fieldNumber);
    const kids = field instanceof PdfDict ? view.array(field.get('Kids')) : [];
    return [new PdfRef(fieldNumber, 0), ...kids].flatMap((item) => markOf(view, item) ?? []);
  });
}

type Find = (kind: Finding['kind'], where: string, page?: number) => void;

/** A mark on a blank place hides nothing, however many people sign; without a picture every mark counts. */
function judgeMarks(
  file: PdfFile,
  { revision, marks }: Prefix,
  comparison: Comparison | null,
  find: Find,
): void {
  const covers = coversOf(comparison);
  const isHiding = ({ kind }: DrawnMark, at: number): boolean =>
    kind === 'signature' && (covers.get(at)?.shown ?? 'more') !== 'nothing';
  const refused = new Set([
    ...coveredPages(file.view(revision), marks.filter(isHiding)),
    ...(comparison?.hidden ?? []),
  ]);
  for (const page of refused) find('SIGNATURE_MARK_OVER_PAGE', 'all marks of the page', page);
  const drawn = marks.flatMap((mark, at) => {
    const cover = covers.get(at);
    return mark.kind === 'signature' && cover ? [{ page: mark.page, kind: kindOf(cover) }] : [];
  });
  // A page is told once, by the gravest of its marks.
  const told = new Set(refused);
  for (const kind of ['CONTENT_COVERED', 'MARK_BESIDE_CONTENT', 'MARK_ADDED'] as const)
    for (const { page } of drawn.filter((one) => one.kind === kind)) {
      if (!told.has(page)) find(kind, 'mark', page);
      told.add(page);
    }
}

function kindOf({ shown, isBeside }: Cover) {
  if (shown !== 'nothing') return 'CONTENT_COVERED';
  return isBeside ? 'MARK_BESIDE_CONTENT' : 'MARK_ADDED';
}

/** What a certification permits to draw lies beside what was there, and is small. */
function judgeFilling(
  file: PdfFile,
  { revision, marks }: Prefix,
  comparison: Comparison | null,
  certification: Certification,
  find: Find,
): void {
  const view = file.view(revision);
  const covers = coversOf(comparison);
  const isCertifier = certification.signature.revision === revision;
  const notes: Mark[] = [];
  for (const [at, mark] of marks.entries()) {
    const cover = covers.get(at);
    if (mark.kind === 'note') {
      notes.push(mark);
      if (cover && cover.shown !== 'nothing') find('NOTE_OVER_CONTENT', mark.finding.where, mark.page);
    }
    if (mark.kind !== 'field') continue;
    // The certifier allowed to replace the value that the field itself showed.
    const isOver =
      isCertifier && cover?.content !== 'more'
        ? cover?.shown === 'more' && isOverAnnotation(view, mark)
        : cover?.shown === 'more';
    if (isOver || coveredPages(view, mark.finding.marks ?? []).length > 0)
      find('FIELD_OVER_CONTENT', mark.finding.where, mark.page);
  }
  for (const page of coveredPages(view, notes)) find('NOTE_OVER_CONTENT', 'all notes of the page', page);
}

const coversOf = (comparison: Comparison | null): Map<number, Cover> =>
  new Map(comparison?.covers.map((cover) => [cover.mark, cover]));

function resultOf(comparison: Comparison | null): PictureResult {
  if (comparison === null) return { status: 'not_compared', pages: 0, compared: 0, changedPages: [] };
  const { pages, compared, changed, differing, isOtherDocument, isUnfinished } = comparison;
  const known = isUnfinished ? 'not_compared' : compared === pages ? 'same' : 'partly';
  const status = isOtherDocument || differing.length > 0 ? 'differs' : known;
  return { status, pages, compared, changedPages: changed.toSorted((a, b) => a - b) };
}
