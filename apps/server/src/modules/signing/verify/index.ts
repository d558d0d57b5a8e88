export { allowedKinds, attackKinds, type ChangeKind } from './changes/findings.ts';
export type { GivenAnswer, GivenEvidence } from './evidence.ts';
export type {
  ChangeResult,
  Indication,
  Level,
  Problem,
  Reason,
  SignatureResult,
  TimestampResult,
  VerificationResult,
} from './result.ts';
export { VerificationView } from './schemas.ts';
export {
  createVerifier,
  type StoredDocument,
  type Verifier,
  VerifierBusy,
  type VerifierOptions,
} from './verifier.ts';
export { type VerifyOptions, verifyPdf } from './verify-pdf.ts';
export { viewVerification } from './view.ts';
