import {
  changedKeys,
  dictOf,
  eachRef,
  PdfDict,
  PdfRef,
  PdfStream,
  type PdfValue,
  sameValue,
} from '../pdf/values.ts';
import { Explanation } from './explanation.ts';
import { checkFields } from './fields.ts';
import type { ChangeKind, Finding } from './findings.ts';
import { checkInformation } from './information.ts';
import { catalogNumber } from './kinds.ts';
import { checkPages } from './pages.ts';
import { nameUnexplained } from './roles.ts';
import { addSignatureField } from './signature-field.ts';
import { addedUnder, type Update } from './update.ts';

export function explainUpdate(update: Update): Finding[] {
  const explanation = new Explanation(update);
  const { changes, references } = update;
  if (!checkTrailer(explanation)) return [...explanation.findings, ...nameUnexplained(explanation)];
  for (const { num, kind, isOld } of changes.values()) {
    if (isOld) {
      explanation.find('HIDDEN_CONTENT_ACTIVATED', `object ${num}`);
      explanation.explain([num]);
    } else if (kind === 'added' && references.to(num).size > 0) {
      explanation.find('DANGLING_REFERENCE_FILLED', `object ${num}`);
      explanation.explain([num]);
    }
  }
  checkHidden(explanation);
  checkCatalog(explanation);
  checkEvidence(explanation);
  checkForm(explanation);
  checkFields(explanation);
  checkPages(explanation);
  checkInformation(explanation);
  return [...explanation.findings, ...nameUnexplained(explanation)];
}

/** An object that nothing used when it was signed and that is shown now was prepared for this moment. */
function checkHidden(explanation: Explanation): void {
  const { before, changes, references } = explanation.update;
  const used = [before.trailer.get('Root'), before.trailer.get('Info')];
  for (const { after } of changes.values())
    eachRef(after, (ref) => {
      const isOld = !changes.has(ref.num) && before.object(ref.num) !== null;
      if (isOld && references.to(ref.num).size === 0 && !used.some((other) => sameValue(ref, other)))
        explanation.find('HIDDEN_CONTENT_ACTIVATED', `object ${ref.num}`);
    });
}

/** A trailer that names another catalog shows another document. */
function checkTrailer(explanation: Explanation): boolean {
  const { before, after, changes } = explanation.update;
  const [was, is] = [before.trailer.get('Root'), after.trailer.get('Root')];
  if (sameValue(was, is)) return true;
  const isPrepared = is instanceof PdfRef && changes.get(is.num)?.kind !== 'added';
  explanation.find(isPrepared ? 'HIDDEN_CONTENT_ACTIVATED' : 'CATALOG_REPLACED', 'trailer');
  return false;
}

const CATALOG_KINDS: Readonly<Record<string, ChangeKind>> = {
  Pages: 'PAGES_CHANGED',
  OpenAction: 'SCRIPT_ADDED',
  AA: 'SCRIPT_ADDED',
  Names: 'SCRIPT_ADDED',
  OCProperties: 'LAYERS_CHANGED',
  Perms: 'PERMISSIONS_CHANGED',
};
/** Checked by the functions below. */
const CHECKED_ELSEWHERE = new Set(['DSS', 'AcroForm']);
/** Metadata may come, but not be exchanged or go: the functions of information.ts read what it says. */
const isAddedMetadata = (key: string, was: PdfValue, is: PdfValue): boolean =>
  key === 'Metadata' && was === null && is instanceof PdfRef;

function checkCatalog(explanation: Explanation): void {
  const { before, after, changes } = explanation.update;
  const num = catalogNumber(after);
  const change = num === undefined ? undefined : changes.get(num);
  if (num === undefined || change?.kind !== 'changed' || explanation.isExplained(num)) return;
  explanation.explain([num]);
  if (!(change.after instanceof PdfDict) || !(change.before instanceof PdfDict) || change.after.ambiguous) {
    explanation.find('CATALOG_CHANGED', 'catalog');
    return;
  }
  for (const key of changedKeys(change.before, change.after)) {
    if (CHECKED_ELSEWHERE.has(key)) continue;
    if (isAddedMetadata(key, change.before.get(key), change.after.get(key))) continue;
    if (key === 'Version' && isHigherVersion(change.before.get(key), change.after.get(key))) continue;
    if (
      key === 'Extensions' &&
      isExtended(before.dict(change.before.get(key)), after.dict(change.after.get(key)))
    ) {
      explanation.explainRef(change.after.get(key), [num]);
      continue;
    }
    explanation.find(CATALOG_KINDS[key] ?? 'CATALOG_CHANGED', `catalog ${key}`);
  }
}

