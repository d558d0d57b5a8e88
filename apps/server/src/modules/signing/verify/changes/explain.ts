import {
  changedKeys,
  eachRef,
  nameOf,
  PdfDict,
  PdfRef,
  PdfString,
  type PdfValue,
  sameValue,
} from '../pdf/values.ts';
import { checkEvidence } from './evidence-store.ts';
import { Explanation } from './explanation.ts';
import { checkFields } from './fields.ts';
import type { ChangeKind, Finding } from './findings.ts';
import { isGainedResources, mayGainDefaults } from './form-resources.ts';
import { checkInformation } from './information.ts';
import { catalogNumber } from './kinds.ts';
import { checkPages, settleUnder } from './pages.ts';
import { nameUnexplained } from './roles.ts';
import { arrayOf, dictOfShape, integer, name, Shape, text } from './shape.ts';
import { addSignatureField } from './signature-field.ts';
import type { Update } from './update.ts';

/** What an update did. Every rule accepts what it understands completely; what no rule accepts is a change. */
export function explainUpdate(update: Update): Finding[] {
  const explanation = new Explanation(update);
  const { changes, references, structure, oddities } = update;
  for (const oddity of new Set(oddities)) explanation.find('STRUCTURE_AMBIGUOUS', oddity);
  if (!checkTrailer(explanation)) return [...explanation.findings, ...nameUnexplained(explanation)];
  for (const { num, kind, isOld } of changes.values()) {
    if (isOld) explanation.find('HIDDEN_CONTENT_ACTIVATED', `object ${num}`);
    else if (kind === 'added' && references.to(num).size > 0)
      explanation.find('DANGLING_REFERENCE_FILLED', `object ${num}`);
    else if (kind !== 'added' && structure.has(num))
      explanation.find('OBJECT_STREAM_REPLACED', `object ${num}`);
    else continue;
    explanation.settle(num);
  }
  for (const num of structure)
    if (!changes.has(num) && references.to(num).size > 0)
      explanation.find('DANGLING_REFERENCE_FILLED', `object ${num}`);
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
  const { before, after, changes, references } = explanation.update;
  for (const value of [...[...changes.values()].map((change) => change.after), after.trailer])
    eachRef(value, ({ num }) => {
      const isOld = !changes.has(num) && before.object(num) !== null;
      if (isOld && references.to(num).size === 0)
        explanation.find('HIDDEN_CONTENT_ACTIVATED', `object ${num}`);
    });
}

/** A trailer that names another catalog shows another document. */
function checkTrailer(explanation: Explanation): boolean {
  const { before, after, changes } = explanation.update;
  const id = after.trailer.get('ID');
  const isId = Array.isArray(id) && id.length === 2 && id.every((part) => part instanceof PdfString);
  if (id !== null && !isId) explanation.find('STRUCTURE_AMBIGUOUS', 'trailer ID');
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
  explanation.claim(num, 'catalog');
  const [was, is] = [change.before, change.after];
  if (!(is instanceof PdfDict) || !(was instanceof PdfDict) || is.ambiguous) {
    explanation.find('CATALOG_CHANGED', 'catalog');
    return;
  }
  for (const key of changedKeys(was, is)) {
    if (CHECKED_ELSEWHERE.has(key)) continue;
    if (isAddedMetadata(key, was.get(key), is.get(key))) continue;
    if (key === 'Version' && isUsualVersion(was.get(key), is.get(key))) continue;
    if (key === 'Extensions' && isExtended(explanation, before.resolve(was.get(key)), is.get(key))) continue;
    explanation.find(CATALOG_KINDS[key] ?? 'CATALOG_CHANGED', `catalog ${key}`);
    settleUnder(explanation, is.get(key));
  }
}

/** Some signers write 2.0 and others 1.7 back, which both draw alike; an older one could mean less. */
function isUsualVersion(was: PdfValue, is: PdfValue): boolean {
  const [old, now] = [was === null ? '1.0' : nameOf(was), nameOf(is)];
  if (old === undefined || now === undefined) return false;
  if (old === '2.0' && now === '1.7') return true;
  return /^(1\.[0-7]|2\.0)$/.test(now) && now >= old;
}

const extension = dictOfShape({
  Type: name('DeveloperExtensions'),
  BaseVersion: name(),
  ExtensionLevel: integer,
  ExtensionRevision: text,
  URL: text,
});

/** Signers announce the extensions that they use (7.12); none of them changes what is shown. */
function isExtended(explanation: Explanation, was: PdfValue, is: PdfValue): boolean {
  const shape = new Shape(explanation, 'extensions');
  const now = shape.dict(is);
  if (!now || now.ambiguous || (was !== null && !(was instanceof PdfDict))) return false;
  const isKept = [...(was?.map.keys() ?? [])].every((key) => sameValue(was?.get(key) ?? null, now.get(key)));
  return (
    isKept &&
    [...now.map].every(
      ([key, value]) =>
        (key === 'Type' && name('Extensions')(shape, value)) ||
        sameValue(was?.get(key) ?? null, value) ||
        extension(shape, value) ||
        arrayOf(extension)(shape, value),
    )
  );
}

/** The interactive form (12.7.3): it may gain signature fields at its end. */
function checkForm(explanation: Explanation): void {
  const { before, after } = explanation.update;
  const [was, is] = [before.root.get('AcroForm'), after.root.get('AcroForm')];
  const old = before.dict(was);
  const form = is === null ? undefined : readOwned(explanation, is, 'form', catalogNumber(after));
  if (!(form instanceof PdfDict) || form.ambiguous) {
    if (was !== null || is !== null) explanation.find('FIELD_CHANGED', 'catalog AcroForm');
    return;
  }
  const shape = new Shape(explanation, 'form');
  for (const key of changedKeys(old ?? new PdfDict(), form)) {
    // The resources are read once it is known what the new marks draw.
    if (key === 'Fields' || key === 'DR') continue;
    if (key === 'SigFlags' && integer(shape, form.get(key))) continue;
    const isGained = key === 'DA' && (old?.get(key) ?? null) === null && text(shape, form.get(key));
    if (isGained && mayGainDefaults(explanation)) continue;
    explanation.find(
      key === 'NeedAppearances' ? 'FIELD_APPEARANCE_REPLACED' : 'FIELD_CHANGED',
      `AcroForm ${key}`,
    );
    settleUnder(explanation, form.get(key));
  }
  const oldFields = before.array(old?.get('Fields'));
  const owner = is instanceof PdfRef ? is.num : catalogNumber(after);
  const fields = readOwned(explanation, form.get('Fields'), 'form fields', owner);
  if (!Array.isArray(fields) || !oldFields.every((field, at) => sameValue(field, fields[at] ?? null)))
    explanation.find('FIELD_CHANGED', 'AcroForm Fields');
  else for (const field of fields.slice(oldFields.length)) addSignatureField(explanation, field);
  const [had, has] = [old?.get('DR') ?? null, form.get('DR')];
  if (sameValue(had, has)) return;
  if (mayGainDefaults(explanation) && isGainedResources(explanation, had, has)) return;
  explanation.find('FIELD_CHANGED', 'AcroForm DR');
  settleUnder(explanation, has);
}

/** A part that is unchanged, new, or redefined while nobody else refers to it. */
function readOwned(
  explanation: Explanation,
  value: PdfValue,
  role: string,
  owner: number | undefined,
): PdfValue | undefined {
  const change = value instanceof PdfRef ? explanation.update.changes.get(value.num) : undefined;
  if (change?.kind !== 'changed') return explanation.open(value, role);
  return explanation.claimChanged(change.num, role, [owner]) ? change.after : undefined;
}
