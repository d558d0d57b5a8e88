import { inflateSync } from 'node:zlib';
import { type PDF, PdfArray, type PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import { digestOf } from '../../../kernel/pki/algorithm.ts';
import { firstElement } from '../../../kernel/pki/der.ts';
import { parseTimestampToken } from '../../../kernel/pki/timestamp-token.ts';
import { formFields, openPdf, resolverOf } from './document.ts';

const LARGEST_EVIDENCE_BYTES = 4 * 1024 * 1024;
const MOST_EVIDENCE = 500;

export interface SignatureInFile {
  fieldName: string;
  kind: 'signature' | 'timestamp';
  contentsAt: number;
  contentsLength: number;
  /** The length of the file when this was signed. */
  coveredLength: number;
  cms: Uint8Array;
  /** For a document timestamp: its token is about exactly these octets. */
  isImprintRight: boolean;
}

export interface ValidationData {
  certificates: Uint8Array[];
  ocsps: Uint8Array[];
  crls: Uint8Array[];
}

export interface Inspection {
  length: number;
  /** From the oldest. */
  signatures: SignatureInFile[];
  /** The content of the document security store. */
  validation: ValidationData;
}

export async function inspect(document: Uint8Array): Promise<Inspection> {
  const pdf = await openPdf(document);
  const signatures = formFields(pdf).flatMap(({ name, value }) => {
    const found = value && readSignature(pdf, document, value);
    return found ? [{ fieldName: name, ...found }] : [];
  });
  return {
    length: document.length,
    signatures: signatures.toSorted((a, b) => a.coveredLength - b.coveredLength),
    validation: readValidationData(pdf),
  };
}

function readSignature(
  pdf: PDF,
  document: Uint8Array,
  value: PdfDict,
): Omit<SignatureInFile, 'fieldName'> | undefined {
  const resolve = resolverOf(pdf);
  const range = [...(value.getArray('ByteRange', resolve) ?? [])].map((item) =>
    item instanceof PdfNumber ? item.value : -1,
  );
  const [start, before = -1, after = -1, rest = -1] = range;
  const coveredLength = after + rest;
  const isSane =
    range.length === 4 &&
    start === 0 &&
    before > 0 &&
    after > before &&
    rest > 0 &&
    coveredLength <= document.length;
  if (!isSane) return undefined;
  const gap = Buffer.from(document.subarray(before, after)).toString('latin1');
  const digits = /^<([0-9A-Fa-f]+)>$/.exec(gap)?.[1];
  if (digits === undefined) return undefined;
  const isTimestamp = value.getName('SubFilter', resolve)?.value === 'ETSI.RFC3161';
  const cms = withoutPadding(Buffer.from(digits, 'hex'));
  const imprint = isTimestamp ? parseTimestampToken(cms)?.imprint : undefined;
  const covered = [document.subarray(0, before), document.subarray(after, coveredLength)];
  return {
    kind: isTimestamp ? 'timestamp' : 'signature',
    contentsAt: before,
    contentsLength: after - before,
    coveredLength,
    cms,
    isImprintRight: imprint?.value.equals(digestOf(imprint.digest, ...covered)) === true,
  };
}

/** The zeros after the CMS cost a parser as much as the CMS itself. */
function withoutPadding(contents: Buffer): Buffer {
  try {
    return firstElement(contents).raw;
  } catch {
    return contents;
  }
}

export function readValidationData(pdf: PDF): ValidationData {
  const resolve = resolverOf(pdf);
  const store = pdf.getCatalog().getDict('DSS', resolve);
  const list = (key: string) =>
    [...(store?.getArray(key, resolve) ?? new PdfArray())].slice(0, MOST_EVIDENCE).flatMap((item) => {
      const stream = item instanceof PdfRef ? resolve(item) : item;
      const bytes = stream instanceof PdfStream ? readStream(stream, resolve) : undefined;
      return bytes ? [bytes] : [];
    });
  return { certificates: list('Certs'), ocsps: list('OCSPs'), crls: list('CRLs') };
}

/** The library unpacks without a limit, and an uploaded document may hold a bomb. */
function readStream(stream: PdfStream, resolve: ReturnType<typeof resolverOf>): Uint8Array | undefined {
  const filter = stream.get('Filter', resolve);
  const only = filter instanceof PdfArray && filter.length === 1 ? filter.at(0, resolve) : filter;
  if (only === undefined) return stream.data;
  if (!(only instanceof PdfName) || only.value !== 'FlateDecode') return undefined;
  try {
    return inflateSync(stream.data, { maxOutputLength: LARGEST_EVIDENCE_BYTES });
  } catch {
    return undefined;
  }
}
