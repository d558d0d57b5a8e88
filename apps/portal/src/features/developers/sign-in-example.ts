/** A whole program for one person on their own computer; a browser test runs it as it stands. */
export function signInExample(issuer: string): { file: string; text: string } {
  const insecure = issuer.startsWith('http:');
  const options = insecure ? ', undefined, { execute: [oidc.allowInsecureRequests] }' : '';
  return {
    file: 'sign-in.mjs',
    text: `import { once } from 'node:events';
import { createServer } from 'node:http';
import * as oidc from 'openid-client';

const { CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } = process.env;
const config = await oidc.discovery(new URL('${issuer}'), CLIENT_ID, CLIENT_SECRET${options});
const [pkceCodeVerifier, expectedState] = [oidc.randomPKCECodeVerifier(), oidc.randomState()];
const code_challenge = await oidc.calculatePKCECodeChallenge(pkceCodeVerifier);
const ask = { redirect_uri: REDIRECT_URI, scope: 'openid profile', state: expectedState, code_challenge, code_challenge_method: 'S256' };
console.log(oidc.buildAuthorizationUrl(config, ask).href);
const [request, response] = await once(createServer().listen(new URL(REDIRECT_URI).port), 'request');
const tokens = await oidc.authorizationCodeGrant(config, new URL(request.url, REDIRECT_URI), { pkceCodeVerifier, expectedState });
const person = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
response.setHeader('content-type', 'text/plain; charset=utf-8').end(\`Signed in: \${person.name}\`, () => process.exit());
`,
  };
}
