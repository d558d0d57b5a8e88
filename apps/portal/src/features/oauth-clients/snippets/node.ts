import { isPlain, pathOf, SECRET, type Snippet, type SnippetFacts, siteOf } from './facts.ts';

function clientAuth(authMethod: string): string {
  if (authMethod === 'none') return 'client.None()';
  if (authMethod === 'private_key_jwt') return 'client.PrivateKeyJwt(privateKey)';
  const way = authMethod === 'client_secret_post' ? 'ClientSecretPost' : 'ClientSecretBasic';
  return `client.${way}(process.env.${SECRET})`;
}

function discover({ issuer, clientId, authMethod }: SnippetFacts): string {
  return `import * as client from 'openid-client';

const config = await client.discovery(
  new URL('${issuer}'),
  '${clientId}',
  undefined,
  ${clientAuth(authMethod)},${isPlain(issuer) ? '\n  { execute: [client.allowInsecureRequests] }, // only while the issuer is http' : ''}
);
`;
}

export function forOpenidClient(facts: SnippetFacts): Snippet[] {
  return [
    {
      file: 'tamga.mjs',
      text: `${discover(facts)}
/** Returns the address to send the browser to, and what its session has to keep until it returns. */
export async function begin() {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: '${facts.redirectUri}',
    scope: '${facts.scopes.join(' ')}',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { url, kept: { verifier, state, nonce } };
}

/** Takes the address that the browser returned to. */
export async function finish(currentUrl, { verifier, state, nonce }) {
  const tokens = await client.authorizationCodeGrant(config, currentUrl, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const { sub } = tokens.claims();
  const person = await client.fetchUserInfo(config, tokens.access_token, sub);
  return { person, idToken: tokens.id_token };
}

export const signOutUrl = (idToken) =>
  client.buildEndSessionUrl(config, {
    id_token_hint: idToken,
    post_logout_redirect_uri: '${siteOf(facts)}',
  });
`,
    },
  ];
}

export function forMachineClient(facts: SnippetFacts): Snippet[] {
  return [
    {
      file: 'token.mjs',
      text: `${discover(facts)}
const { access_token } = await client.clientCredentialsGrant(config, { scope: '${facts.scopes.join(' ')}' });
`,
    },
  ];
}

export function forExpress(facts: SnippetFacts): Snippet[] {
  return [
    {
      file: 'app.mjs',
      text: `import express from 'express';
import openid from 'express-openid-connect';

const { auth, requiresAuth } = openid;
const app = express();
// Serves /login, ${pathOf(facts)} and /logout. PKCE, state and nonce are sent by itself.
app.use(
  auth({
    issuerBaseURL: '${facts.issuer}',
    baseURL: '${siteOf(facts)}',
    routes: { callback: '${pathOf(facts)}' },
    clientID: '${facts.clientId}',
    clientSecret: process.env.${SECRET},
    clientAuthMethod: '${facts.authMethod}',
    authorizationParams: { response_type: 'code', scope: '${facts.scopes.join(' ')}' },
    authRequired: false,
    idpLogout: true,
    secret: process.env.SESSION_SECRET, // protects the cookie of the session
  }),
);

app.get('/person', requiresAuth(), async (request, response) => {
  response.json(await request.oidc.fetchUserInfo());
});
export { app };
`,
    },
  ];
}

export function forAuthJs(facts: SnippetFacts): Snippet[] {
  const { issuer, clientId, scopes, authMethod } = facts;
  const proof = [
    ...(authMethod.startsWith('client_secret_') ? [`clientSecret: process.env.${SECRET},`] : []),
    `client: { token_endpoint_auth_method: '${authMethod}' },`,
  ];
  return [
    {
      file: 'auth.mjs',
      text: `export const authConfig = {
  providers: [
    {
      id: 'tamga',
      name: 'Tamga',
      type: 'oidc',
      issuer: '${issuer}',
      clientId: '${clientId}',
      ${proof.join('\n      ')}
      checks: ['pkce', 'state', 'nonce'],
      authorization: { params: { scope: '${scopes.join(' ')}' } },
      // The names of a person come from /userinfo.
      idToken: false,
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
  secret: process.env.AUTH_SECRET,
  trustHost: true,
};

// Auth.js ends only its own session: send the browser here after signOut().
export const signOutUrl =
  '${issuer}/oauth2/sessions/logout?${new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: siteOf(facts) })}';
`,
    },
  ];
}
