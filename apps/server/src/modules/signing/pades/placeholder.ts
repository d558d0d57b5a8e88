import { randomInt } from 'node:crypto';
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfString,
} from '@libpdf/core';
import { type DigestName, digestOf } from '../../../kernel/pki/algorithm.ts';
import { appendChanges, type FormField, resolverOf } from './document.ts';
import { PdfRefused } from './refusal.ts';

/** Print and Locked (ISO 32000-1, 12.5.3). */
const WIDGET_FLAGS = 132;
/** SignaturesExist and AppendOnly (ISO 32000-1, 12.7.2). */
const SIGNATURE_FLAGS = 3;
const OFFSET_DIGITS = 10;

export interface Widget {
  /** From 0. */
  page: number;
  /** Left, bottom, right, top in the coordinates of the page. */
  rect: readonly [number, number, number, number];
  appearance?: PdfRef;
}

/** A document whose signature dictionary has an empty /Contents of `contentsLength` characters at `contentsAt`. */
export interface Placeholder {
  bytes: Buffer;
  contentsAt: number;
  contentsLength: number;
}

/** The writer of the library needs only this shape; its own raw object is not exported. */
function rawObject(text: string): PdfObject {
  const bytes = Buffer.from(text, 'latin1');
  const raw = {
    type: 'raw',
    bytes,
    toBytes: (writer: { writeBytes(bytes: Uint8Array): void }) => writer.writeBytes(bytes),
  };
  return raw as unknown as PdfObject;
}

/** Appends a signature field, or fills an empty one, and leaves room for `reserve` octets of CMS. */
export async function appendPlaceholder(
  pdf: PDF,
  original: Uint8Array,
  request: {
    dictionary: Record<string, PdfObject>;
    reserve: number;
    field: { name: string } | { existing: FormField };
    widget: Widget;
    isCertification?: boolean;
  },
): Promise<Placeholder> {
  const { widget, reserve } = request;
  // Random digits: an uploaded document cannot contain them beforehand.
  const marker = `[0 ${Array.from({ length: 3 }, () => randomInt(10 ** (OFFSET_DIGITS - 1), 10 ** OFFSET_DIGITS)).join(' ')}]`;
  const signature = pdf.register(
    PdfDict.of({
      ...request.dictionary,
      ByteRange: rawObject(marker),
      Contents: rawObject(`<${'0'.repeat(2 * reserve)}>`),
    }),
  );
  if ('existing' in request.field) fillField(pdf, request.field.existing, signature, widget.appearance);
  else addField(pdf, request.field.name, signature, widget);
  if (request.isCertification) pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: signature }));

  const bytes = await appendChanges(pdf, original);
  const markerAt = bytes.lastIndexOf(marker);
  const contentsAt = bytes.indexOf(`<${'0'.repeat(64)}`, markerAt);
  if (markerAt < original.length || contentsAt < 0) throw new Error('the placeholder was lost');
  const contentsLength = 2 * reserve + 2;
  const end = contentsAt + contentsLength;
  const [first, second, third] = [contentsAt, end, bytes.length - end].map((offset) =>
    String(offset).padEnd(OFFSET_DIGITS),
  );
  bytes.write(`[0 ${first} ${second} ${third}]`, markerAt, 'latin1');
  return { bytes, contentsAt, contentsLength };
}

function addField(pdf: PDF, name: string, signature: PdfRef, widget: Widget): void {
  const resolve = resolverOf(pdf);
  const page = pdf.getPage(widget.page);
  if (!page) throw new PdfRefused('no_such_page');
  const field = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: PdfString.fromString(name),
      V: signature,
      F: PdfNumber.of(WIDGET_FLAGS),
      P: page.ref,
      Rect: PdfArray.of(...widget.rect.map((value) => PdfNumber.of(value))),
      ...(widget.appearance ? { AP: PdfDict.of({ N: widget.appearance }) } : {}),
    }),
  );
  const form = formOf(pdf);
  const fields = form.getArray('Fields', resolve);
  if (fields) fields.push(field);
  else form.set('Fields', PdfArray.of(field));
  form.set('SigFlags', PdfNumber.of(SIGNATURE_FLAGS));
  const annotations = page.dict.getArray('Annots', resolve);
  if (annotations) annotations.push(field);
  else page.dict.set('Annots', PdfArray.of(field));
}

function formOf(pdf: PDF): PdfDict {
  const catalog = pdf.getCatalog();
  const existing = catalog.getDict('AcroForm', resolverOf(pdf));
  if (existing) return existing;
  const form = PdfDict.of({ Fields: PdfArray.of() });
  catalog.set('AcroForm', pdf.register(form));
  return form;
}

function fillField(pdf: PDF, field: FormField, signature: PdfRef, appearance: PdfRef | undefined): void {
  field.dict.set('V', signature);
  if (appearance) widgetOf(pdf, field).set('AP', PdfDict.of({ N: appearance }));
  const form = formOf(pdf);
  if (form.getNumber('SigFlags', resolverOf(pdf))?.value !== SIGNATURE_FLAGS)
    form.set('SigFlags', PdfNumber.of(SIGNATURE_FLAGS));
}

/** A field and its only widget usually share one dictionary. */
export function widgetOf(pdf: PDF, field: FormField): PdfDict {
  const resolve = resolverOf(pdf);
  const first = field.dict.getArray('Kids', resolve)?.at(0, resolve);
  return first instanceof PdfDict ? first : field.dict;
}

export function coveredDigest(digest: DigestName, hole: Placeholder): Buffer {
  const { bytes, contentsAt, contentsLength } = hole;
  return digestOf(digest, bytes.subarray(0, contentsAt), bytes.subarray(contentsAt + contentsLength));
}

/** False when it does not fit. */
export function fillContents(hole: Placeholder, der: Uint8Array): boolean {
  const digits = Buffer.from(der).toString('hex');
  if (digits.length > hole.contentsLength - 2) return false;
  const padded = digits.padEnd(hole.contentsLength - 2, '0');
  hole.bytes.write(padded, hole.contentsAt + 1, 'latin1');
  return true;
}
