import { createHash } from 'node:crypto';
import * as openid from 'openid-client';
import { startWebServer, type Visit } from './web-server.ts';

export const CLIENT_ID = 'library';
export const CLIENT_SECRET = 'a secret of the library';

/** An application that makes every check that the standard demands, and the one that it allows. */
export async function startCorrectApplication() {
  let config: openid.Configuration;
  let refusal: unknown;

  async function answer({ url, session, go, show }: Visit): Promise<void> {
    if (url.pathname === '/login') {
      const verifier = openid.randomPKCECodeVerifier();
      session.pending = { verifier, state: openid.randomState(), nonce: openid.randomNonce() };
      const to = openid.buildAuthorizationUrl(config, {
        redirect_uri: `${web.origin}/callback`,
        scope: 'openid profile',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: session.pending.state,
        nonce: session.pending.nonce,
      });
      return go(to.href);
    }
    if (url.pathname !== '/callback' || session.pending === undefined) return show(200, 'Welcome');
    const { verifier: pkceCodeVerifier, state: expectedState, nonce: expectedNonce } = session.pending;
    delete session.pending;
    try {
      const tokens = await openid.authorizationCodeGrant(config, url, {
        pkceCodeVerifier,
        expectedState,
        expectedNonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || !isHashOf(tokens.access_token, claims['at_hash']))
        throw new Error('at_hash is not the one of the access token');
      const person = await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
      session.name = person.name ?? '';
      return go('/');
    } catch (error) {
      refusal = error;
      return show(400, explain(error));
    }
  }

  const web = await startWebServer(answer);
  return {
    ...web,
    /** What the library said about the last answer that it refused. */
    refusal: () => refusal,
    limitCallsTo: (seconds: number) => {
      config.timeout = seconds;
    },
    connect: async (issuer: string) => {
      // Without TLS nothing but the signature proves the issuer (OpenID Connect Core, 3.1.3.7, step 6).
      const execute = [openid.allowInsecureRequests, openid.enableNonRepudiationChecks];
      config = await openid.discovery(new URL(issuer), CLIENT_ID, CLIENT_SECRET, undefined, { execute });
    },
  };
}

function explain(error: unknown): string {
  if (!(error instanceof openid.AuthorizationResponseError)) return 'The sign-in failed. Please try again.';
  return error.error === 'access_denied'
    ? 'You did not agree, so you are not signed in.'
    : 'The sign-in service is not available now. Please try again in a few minutes.';
}

function isHashOf(token: string, hash: unknown): boolean {
  return createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url') === hash;
}
