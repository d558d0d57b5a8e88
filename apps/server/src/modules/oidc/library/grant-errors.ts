import type { EventEmitter } from 'node:events';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** The library keeps the cause for logs; a developer without access to them needs it on the wire. */
const causes: readonly [detail: RegExp, sentence: string][] = [
  [/^code_verifier must be provided$/, 'the request had a code_challenge, so code_verifier is required'],
  [/^code_verifier does not match/, 'code_verifier does not match the code_challenge of the request'],
  [/^unsupported code_challenge_method$/, 'code_verifier was sent, but the request had no code_challenge'],
  [/redirect_uri mismatch$/, 'redirect_uri differs from the one in the authorization request'],
  [/ is expired$/, 'the code or token has expired'],
  [/ already (consumed|used)$/, 'the code or token was already used; all tokens of this sign-in have ended'],
  [/ not found$/, 'the code or token is unknown or has ended'],
  [/^client mismatch$/, 'the code or token was given to another application'],
  [/^missing DPoP proof JWT$/, 'a DPoP proof is required'],
  [/(dpop_jkt|jkt verification)$/, 'the DPoP proof is made with another key'],
  [/(certificate not provided|x5t#S256 verification)$/, 'the TLS certificate is missing or another one'],
  [/account not found/, 'the person can no longer sign in'],
];

interface Refusal {
  readonly message: string;
  readonly error_detail?: string;
}

/** Says in the answer why a grant was refused. The event comes after the library has written the body. */
export function explainRefusedGrants(provider: Provider): void {
  (provider as EventEmitter).on('grant.error', (ctx: KoaContextWithOIDC, refusal: Refusal) => {
    if (refusal.message !== 'invalid_grant') return;
    const sentence = causes.find(([detail]) => detail.test(refusal.error_detail ?? ''))?.[1];
    if (sentence !== undefined) ctx.body = { error: 'invalid_grant', error_description: sentence };
  });
}
