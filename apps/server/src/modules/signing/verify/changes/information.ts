import { changedKeys, PdfDict, PdfRef, PdfStream, sameValue } from '../pdf/values.ts';
import type { Explanation } from './explanation.ts';

const LONGEST_METADATA = 1024 * 1024;
const DATES = new Set(['ModDate', 'Producer']);

/** Document information and metadata (14.3): the time and the program of the last save may change. */
export function checkInformation(explanation: Explanation): void {
  checkDictionary(explanation);
  checkMetadata(explanation);
}

function checkDictionary(explanation: Explanation): void {
  const { before, after } = explanation.update;
  const [was, is] = [before.trailer.get('Info'), after.trailer.get('Info')];
  const [old, info] = [before.dict(was) ?? new PdfDict(), after.dict(is) ?? new PdfDict()];
  if (info.ambiguous) return;
  const keys = changedKeys(old, info);
  if (keys.length === 0 && sameValue(was, is)) return;
  explanation.explainRef(is, []);
  if (was instanceof PdfRef) explanation.explainRef(was, []);
  if (keys.length === 0) return;
  const isUpdate = keys.every((key) => DATES.has(key));
  explanation.find(isUpdate ? 'INFORMATION_UPDATED' : 'INFORMATION_CHANGED', `information ${keys.join()}`);
}

function checkMetadata(explanation: Explanation): void {
  const { before, after, changes } = explanation.update;
  const ref = after.root.get('Metadata');
  const change = ref instanceof PdfRef ? changes.get(ref.num) : undefined;
  if (!(change?.after instanceof PdfStream) || explanation.isExplained(change.num)) return;
  const old = before.resolve(before.root.get('Metadata'));
  if (old !== null && (change.kind !== 'changed' || !(change.before instanceof PdfStream))) return;
  explanation.explain([change.num]);
  const now = after.decode(change.after);
  const was = change.before instanceof PdfStream ? before.decode(change.before) : undefined;
  const isShort = Math.max(now.length, was?.length ?? 0) <= LONGEST_METADATA;
  const isUpdate = isShort && (was ? withoutDates(was) === withoutDates(now) : statesNothing(now));
  explanation.find(isUpdate ? 'INFORMATION_UPDATED' : 'INFORMATION_CHANGED', 'metadata');
}

const CHANGING = 'xmp:ModifyDate|xmp:MetadataDate|xmp:CreateDate|pdf:Producer|xmpMM:InstanceID';
const changing = new RegExp(`<(${CHANGING})>[^<]*</\\1>|(${CHANGING})=("[^"]*"|'[^']*')`, 'g');

const withoutDates = (xmp: Buffer): string => xmp.toString('utf8').replace(changing, '').replace(/\s+/g, '');

/** Nothing is left but the frame of the format: signers add such metadata where there was none. */
function statesNothing(xmp: Buffer): boolean {
  const frame =
    /<\?xpacket[^<>]*\?>|<\/?(x:xmpmeta|rdf:RDF|rdf:Description)(\s+(xmlns:\w+|rdf:about|x:xmptk)=("[^"]*"|'[^']*'))*\s*\/?>/g;
  return (
    xmp
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .replace(changing, '')
      .replace(frame, '')
      .trim() === ''
  );
}
