import {
  formFields,
  openPdf,
  type PdfWarning,
  permissionsOf,
  requireReadable,
  warningsOf,
} from './document.ts';
import { PdfRefused } from './refusal.ts';

/** Refuses early what nobody could sign, before others are asked to; tells what it saw on the way. */
export async function checkSignable(document: Uint8Array): Promise<PdfWarning[]> {
  requireReadable(document);
  const pdf = await openPdf(document);
  const fields = formFields(pdf);
  if (permissionsOf(pdf, fields).certified === 1) throw new PdfRefused('changes_forbidden');
  return warningsOf(pdf, fields);
}
