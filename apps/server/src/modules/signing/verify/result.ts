import type { RefusalReason } from './budget.ts';
import type { ChangeKind } from './changes/findings.ts';
import type { RangeProblem } from './signatures.ts';
import type { TimestampProblem } from './timestamp.ts';
import type { Revocation, TrustProblem } from './trust.ts';

/** EN 319 102-1 clause 5.1.3. */
export type Indication = 'TOTAL_PASSED' | 'TOTAL_FAILED' | 'INDETERMINATE';

/** Sub-indications of EN 319 102-1, and reasons of this verifier where the standard has none. */
export type Reason =
  | TrustProblem
  | 'FORMAT_FAILURE'
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  | 'SIG_CONSTRAINTS_FAILURE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  | 'TIMESTAMP_ORDER_FAILURE'
  | 'PICTURE_NOT_COMPARED'
  | 'CHANGES_NOT_PROVEN'
  | 'NO_SIGNATURE'
  | RefusalReason;

export type Level = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

/** What exactly is wrong, beside the reason of the standard. */
export type Problem =
  | RangeProblem
  | TimestampProblem
  | 'CMS_UNREADABLE'
  | 'CMS_FOLLOWED_BY_DATA'
  | 'CMS_ATTRIBUTE_MISSING'
  | 'CMS_ATTRIBUTES_NOT_SORTED'
  | 'DIGEST_DIFFERS'
  | 'SIGNATURE_VALUE_WRONG'
  | 'SIGNER_CERTIFICATE_MISSING'
  | 'SIGNER_CERTIFICATE_NOT_NAMED'
  | 'ALGORITHM_TOO_WEAK'
  | 'KIND_NOT_SUPPORTED'
  | 'KEY_NOT_FOR_SIGNING'
  | 'CLAIMED_TIME_IMPOSSIBLE'
  | 'TIMESTAMP_AUTHORITY_NOT_TRUSTED'
  | 'TIMESTAMPS_OUT_OF_ORDER'
  | 'CHANGED_AFTER_SIGNING'
  | 'REVOCATION_STALE'
  | 'REVOCATION_MISSING';

/** Why a signature that is valid today cannot be proven valid once its certificate has ended. */
export type FleetingReason = 'NO_TIMESTAMP' | 'NO_REVOCATION_DATA' | 'REVOCATION_NOT_CONFIRMED';

export interface Verdict {
  indication: Indication;
  /** Null for TOTAL_PASSED. */
  reason: Reason | null;
}

export interface SignerFacts {
  name: string | null;
  /** Personal register number, of `PNOMN-…`. */
  registerNumber: string | null;
  /** Of `CI:MN-…`. */
  civilId: string | null;
  organisation: { name: string | null; registerNumber: string | null } | null;
  role: string | null;
  certificateSerial: string;
  /** SHA-256 of the DER, hex. */
  certificateDigest: string;
  /** SHA-256 of the public key, hex; null for an unsupported kind. */
  keyDigest: string | null;
}

export interface TimestampResult {
  kind: 'signature' | 'document';
  time: Date | null;
  authority: string | null;
  isTrusted: boolean;
  problem: Problem | TrustProblem | null;
  /** Index of the revision that a document timestamp covers. */
  revision: number | null;
}

export interface ChangeResult {
  kind: ChangeKind;
  isAllowed: boolean;
  revision: number;
  where: string;
  page: number | null;
  /** What a filled field says now. */
  value: string | null;
}

/** The signed revision and the whole file as they look. */
export interface PictureResult {
  /**
   * `covered`: a later mark lies on something drawn or next to it. `filled`: fields were filled in or notes added.
   * `marked`: later marks stand apart. `partly`: other pages of a long document rest on its objects alone.
   * `not_compared`: nothing is called valid.
   */
  status: 'not_needed' | 'same' | 'covered' | 'filled' | 'marked' | 'differs' | 'partly' | 'not_compared';
  pages: number;
  compared: number;
  /** Pages that look different, inside the marks of later signers too. */
  changedPages: number[];
}

export interface SignatureResult extends Verdict {
  fieldName: string;
  problems: Problem[];
  /** Of a valid signature: null when the document itself carries what proves it later. */
  fleeting: FleetingReason | null;
  signer: SignerFacts | null;
  time: {
    best: Date | null;
    source: 'timestamp' | 'document_timestamp' | 'claimed' | null;
    claimed: Date | null;
  };
  level: Level | null;
  subFilter: string | null;
  /** Of the CMS, base64: names the signature in a report. */
  signatureValue: string | null;
  /** 1, 2 or 3 when the document is certified. */
  certified: 1 | 2 | 3 | null;
  certificate: {
    notBefore: Date;
    notAfter: Date;
    checkedAt: Date;
    issuer: string | null;
    revocation: Revocation;
  } | null;
  coverage: {
    isWholeFile: boolean;
    coveredBytes: number;
    /** Length of the signed revision: its bytes are the first ones of the file. */
    signedBytes: number;
    fileBytes: number;
    revision: number | null;
    revisions: number;
  };
  picture: PictureResult;
  timestamps: TimestampResult[];
  changes: ChangeResult[];
}

export interface VerificationResult extends Verdict {
  /** SHA-256 of the file, hex; null for a file that was not judged. */
  documentDigest: string | null;
  signatures: SignatureResult[];
  documentTimestamps: TimestampResult[];
  /**
   * Certificates whose revocation is not known, or not of the moment that counts: the caller may ask, and verify again.
   * An answer from before `since` does not help.
   */
  missingEvidence: { certificate: Uint8Array; issuer: Uint8Array; since: Date | null }[];
  /** Pictures were left out because the caller may bring evidence and verify again; nothing is called valid yet. */
  isPictureDue: boolean;
  /** For the log; holds nothing of the document. */
  detail: string | null;
}
