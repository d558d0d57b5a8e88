import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import { Budget, RefusedFile } from '../verify/budget.ts';
import { PdfFile } from '../verify/pdf/document.ts';
import { PdfRefused } from './refusal.ts';

/** Above this the memory of the worker thread is not enough. */
const LARGEST_BYTES = 64 * 1024 * 1024;
const DEEPEST_FIELD = 32;
const MOST_FIELDS = 20_000;

/**
 * Refuses a stranger's document that our verifier could not read afterwards. The library unpacks without a limit, so
 * a bomb must be found before it sees the document.
 */
export function requireReadable(bytes: Uint8Array): void {
  if (bytes.length > LARGEST_BYTES) throw new PdfRefused('too_large');
  try {
    const file = new PdfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), new Budget());
    file.newest.requireExact();
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    const { reason, message } = error;
    if (reason === 'NOT_A_PDF') throw new PdfRefused('not_a_pdf');
    if (reason === 'TOO_COMPLEX') throw new PdfRefused('too_complex', message);
    throw new PdfRefused(reason === 'ENCRYPTED' ? 'encrypted' : 'damaged', message);
  }
}

/** Opens a document that can be extended without touching its octets. */
export async function openPdf(bytes: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(bytes).catch((error: unknown) => {
    // The library does not open some kinds of encryption at all.
    const detail = error instanceof Error ? error.message : '';
    throw new PdfRefused(/encrypt|password|security handler/i.test(detail) ? 'encrypted' : 'damaged');
  });
  if (pdf.isEncrypted) throw new PdfRefused('encrypted');
  // The library would write the whole document again, and thereby break every earlier signature.
  const blocker = pdf.canSaveIncrementally();
  if (blocker !== null && blocker !== 'linearized') throw new PdfRefused('damaged', blocker);
  // An update after a linearised file is allowed (ISO 32000-1, Annex F.4.6); the library is only careful.
  if (blocker === 'linearized') Reflect.set(pdf, '_isLinearized', false);
  if (pdf.getPageCount() === 0) throw new PdfRefused('damaged', 'no pages');
  return pdf;
}

/** The document with the changes appended. */
export async function appendChanges(pdf: PDF, original: Uint8Array): Promise<Buffer> {
  const saved = await pdf.save({ incremental: true, subsetFonts: true });
  const bytes = Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength);
  if (!bytes.subarray(0, original.length).equals(original)) throw new PdfRefused('damaged', 'rewritten');
  return bytes;
}

export const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.context.resolve(ref);

export interface FormField {
  /** The full name, parts joined by a point. */
  name: string;
  dict: PdfDict;
  isSignature: boolean;
  /** The signature dictionary of a signed field. */
  value: PdfDict | undefined;
}

export function formFields(pdf: PDF): FormField[] {
  const resolve = resolverOf(pdf);
  const found: FormField[] = [];
  const seen = new Set<PdfObject>();
  const visit = (item: PdfObject | undefined, parent: { name: string; type: string; depth: number }) => {
    const dict = item instanceof PdfRef ? resolve(item) : item;
    if (!(dict instanceof PdfDict) || seen.has(dict)) return;
    if (parent.depth > DEEPEST_FIELD || found.length > MOST_FIELDS)
      throw new PdfRefused('too_complex', 'form');
    seen.add(dict);
    const part = dict.getString('T', resolve)?.asString();
    const name = [parent.name, part ?? ''].filter((text) => text !== '').join('.');
    const type = dict.getName('FT', resolve)?.value ?? parent.type;
    const kids = dict.getArray('Kids', resolve);
    // A kid without a name is a widget of this field, not another field.
    const children = [...(kids ?? [])].filter((kid) => isField(kid, resolve));
    if (children.length > 0) for (const kid of children) visit(kid, { name, type, depth: parent.depth + 1 });
    else {
      const isSignature = type === 'Sig';
      found.push({ name, dict, isSignature, value: isSignature ? dict.getDict('V', resolve) : undefined });
    }
  };
  const form = pdf.getCatalog().getDict('AcroForm', resolve);
  for (const item of form?.getArray('Fields', resolve) ?? []) visit(item, { name: '', type: '', depth: 0 });
  return found;
}

