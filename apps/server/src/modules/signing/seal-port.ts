import type { DigestName } from '../../kernel/pki/algorithm.ts';
import type { SignatureAlgorithm } from './pades/cms.ts';

export interface ToSign {
  /** For a device that hashes. */
  bytes: Uint8Array;
  /** For a device that takes a digest. */
  digest: Uint8Array;
  digestAlgorithm: DigestName;
  signatureAlgorithm: SignatureAlgorithm;
}

/** The key of the platform's seal: a file, or a device behind PKCS#11. */
export interface SealSigner {
  /** DER. */
  certificate: Uint8Array;
  chain: readonly Uint8Array[];
  /** For an RSA key. */
  padding?: 'pkcs1' | 'pss';
  /** ECDSA as r‖s or DER. Throws SealKeyUnavailable when the device does not answer. */
  sign(input: ToSign): Promise<Uint8Array>;
}

/** The key cannot be used now; the detail goes to the log only. */
export class SealKeyUnavailable extends Error {
  constructor(detail: string) {
    super(`seal key unavailable: ${detail}`);
    this.name = 'SealKeyUnavailable';
  }
}

/** Where the seal comes from. */
export interface SealSource {
  /** DER, where it is known from the start. */
  certificate?: Uint8Array;
  /** Throws SealKeyUnavailable while the source does not answer. */
  open(): Promise<SealSigner>;
  /** At start: throws what an operator has to mend; a source that does not answer now is no such thing. */
  prepare(): Promise<void>;
}
