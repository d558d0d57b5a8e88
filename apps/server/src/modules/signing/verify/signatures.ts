import { type DigestName, digestOf } from '../../../kernel/pki/algorithm.ts';
import { limits, RefusedFile } from './budget.ts';
import { lastStartxref, type PdfFile, type PdfView } from './pdf/document.ts';
import {
  intOf,
  isName,
  nameOf,
  type PdfDict,
  PdfRef,
  PdfString,
  type PdfValue,
  sameValue,
  textOf,
} from './pdf/values.ts';

export type RangeProblem =
  | 'BYTE_RANGE_MISSING'
  | 'BYTE_RANGE_NOT_FROM_START'
  | 'BYTE_RANGE_OUTSIDE_FILE'
  | 'BYTE_RANGE_GAP'
  | 'CONTENTS_NOT_IN_GAP'
  | 'SIGNATURE_AMBIGUOUS'
  | 'COVERS_PART_OF_REVISION'
  | 'REVISION_BYPASSED'
  | 'SIGNATURE_REMOVED'
  | 'SIGNATURE_DUPLICATED';

/** A signature dictionary (12.8.1) that a field points to in some revision of the file. */
export interface FoundSignature {
  fieldName: string;
  fieldNumber: number | undefined;
  objectNumber: number | undefined;
  dict: PdfDict;
  isTimestamp: boolean;
  subFilter: string | undefined;
  contents: Buffer;
  /** Null when the range is unusable; no digest can be computed then. */
  range: [number, number, number, number] | null;
  /** Index of the revision that the range covers completely. */
  revision: number | null;
  problems: RangeProblem[];
}

/** Every signature of every revision: one that a later revision dropped must still be seen. */
export function findSignatures(file: PdfFile): FoundSignature[] {
  const found = new Map<string, FoundSignature>();
  const newest = file.revisions.length - 1;
  let walk: FieldWalk | undefined;
  for (let revision = 0; revision <= newest; revision += 1) {
    const here = new Set<string>();
    walk = walk !== undefined && isUntouched(file, revision, walk) ? walk : walkRevision(file, revision);
    for (const field of walk.fields) {
      const key = keyOf(field.dict);
      here.add(key);
      if (!found.has(key)) found.set(key, inspect(file, field));
      if (found.size > limits.signatures) throw new RefusedFile('TOO_COMPLEX', 'too many signatures');
    }
    for (const [key, { problems }] of found)
      if (!here.has(key) && !problems.includes('SIGNATURE_REMOVED')) problems.push('SIGNATURE_REMOVED');
  }
  const all = [...found.values()];
  for (const one of all)
    if (all.some((other) => other !== one && one.contents.length > 0 && other.contents.equals(one.contents)))
      one.problems.push('SIGNATURE_DUPLICATED');
  return all.toSorted((a, b) => endOf(a) - endOf(b));
}

interface FieldWalk {
  fields: SignedField[];
  root: PdfValue;
  /** Numbers of the objects that the walk depended on. */
  looked: Set<number>;
}

function walkRevision(file: PdfFile, revision: number): FieldWalk {
  const looked = new Set<number>();
  const view = file.view(revision, looked);
  return { fields: signedFields(view), root: view.trailer.get('Root'), looked };
}

/** Whether a revision leaves alone everything that the last walk saw: it then has the same fields. */
function isUntouched(file: PdfFile, revision: number, { root, looked }: FieldWalk): boolean {
  const sections = file.revisions[revision]?.sections ?? [];
  return (
    sameValue(root, file.view(revision).trailer.get('Root')) &&
    sections.every(({ entries }) => looked.isDisjointFrom(new Set(entries.keys())))
  );
}

const endOf = ({ range }: FoundSignature): number => (range ? range[2] + range[3] : Number.MAX_SAFE_INTEGER);

/** The place of its bytes identifies a signature, whichever object number points to it. */
function keyOf(dict: PdfDict): string {
  const contents = dict.get('Contents');
  return contents instanceof PdfString
    ? `${contents.start}-${contents.end}`
    : `without-${[...dict.map.keys()].join()}`;
}

export interface SignedField {
  fieldName: string;
  fieldNumber: number | undefined;
  objectNumber: number | undefined;
  dict: PdfDict;
}

/** The signature fields (12.7.5.5) of a view that hold a signature. */
export function signedFields(view: PdfView): SignedField[] {
  const signed: SignedField[] = [];
  for (const { dict, name, number, type } of walkFields(view)) {
    const value = dict.get('V');
    const signature = type === 'Sig' ? view.dict(value) : undefined;
    if (signature === undefined) continue;
    const objectNumber = value instanceof PdfRef ? value.num : undefined;
    signed.push({ fieldName: name, fieldNumber: number, objectNumber, dict: signature });
  }
  return signed;
}

export interface Field {
  dict: PdfDict;
  /** Fully qualified (12.7.4.2). */
  name: string;
  number: number | undefined;
  type: string | undefined;
}

