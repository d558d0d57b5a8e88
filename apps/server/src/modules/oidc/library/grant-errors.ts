import type { EventEmitter } from 'node:events';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** The detail is already a sentence for the developer. */
const theDetail = Symbol('detail');
type Cause = readonly [detail: RegExp, sentence: string | typeof theDetail];

/** The library keeps the cause for logs; a developer without access to them needs it on the wire. */
const grantCauses: readonly Cause[] = [
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

/** One sentence for these, so that a stranger does not learn which applications exist. */
const clientCauses: readonly Cause[] = [
  [
    /^client not found$|^invalid secret provided$|^the provided authentication mechanism/,
    'the client_id or the secret is wrong or has ended, or token_endpoint_auth_method is another one',
  ],
  [/^alg mismatch$/, 'the client assertion is signed with another algorithm than registered'],
  [/^client assertion tokens must only be used once$/, 'the client assertion was already used'],
  // These name the claim, in words of the library and of configuration.ts.
  [/client[_ ]assertion|\(JWT issuer\)|\(aud\)/, theDetail],
];

const causes: Readonly<Record<string, readonly Cause[]>> = {
  invalid_grant: grantCauses,
  invalid_client: clientCauses,
};

/** The endpoints at which a client proves itself. */
const refusals = [
  'grant.error',
  'pushed_authorization_request.error',
  'device_authorization.error',
  'backchannel_authentication.error',
  'introspection.error',
  'revocation.error',
];

interface Refusal {
  readonly message: string;
  readonly error_detail?: string;
}

/** Says in the answer why a call was refused. The event comes after the library has written the body. */
export function explainRefusals(provider: Provider): void {
  for (const event of refusals)
    (provider as EventEmitter).on(
      event,
      (ctx: KoaContextWithOIDC, { message, error_detail = '' }: Refusal) => {
        const sentence = causes[message]?.find(([detail]) => detail.test(error_detail))?.[1];
        if (sentence === undefined) return;
        ctx.body = { error: message, error_description: sentence === theDetail ? error_detail : sentence };
      },
    );
}