function isField(item: PdfObject, resolve: ReturnType<typeof resolverOf>): boolean {
  const dict = item instanceof PdfRef ? resolve(item) : item;
  return dict instanceof PdfDict && dict.get('T', resolve) instanceof PdfString;
}

export interface Permissions {
  /** DocMDP: 1 nothing, 2 forms and signatures, 3 annotations too; null without a certification. */
  certified: 1 | 2 | 3 | null;
  /** Fields that an earlier signature locked. */
  isLocked(name: string): boolean;
}

/** ISO 32000-1, 12.8.2.2 and 12.8.2.4; the strictest wins. */
export function permissionsOf(pdf: PDF, fields: readonly FormField[]): Permissions {
  const resolve = resolverOf(pdf);
  let certified: Permissions['certified'] = null;
  const locks: PdfDict[] = [];
  const restrict = (level: number | undefined) => {
    const known = level === 1 || level === 3 ? level : 2;
    certified = certified === null || known < certified ? known : certified;
  };
  const read = (signature: PdfDict) => {
    for (const item of signature.getArray('Reference', resolve) ?? []) {
      const reference = item instanceof PdfRef ? resolve(item) : item;
      if (!(reference instanceof PdfDict)) continue;
      const parameters = reference.getDict('TransformParams', resolve);
      const method = reference.getName('TransformMethod', resolve)?.value;
      if (method === 'DocMDP') restrict(parameters?.getNumber('P', resolve)?.value);
      if (method === 'FieldMDP' && parameters) locks.push(parameters);
    }
  };
  const certification = pdf.getCatalog().getDict('Perms', resolve)?.getDict('DocMDP', resolve);
  if (certification) {
    read(certification);
    if (certified === null) restrict(undefined);
  }
  for (const { value, dict } of fields) {
    if (!value) continue;
    read(value);
    const lock = dict.getDict('Lock', resolve);
    if (lock) locks.push(lock);
    const level = lock?.getNumber('P', resolve)?.value;
    if (level !== undefined) restrict(level);
  }
  return { certified, isLocked: (name) => locks.some((lock) => locksField(lock, name, resolve)) };
}

function locksField(lock: PdfDict, name: string, resolve: ReturnType<typeof resolverOf>): boolean {
  const action = lock.getName('Action', resolve)?.value;
  if (action === 'All') return true;
  const names = [...(lock.getArray('Fields', resolve) ?? new PdfArray())].flatMap((item) =>
    item instanceof PdfString ? [item.asString()] : [],
  );
  const isNamed = names.some((listed) => name === listed || name.startsWith(`${listed}.`));
  return action === 'Exclude' ? !isNamed : isNamed;
}

/** Parts that can change what a person sees after signing; the caller decides whom to warn. */
export const pdfWarnings = [
  'script',
  'xfa_form',
  'broken_signature',
  'false_certification',
  'hidden_annotation',
  'stacked_annotations',
  'layers',
  'screen_and_print_differ',
  'drawn_differently',
  'content_elsewhere',
  'missing_object',
  'unlisted_object',
  'not_checked',
] as const;
export type PdfWarning = (typeof pdfWarnings)[number];

export function warningsOf(pdf: PDF, fields: readonly FormField[]): PdfWarning[] {
  const resolve = resolverOf(pdf);
  const catalog = pdf.getCatalog();
  const action = catalog.getDict('OpenAction', resolve);
  const hasScript =
    catalog.getDict('Names', resolve)?.get('JavaScript') !== undefined ||
    action?.getName('S', resolve)?.value === 'JavaScript' ||
    catalog.has('AA') ||
    fields.some(({ dict }) => dict.has('AA'));
  const hasXfa = catalog.getDict('AcroForm', resolve)?.has('XFA') === true;
  return [...(hasScript ? (['script'] as const) : []), ...(hasXfa ? (['xfa_form'] as const) : [])];
}
