import { PdfName } from '@libpdf/core';
import type { DigestName } from '../../../kernel/pki/algorithm.ts';
import { formFields, openPdf } from './document.ts';
import { appendPlaceholder, coveredDigest, fillContents, type Placeholder } from './placeholder.ts';
import { freeName } from './prepare.ts';

/** Room for a token with its chain. */
const RESERVE = 12_288;
export const TIMESTAMP_DIGEST: DigestName = 'SHA-256';

export interface ReservedTimestamp {
  bytes: Uint8Array;
  contentsAt: number;
  contentsLength: number;
  digest: Uint8Array;
}

/** Appends an empty document timestamp over everything before it (ETSI EN 319 142-1, 5.4.3). */
export async function reserveTimestamp(document: Uint8Array): Promise<ReservedTimestamp> {
  const pdf = await openPdf(document);
  const hole = await appendPlaceholder(pdf, document, {
    dictionary: {
      Type: PdfName.of('DocTimeStamp'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of('ETSI.RFC3161'),
    },
    reserve: RESERVE,
    field: { name: freeName(formFields(pdf), 'Timestamp') },
    widget: { page: 0, rect: [0, 0, 0, 0] },
  });
  return { ...hole, digest: coveredDigest(TIMESTAMP_DIGEST, hole) };
}

/** Replaces the content of a signature or timestamp, which no signature before it covers; undefined if too long. */
export async function replaceContents(
  document: Uint8Array,
  place: Pick<Placeholder, 'contentsAt' | 'contentsLength'>,
  der: Uint8Array,
): Promise<Uint8Array | undefined> {
  const hole = { ...place, bytes: Buffer.from(document) };
  return fillContents(hole, der) ? hole.bytes : undefined;
}
