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
  /** The moment up to which the authority knew. */
  thisUpdate: Date;
  /** Null when the answer says nothing about newer information. */
  freshUntil: Date | null;
}

export interface RevocationPort {
  /** Both certificates in DER. An answer that is kept from before `since` is not enough. Throws RevocationError. */
  evidence(
    certificate: Uint8Array,
    issuer: Uint8Array,
    signal?: AbortSignal,
    since?: Date | null,
  ): Promise<RevocationEvidence>;
}

/** The times of evidence have whole seconds. */
const SECOND_MS = 1000;

/** Whether an answer that was asked for at a moment knows about another moment. */
export const knowsOf = (
  { thisUpdate, askedAt }: { thisUpdate: Date; askedAt: Date },
  moment: Date | null | undefined,
): boolean => !moment || Math.min(thisUpdate.getTime(), askedAt.getTime()) + SECOND_MS >= moment.getTime();