const isHigherVersion = (was: PdfValue, is: PdfValue): boolean => {
  const version = (value: PdfValue) =>
    Number(value && typeof value === 'object' && 'value' in value ? value.value : 0);
  return version(is) >= version(was) && version(is) <= 2;
};

const isExtended = (was: PdfDict | undefined, is: PdfDict | undefined): boolean =>
  is !== undefined &&
  [...(was?.map.keys() ?? [])].every((key) => sameValue(was?.get(key) ?? null, is.get(key)));

const EVIDENCE_KEYS = new Set(['Type', 'Certs', 'OCSPs', 'CRLs', 'VRI', 'Cert', 'OCSP', 'CRL', 'TU', 'TS']);

/** The document security store (12.8.4.3). */
function checkEvidence(explanation: Explanation): void {
  const { before, after, changes } = explanation.update;
  const [was, is] = [before.root.get('DSS'), after.root.get('DSS')];
  const store = after.dict(is);
  if (store === undefined) {
    if (was !== null) explanation.find('CATALOG_CHANGED', 'catalog DSS');
    return;
  }
  const parent = is instanceof PdfRef ? is.num : catalogNumber(after);
  const seen = new Set<number>();
  const visit = (value: PdfValue, owner: number | undefined, depth: number): void => {
    if (depth > 5) return;
    if (value instanceof PdfRef) {
      const change = changes.get(value.num);
      const target = after.resolve(value);
      // A redefined stream would replace evidence that a timestamp may already protect.
      const isReplaced = change?.kind === 'changed' && target instanceof PdfStream;
      if (seen.has(value.num) || isReplaced) return;
      seen.add(value.num);
      explanation.explainRef(value, [owner]);
      if (!(target instanceof PdfStream)) visit(target, value.num, depth + 1);
    } else if (Array.isArray(value)) for (const item of value) visit(item, owner, depth + 1);
    else if (value instanceof PdfDict) for (const item of value.map.values()) visit(item, owner, depth + 1);
  };
  const isStore = [...store.map.keys()].every((key) => EVIDENCE_KEYS.has(key)) && !store.ambiguous;
  const touched = [...changes.keys()].filter((num) => !explanation.isExplained(num)).length;
  if (isStore) {
    explanation.explainRef(is, [catalogNumber(after)]);
    for (const item of store.map.values()) visit(item, parent, 1);
  } else if (!sameValue(was, is)) explanation.find('CATALOG_CHANGED', 'catalog DSS');
  const untouched = [...changes.keys()].filter((num) => !explanation.isExplained(num)).length;
  if (!sameValue(was, is) || untouched < touched) explanation.find('EVIDENCE_ADDED', 'DSS');
}

/** The interactive form (12.7.3): it may gain signature fields at its end. */
function checkForm(explanation: Explanation): void {
  const { before, after, changes } = explanation.update;
  const [was, is] = [before.root.get('AcroForm'), after.root.get('AcroForm')];
  const [old, form] = [before.dict(was), after.dict(is)];
  if (form === undefined) {
    if (old !== undefined) explanation.find('FIELD_CHANGED', 'catalog AcroForm');
    return;
  }
  const catalog = catalogNumber(after);
  explanation.explainRef(is, [catalog]);
  const formNumber = is instanceof PdfRef ? is.num : catalog;
  explanation.explainRef(form.get('Fields'), [formNumber]);
  for (const key of changedKeys(old ?? new PdfDict(), form)) {
    if (key === 'Fields' || key === 'SigFlags') continue;
    if (old === undefined && (key === 'DR' || key === 'DA'))
      explanation.explain(addedUnder(explanation.update, form.get(key)));
    else
      explanation.find(
        key === 'NeedAppearances' ? 'FIELD_APPEARANCE_REPLACED' : 'FIELD_CHANGED',
        `AcroForm ${key}`,
      );
  }
  const oldFields = before.array(old?.get('Fields'));
  const fields = after.array(form.get('Fields'));
  if (!oldFields.every((field, at) => sameValue(field, fields[at] ?? null)))
    explanation.find('FIELD_CHANGED', 'AcroForm Fields');
  for (const field of fields.slice(oldFields.length)) {
    const change = field instanceof PdfRef ? changes.get(field.num) : undefined;
    const dict = change?.kind === 'added' ? dictOf(change.after) : undefined;
    if (change && dict) addSignatureField(explanation, change.num, dict);
    else explanation.find('FIELD_ADDED', 'AcroForm Fields');
  }
}
