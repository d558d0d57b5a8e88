import { beginAuthorisation, type Wish } from '../../../api/authorisations.ts';
import { usePhoneSignature } from '../../../features/signing/use-phone-signature.ts';

/** The grantor signs the authorisation; then it is given. */
export const useSigning = (onSigned: (signed: Wish & { sid: string }) => void) =>
  usePhoneSignature(beginAuthorisation, onSigned);
