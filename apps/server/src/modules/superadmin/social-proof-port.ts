/**
 * Proof from a social provider that a person holds an account there, by the code that their browser brought
 * back. The adapter validates the id_token in full: the account is proven, not just claimed.
 */
export interface SocialProof {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  name?: string;
  /** An https address, or empty. */
  picture?: string;
}

export type SocialFailure = 'rejected' | 'unavailable' | 'not_configured';

export type SocialOutcome =
  | { ok: true; proof: SocialProof }
  /** `detail` is for the log only and never contains personal data. */
  | { ok: false; failure: SocialFailure; detail: string };

export interface SocialProofPort {
  exchange(input: {
    code: string;
    redirectUri: string;
    codeVerifier?: string | undefined;
    nonce?: string | undefined;
  }): Promise<SocialOutcome>;
}
