import type { SignatureResult } from '../result.ts';

/**
 * The picture is a lock that the document must not open: whoever prepares a page that PDFium cannot draw gets no answer
 * that the document is valid.
 */
export function requirePicture(result: SignatureResult): SignatureResult {
  const isOpen = result.picture.status === 'not_compared' && result.indication === 'TOTAL_PASSED';
  if (!isOpen) return result;
  return { ...result, indication: 'INDETERMINATE', reason: 'PICTURE_NOT_COMPARED', fleeting: null };
}
