/**
 * What onboarding needs of a social provider: that somebody holds an account there, proven by the code their browser
 * brought back. The adapter verifies the id_token in full; a proof is proven, not reported.
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
  /** `detail` is for the log only and never holds personal data. */
  | { ok: false; failure: SocialFailure; detail: string };

export interface SocialProofPort {
  exchange(input: {
    code: string;
    redirectUri: string;
    codeVerifier?: string | undefined;
    nonce?: string | undefined;
  }): Promise<SocialOutcome>;
}
