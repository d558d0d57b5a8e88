import type { SocialOutcome, SocialProofPort } from '../superadmin/index.ts';

/** The address for the browser, and the secrets that the caller keeps until it comes back. */
export interface SocialStart {
  authUrl: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export type SocialStartOutcome = { ok: true; start: SocialStart } | Extract<SocialOutcome, { ok: false }>;

/** A social provider: starts sign-ins and verifies their outcome. */
export interface SocialPort extends SocialProofPort {
  /** The provider's host, which identifies it to people; undefined when none is set up. */
  readonly provider: string | undefined;
  begin(input: { redirectUri: string }): Promise<SocialStartOutcome>;
}
