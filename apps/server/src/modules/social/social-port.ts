import type { SocialOutcome, SocialProofPort } from '../superadmin/index.ts';

/** What a browser takes to the provider, and what whoever sent it there must keep until it comes back. */
export interface SocialStart {
  authUrl: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export type SocialStartOutcome = { ok: true; start: SocialStart } | Extract<SocialOutcome, { ok: false }>;

/** A social provider: where its people prove who they are, and what came of it. */
export interface SocialPort extends SocialProofPort {
  /** The provider's host, by which people tell it from others; undefined where none is set up. */
  readonly provider: string | undefined;
  begin(input: { redirectUri: string }): Promise<SocialStartOutcome>;
}