export function walkFields(view: PdfView): Field[] {
  const form = view.dict(view.root.get('AcroForm'));
  const fields: Field[] = [];
  const seen = new Set<number>();
  const visit = (items: unknown[], prefix: string, inherited: string | undefined, depth: number): void => {
    if (depth > 16) throw new RefusedFile('TOO_COMPLEX', 'fields nested too deeply');
    for (const item of items) {
      if (!(item instanceof PdfRef) || seen.has(item.num)) continue;
      seen.add(item.num);
      // Every save of a file walks its fields again.
      view.file.budget.spend('values', 1);
      const dict = view.dict(item);
      if (dict === undefined) continue;
      const own = textOf(view.resolve(dict.get('T')));
      const name = own === undefined ? prefix : [prefix, own].filter(Boolean).join('.');
      const type = nameOf(view.resolve(dict.get('FT'))) ?? inherited;
      fields.push({ dict, name: name.slice(0, 200), number: item.num, type });
      visit(view.array(dict.get('Kids')), name, type, depth + 1);
    }
  };
  visit(view.array(form?.get('Fields')), '', undefined, 0);
  return fields;
}

function inspect(file: PdfFile, field: SignedField): FoundSignature {
  const { dict } = field;
  const contents = dict.get('Contents');
  const subFilter = nameOf(dict.get('SubFilter'));
  const signature: FoundSignature = {
    ...field,
    isTimestamp: isName(dict.get('Type'), 'DocTimeStamp') || subFilter === 'ETSI.RFC3161',
    subFilter,
    contents: contents instanceof PdfString ? contents.bytes : Buffer.alloc(0),
    range: null,
    revision: null,
    problems: [],
  };
  if (dict.ambiguous) signature.problems.push('SIGNATURE_AMBIGUOUS');
  if (!(contents instanceof PdfString)) {
    signature.problems.push('CONTENTS_NOT_IN_GAP');
    return signature;
  }
  const range = readRange(dict, file.bytes.length, signature.problems);
  if (range === undefined) return signature;
  signature.range = range;
  const [, gapStart, gapEnd] = range;
  // The gap must be exactly this signature's own bytes: anything else in it is not signed (signature wrapping).
  if (gapStart !== contents.start || gapEnd !== contents.end)
    signature.problems.push(
      contents.start >= gapStart && contents.end <= gapEnd ? 'BYTE_RANGE_GAP' : 'CONTENTS_NOT_IN_GAP',
    );
  else if (!isHexOnly(file.bytes, contents)) signature.problems.push('BYTE_RANGE_GAP');
  signature.revision = coveredRevision(file, range[2] + range[3], signature.problems);
  return signature;
}

/** Also compares the bytes: a dictionary inside an object stream has places of its own, not those of the file. */
function isHexOnly(file: Buffer, { hex, start, end, bytes }: PdfString): boolean {
  const written = file.toString('latin1', start, end);
  return hex && /^<[0-9a-fA-F]*>$/.test(written) && Buffer.from(written.slice(1, -1), 'hex').equals(bytes);
}

function readRange(
  dict: PdfDict,
  fileLength: number,
  problems: RangeProblem[],
): [number, number, number, number] | undefined {
  const written = dict.get('ByteRange');
  const numbers = Array.isArray(written) ? written.map((value) => intOf(value) ?? -1) : [];
  const [first = -1, length = -1, second = -1, rest = -1] = numbers;
  if (numbers.length !== 4 || numbers.some((number) => number < 0)) problems.push('BYTE_RANGE_MISSING');
  else if (first !== 0) problems.push('BYTE_RANGE_NOT_FROM_START');
  else if (second < length || second + rest > fileLength) problems.push('BYTE_RANGE_OUTSIDE_FILE');
  else return [first, length, second, rest];
  return undefined;
}

function coveredRevision(file: PdfFile, end: number, problems: RangeProblem[]): number | null {
  const at = file.revisions.findIndex((revision) => revision.endOfMarker <= end && end <= revision.end);
  if (at < 0) {
    const isEndOfSave = /%%EOF\r?\n?$/.test(file.bytes.toString('latin1', Math.max(end - 8, 0), end));
    problems.push(isEndOfSave ? 'REVISION_BYPASSED' : 'COVERS_PART_OF_REVISION');
    return null;
  }
  // A reader that opens the signed bytes alone must see this revision, not another.
  if (lastStartxref(file.bytes, end) !== file.revisions[at]?.sections[0]?.offset) {
    problems.push('REVISION_BYPASSED');
    return null;
  }
  return at;
}

/** Digest of the signed bytes. */
export function digestOfRange(
  file: PdfFile,
  [, length, second, rest]: [number, number, number, number],
  name: DigestName,
): Buffer {
  return digestOf(name, file.bytes.subarray(0, length), file.bytes.subarray(second, second + rest));
}
