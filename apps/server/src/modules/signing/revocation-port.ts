/** `no_address`: the certificate names no service that may be called; `invalid`: the answer proves nothing. */
export type RevocationFailure = 'unavailable' | 'no_address' | 'invalid';

/** The detail goes to the log only. */
export class RevocationError extends Error {
  readonly failure: RevocationFailure;

  constructor(failure: RevocationFailure, detail: string) {
    super(`revocation service ${failure}: ${detail}`);
    this.name = 'RevocationError';
    this.failure = failure;
  }
}

/** A verified, fresh answer about exactly one certificate. */
export interface RevocationEvidence {
  kind: 'ocsp' | 'crl';
  der: Uint8Array;
  /** Null for a valid certificate. */
  revokedAt: Date | null;
  /** Certificates that a verifier needs to check the answer, such as that of a delegated responder. */
  certificates: Uint8Array[];
  /** Null when the answer says nothing about newer information. */
  freshUntil: Date | null;
}

export interface RevocationPort {
  /** Both certificates in DER. Throws RevocationError. */
  evidence(certificate: Uint8Array, issuer: Uint8Array, signal?: AbortSignal): Promise<RevocationEvidence>;
}
