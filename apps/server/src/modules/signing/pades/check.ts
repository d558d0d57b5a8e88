import { formFields, openPdf, permissionsOf, requireReadable } from './document.ts';
import { PdfRefused } from './refusal.ts';

/** Refuses early what nobody could sign, before others are asked to. */
export async function checkSignable(document: Uint8Array): Promise<true> {
  requireReadable(document);
  const pdf = await openPdf(document);
  if (permissionsOf(pdf, formFields(pdf)).certified === 1) throw new PdfRefused('changes_forbidden');
  return true;
}
