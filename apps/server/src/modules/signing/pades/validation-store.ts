import { PdfArray, PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { appendChanges, openPdf, resolverOf } from './document.ts';
import { readValidationData, type ValidationData } from './inspect.ts';

const KEYS = { certificates: 'Certs', ocsps: 'OCSPs', crls: 'CRLs' } as const;

/** Appends a document security store (ETSI EN 319 142-1, 5.4.2), or adds to the one that is there. */
export async function addValidationData(document: Uint8Array, data: ValidationData): Promise<Uint8Array> {
  const pdf = await openPdf(document);
  const resolve = resolverOf(pdf);
  const catalog = pdf.getCatalog();
  const present = readValidationData(pdf);
  const existing = catalog.getDict('DSS', resolve);
  const store = existing ?? PdfDict.of({ Type: PdfName.of('DSS') });
  if (!existing) catalog.set('DSS', pdf.register(store));
  for (const kind of ['certificates', 'ocsps', 'crls'] as const) {
    const known = new Set(present[kind].map(fingerprint));
    const added = data[kind].filter(
      (bytes) => !known.has(fingerprint(bytes)) && known.add(fingerprint(bytes)),
    );
    if (added.length === 0) continue;
    const streams = added.map((bytes) => pdf.register(PdfStream.fromDict({}, Buffer.from(bytes))));
    const list = store.getArray(KEYS[kind], resolve);
    if (list) list.push(...streams);
    else store.set(KEYS[kind], PdfArray.of(...streams));
  }
  return appendChanges(pdf, document);
}

const fingerprint = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
