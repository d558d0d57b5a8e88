import { createServer } from 'node:http';
import { inspect } from 'node:util';
import * as client from 'openid-client';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, SITE, PORT, MORE } = process.env;
// The library refuses http, which the issuer of this try is.
const options = { execute: [client.allowInsecureRequests] };
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, options);
// One browser tries it, so variables are its session.
let code_verifier;
let tokens;
let person;

async function answer(url) {
  if (url.pathname === '/login') {
    code_verifier = client.randomPKCECodeVerifier();
    return client.buildAuthorizationUrl(config, {
      redirect_uri: `${SITE}/callback`,
      scope: MORE ? 'openid profile offline_access' : 'openid email',
      code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
    });
  }
  if (url.pathname === '/callback') {
    tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: code_verifier,
      idTokenExpected: true,
    });
    person = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
    return new URL(SITE);
  }
  if (url.pathname === '/refresh') {
    await client.refreshTokenGrant(config, tokens.refresh_token);
    return 'Refreshed.';
  }
  if (url.pathname === '/logout') {
    person = undefined;
    return client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: SITE,
    });
  }
  return person ? `Signed in: ${person.name}` : 'Nobody is signed in.';
}

createServer(async (request, response) => {
  try {
    const result = await answer(new URL(request.url, SITE));
    if (result instanceof URL) response.writeHead(303, { location: result.href }).end();
    else response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(result);
  } catch (error) {
    process.stderr.write(`${inspect(error)}\n`);
    response.writeHead(500).end(error.message);
  }
}).listen(Number(PORT), 'localhost');
