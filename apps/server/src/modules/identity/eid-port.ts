/**
 * What the identity module needs from a national eID, independent of the protocol. The adapter verifies everything: a
 * COMPLETE answer is proven, not only reported.
 */

export type CertificateLevel = 'ADVANCED' | 'QUALIFIED' | 'QSCD';
export type EidLanguage = 'mn' | 'en';

/**
 * State between start and poll. It holds secrets: the caller seals it at rest and never sends it to a client. JSON-serializable.
 */
export interface EidSession {
  providerSessionId: string;
  kind: 'device-link' | 'notification';
  rpChallenge: string;
  interactions: string;
  callbackUrl: string | null;
  level: CertificateLevel;
  /** The person asked; notification only. */
  nationalId: string | null;
  device: { sessionToken: string; sessionSecret: string; deviceLinkBase: string } | null;
  verificationCode: string;
  startedAtMs: number;
  expiresAtMs: number | null;
}

export type EidRefusal =
  | 'user_refused'
  | 'wrong_code'
  | 'wrong_pin'
  | 'document_unusable'
  | 'protocol_failure'
  | 'level_too_low'
  | 'certificate_revoked'
  | 'certificate_expired'
  | 'certificate_untrusted'
  | 'bad_signature'
  | 'wrong_person'
  | 'wrong_flow'
  | 'wrong_return';

export interface EidIdentity {
  civilId: string;
  nationalId: string | null;
  givenName: string;
  surname: string;
  givenNameEn: string;
  surnameEn: string;
  documentNumber: string;
  level: CertificateLevel;
  flowType: 'QR' | 'Web2App' | 'App2App' | 'Notification';
  certificate: { serial: string; notBefore: string; notAfter: string; issuer: string; keyType: string };
}

export type EidPoll =
  | { state: 'PENDING'; scanned: boolean; returnRequired: boolean }
  | { state: 'EXPIRED' }
  | { state: 'REFUSED'; reason: EidRefusal }
  | { state: 'COMPLETE'; identity: EidIdentity };

/** Identity from an earlier sign-in; one of the two numbers finds the phone. */
export type Signer = { civilId: string } & (
  | { nationalId: string }
  | { nationalId: null; documentNumber: string }
);

/** State between start and poll of a signature; sealed at rest like a sign-in. */
export interface EidSignatureSession {
  providerSessionId: string;
  /** Base64 of the 32 octets of SHA-256 that are signed. */
  digest: string;
  level: CertificateLevel;
  civilId: string;
  nationalId: string | null;
  verificationCode: string;
  expiresAtMs: number | null;
}

/** A legally effective signature, verified to be this person's over this digest. */
export interface EidSignature {
  /** Base64 of r‖s. */
  value: string;
  /** Base64 DER of the SIGN certificate. */
  certificate: string;
  certificateSerial: string;
  level: CertificateLevel;
  documentNumber: string;
}

/** DER. */
export interface SigningCertificate {
  certificate: Uint8Array;
  /** From the one that issued it to the root. */
  chain: readonly Uint8Array[];
}

export type EidSignaturePoll =
  | { state: 'PENDING' }
  | { state: 'EXPIRED' }
  | { state: 'REFUSED'; reason: EidRefusal }
  | { state: 'COMPLETE'; signature: EidSignature };

export type EidFailure = 'unavailable' | 'rejected' | 'unknown_session' | 'unknown_person' | 'not_configured';

/** The message goes to the log only and never holds personal data. */
export class EidError extends Error {
  readonly failure: EidFailure;

  constructor(failure: EidFailure, detail: string) {
    super(`eID provider ${failure}: ${detail}`);
    this.name = 'EidError';
    this.failure = failure;
  }
}

export interface EidPort {
  startDeviceLink(input: { callbackUrl: string | null; signal?: AbortSignal }): Promise<EidSession>;
  /** `displayText`, of at most 60 characters, replaces the usual text of a sign-in on the phone. */
  startNotification(input: {
    nationalId: string;
    displayText?: string;
    signal?: AbortSignal;
  }): Promise<EidSession>;
  /** The QR text now, valid for `expiresInSeconds`. */
  qr(session: EidSession, at: Date, language: EidLanguage): { text: string; expiresInSeconds: number };
  deepLink(session: EidSession, language: EidLanguage): string;
  /** Waits up to holdMs; an aborted signal answers PENDING at once and closes the outgoing call. */
  poll(
    session: EidSession,
    options: { holdMs: number; userChallengeVerifier: string | null; signal: AbortSignal },
  ): Promise<EidPoll>;
  /** The certificate that the next PIN2 signature of this document will be made with, and its authorities, verified. */
  signingCertificate(input: { documentNumber: string; signal?: AbortSignal }): Promise<SigningCertificate>;
  /** The authorities of a certificate, from the one that issued it to a trusted root; no call to the provider. */
  authoritiesOf(certificate: Uint8Array): Promise<readonly Uint8Array[]>;
  /** Sends a PIN2 request to the signer's phone; `displayText` has at most 60 characters and says what is signed. */
  startSignature(input: {
    signer: Signer;
    digest: Uint8Array;
    displayText: string;
    signal?: AbortSignal;
  }): Promise<EidSignatureSession>;
  /** Like `poll`: COMPLETE only after certificate, level, revocation, person and signature have been verified. */
  pollSignature(
    session: EidSignatureSession,
    options: { holdMs: number; signal: AbortSignal },
  ): Promise<EidSignaturePoll>;
  /** Reachability check for `doctor`: resolves, or throws EidError. */
  probe(): Promise<void>;
}
