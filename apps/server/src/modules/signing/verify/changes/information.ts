import {
  changedKeys,
  PdfDict,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
  sameValue,
} from '../pdf/values.ts';
import type { Explanation } from './explanation.ts';
import { catalogNumber } from './kinds.ts';
import { name, Shape, STREAM_KEYS } from './shape.ts';
import { TRAILER } from './update.ts';
import { propertyOf, readProperties } from './xmp.ts';

const LONGEST_METADATA = 1024 * 1024;
const DATES = new Set(['ModDate', 'Producer']);
const LONGEST_TEXT = 1024;

/** Document information and metadata (14.3): the time and the program of the last save may change. */
export function checkInformation(explanation: Explanation): void {
  checkDictionary(explanation);
  checkMetadata(explanation);
}

function checkDictionary(explanation: Explanation): void {
  const { before, after, changes } = explanation.update;
  const [was, is] = [before.trailer.get('Info'), after.trailer.get('Info')];
  const change = is instanceof PdfRef ? changes.get(is.num) : undefined;
  if (sameValue(was, is) && change === undefined) return;
  const isClaimed =
    change?.kind === 'changed'
      ? sameValue(was, is) && explanation.claimChanged(change.num, 'information', [TRAILER])
      : change !== undefined && explanation.takeAdded(is, 'information') !== undefined;
  const [old, info] = [before.dict(was) ?? new PdfDict(), change?.after];
  const keys = info instanceof PdfDict ? changedKeys(old, info) : [];
  const isUpdate =
    isClaimed &&
    info instanceof PdfDict &&
    !info.ambiguous &&
    keys.every((key) => DATES.has(key) && isShortText(info.get(key)));
  if (isUpdate && keys.length === 0) return;
  explanation.find(isUpdate ? 'INFORMATION_UPDATED' : 'INFORMATION_CHANGED', `information ${keys.join()}`);
}

const isShortText = (value: PdfValue): boolean =>
  value instanceof PdfString && value.bytes.length <= LONGEST_TEXT;

const METADATA = { ...STREAM_KEYS, Type: name('Metadata'), Subtype: name('XML') };

function checkMetadata(explanation: Explanation): void {
  const { before, after, changes } = explanation.update;
  const ref = after.root.get('Metadata');
  const change = ref instanceof PdfRef ? changes.get(ref.num) : undefined;
  if (!(change?.after instanceof PdfStream) || explanation.isExplained(change.num)) return;
  const old = before.resolve(before.root.get('Metadata'));
  const isClaimed =
    old === null
      ? explanation.takeAdded(ref, 'metadata') !== undefined
      : change.before instanceof PdfStream &&
        explanation.claimChanged(change.num, 'metadata', [catalogNumber(before)]);
  if (!isClaimed) return;
  const isPlain = new Shape(explanation, 'metadata').fits(change.after.dict, METADATA);
  const now = isPlain ? after.decode(change.after) : Buffer.alloc(0);
  const was = isPlain && change.before instanceof PdfStream ? before.decode(change.before) : undefined;
  const isShort = Math.max(now.length, was?.length ?? 0) <= LONGEST_METADATA;
  const isUpdate = isPlain && isShort && (was ? isSaved(was, now) : statesNothing(now));
  explanation.find(isUpdate ? 'INFORMATION_UPDATED' : 'INFORMATION_CHANGED', 'metadata');
}

const XMP = 'http://ns.adobe.com/xap/1.0/';
/** When and by what the document was saved; no reader shows it on a page. */
const SAVING: ReadonlySet<string> = new Set([
  propertyOf(XMP, 'ModifyDate'),
  propertyOf(XMP, 'MetadataDate'),
  propertyOf('http://ns.adobe.com/pdf/1.3/', 'Producer'),
  propertyOf('http://ns.adobe.com/xap/1.0/mm/', 'InstanceID'),
]);

const isSaving = (name: string, value: string): boolean => SAVING.has(name) && value.length <= LONGEST_TEXT;

/** Every other property says what it said, whichever way it is written. */
function isSaved(before: Buffer, now: Buffer): boolean {
  const [was, is] = [readProperties(before), readProperties(now)];
  if (!was || !is) return before.equals(now);
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].every((name) => was.get(name) === is.get(name) || isSaving(name, is.get(name) ?? ''));
}

/** Signers add metadata where there was none. */
function statesNothing(now: Buffer): boolean {
  const created = propertyOf(XMP, 'CreateDate');
  return [...(readProperties(now) ?? [['', '']])].every(
    ([name, value]) => isSaving(name, value) || (name === created && value.length <= LONGEST_TEXT),
  );
}
