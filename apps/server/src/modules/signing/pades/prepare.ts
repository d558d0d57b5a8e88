import type { PDF } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfString } from '@libpdf/core';
import { type DigestName, digestOf } from '../../../kernel/pki/algorithm.ts';
import { largestSignedBytes, raiseRoomBytes } from '../sizes.ts';
import { algorithmFor, encodeSignedAttributes, type SignatureAlgorithm } from './cms.ts';
import {
  type FormField,
  formFields,
  openPdf,
  type PdfWarning,
  permissionsOf,
  requireReadable,
  resolverOf,
  warningsOf,
} from './document.ts';
import { drawAppearance, drawMark, type Mark } from './mark.ts';
import { appendPlaceholder, coveredDigest, type Widget, widgetOf } from './placeholder.ts';
import { PdfRefused } from './refusal.ts';

/** Room for the CMS with its chain and a timestamp. */
const RESERVE = 16_384;
const SMALLEST_VISIBLE = 1;

export interface PrepareOptions {
  /** DER. It must be known before signing, because the signature names it. */
  signerCertificate: Uint8Array;
  /** DER of the certificates between it and the root. */
  chain?: readonly Uint8Array[];
  at: Date;
  /** The phone signs a SHA-256 digest; another provider may take a longer one. */
  digestAlgorithm?: DigestName;
  /** For an RSA key. */
  padding?: 'pkcs1' | 'pss';
  name?: string;
  reason?: string;
  location?: string;
  /** In which function the person signs; part of what is signed. */
  role?: string;
  /** An empty signature field of the document, or the name of a new one. */
  fieldName?: string;
  mark?: Mark;
  /**
   * Certifies the document (DocMDP), as its author: afterwards 1 nothing, 2 forms and signatures, 3 also annotations
   * may be added. Only the first signature can.
   */
  certify?: 1 | 2 | 3;
}

/** Everything but the file that `embed` needs; plain data for a row. */
export interface PreparedState {
  version: 1;
  fieldName: string;
  contentsAt: number;
  contentsLength: number;
  digestAlgorithm: DigestName;
  signatureAlgorithm: SignatureAlgorithm;
  /** Base64. */
  digest: string;
  signedAttributes: string;
  certificate: string;
  chain: string[];
}

export interface Prepared {
  bytes: Uint8Array;
  state: PreparedState;
}

export interface PrepareResult extends Prepared {
  /** What the signer approves: the digest of the signed attributes, which cover the document. */
  digest: Uint8Array;
  /** Of the document as it was given, hex. */
  sourceSha256: string;
  warnings: PdfWarning[];
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Appends an empty signature to the document and computes the digest to sign. */
export async function prepare(document: Uint8Array, options: PrepareOptions): Promise<PrepareResult> {
  const { signerCertificate: certificate, digestAlgorithm: digest = 'SHA-256' } = options;
  const algorithm = algorithmFor(certificate, options.padding ?? 'pkcs1');
  requireReadable(document);
  const pdf = await openPdf(document);
  const fields = formFields(pdf);
  const warnings = warningsOf(pdf, fields);
  const { certify } = options;
  if (certify !== undefined && fields.some(({ value }) => value)) throw new PdfRefused('already_signed');
  const place = choosePlace(pdf, fields, options);
  const hole = await appendPlaceholder(pdf, document, {
    dictionary: { ...describeSignature(options), ...(certify === undefined ? {} : describeChanges(certify)) },
    reserve: RESERVE,
    isCertification: certify !== undefined,
    ...place,
  });
  // What is signed here must fit into a request for verification.
  if (hole.bytes.length + raiseRoomBytes > largestSignedBytes) throw new PdfRefused('too_large');
  const signing = { certificate, digest, algorithm };
  const attributes = encodeSignedAttributes(signing, coveredDigest(digest, hole), options.role);
  const approved = digestOf(digest, attributes);
  return {
    bytes: hole.bytes,
    digest: approved,
    sourceSha256: digestOf('SHA-256', document).toString('hex'),
    warnings,
    state: {
      version: 1,
      fieldName: 'existing' in place.field ? place.field.existing.name : place.field.name,
      contentsAt: hole.contentsAt,
      contentsLength: hole.contentsLength,
      digestAlgorithm: digest,
      signatureAlgorithm: algorithm,
      digest: base64(approved),
      signedAttributes: base64(attributes),
      certificate: base64(certificate),
      chain: (options.chain ?? []).map(base64),
    },
  };
}

function describeSignature({ at, name, reason, location }: PrepareOptions): Record<string, PdfObject> {
  const texts = { Name: name, Reason: reason, Location: location };
  const given = Object.entries(texts).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, PdfString.fromString(value)] as const],
  );
  return {
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    M: PdfString.fromString(pdfDate(at)),
    ...Object.fromEntries(given),
  };
}

/** ISO 32000-1, 12.8.2.2. */
function describeChanges(allowed: 1 | 2 | 3): Record<string, PdfObject> {
  const parameters = PdfDict.of({
    Type: PdfName.of('TransformParams'),
    P: PdfNumber.of(allowed),
    V: PdfName.of('1.2'),
  });
  const reference = PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of('DocMDP'),
    TransformParams: parameters,
  });
  return { Reference: PdfArray.of(reference) };
}

function pdfDate(at: Date): string {
  return `D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}+00'00'`;
}

const INVISIBLE: Widget = { page: 0, rect: [0, 0, 0, 0] };

function choosePlace(
  pdf: PDF,
  fields: readonly FormField[],
  { fieldName, mark }: PrepareOptions,
): { field: { name: string } | { existing: FormField }; widget: Widget } {
  const existing = fields.find(({ name }) => name === fieldName);
  if (existing && (!existing.isSignature || existing.value)) throw new PdfRefused('field_taken');
  const name = existing?.name ?? fieldName ?? freeName(fields, 'Signature');
  const { certified, isLocked } = permissionsOf(pdf, fields);
  if (certified === 1) throw new PdfRefused('changes_forbidden');
  if (isLocked(name)) throw new PdfRefused('fields_locked');
  if (existing) return { field: { existing }, widget: existingWidget(pdf, existing, mark) };
  if (!mark) return { field: { name }, widget: INVISIBLE };
  if (certified !== null) throw new PdfRefused('mark_not_allowed');
  return { field: { name }, widget: drawMark(pdf, mark) };
}

export function freeName(fields: readonly FormField[], base: string): string {
  const taken = new Set(fields.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${base}${number}`)) number += 1;
  return `${base}${number}`;
}

/** The author of the document has placed this field; an invisible one stays invisible. */
function existingWidget(pdf: PDF, field: FormField, mark: Mark | undefined): Widget {
  const resolve = resolverOf(pdf);
  const widget = widgetOf(pdf, field);
  const corners = [...(widget.getArray('Rect', resolve) ?? new PdfArray())].map((item) =>
    item instanceof PdfNumber ? item.value : 0,
  );
  const [left = 0, bottom = 0, right = 0, top = 0] = corners;
  const size = { width: Math.abs(right - left), height: Math.abs(top - bottom) };
  if (!mark || size.width < SMALLEST_VISIBLE || size.height < SMALLEST_VISIBLE) return INVISIBLE;
  return { ...INVISIBLE, appearance: drawAppearance(pdf, mark, { ...size, rotation: 0 }) };
}
