import * as oauth from 'oauth4webapi';

const { issuer: address, client_id } = await (await fetch('/settings.json')).json();
const issuer = new URL(address);
const redirectUri = `${location.origin}/`;
const insecure = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' };
const discovered = await oauth.discoveryRequest(issuer, insecure);
const server = await oauth.processDiscoveryResponse(issuer, discovered);
const client = { client_id };

const status = document.querySelector('#status');
const button = document.querySelector('#sign-in');

/** What must be known again when the browser comes back; it lives as long as this tab. */
async function signIn() {
  const pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
  };
  sessionStorage.setItem('pending', JSON.stringify(pending));
  const to = new URL(server.authorization_endpoint);
  to.search = new URLSearchParams({
    client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  });
  location.assign(to);
}

async function finish({ verifier, state, nonce }) {
  const parameters = oauth.validateAuthResponse(server, client, new URL(location.href), state);
  // The code is used up here: neither the history nor a reload shall bring it back.
  history.replaceState(null, '', '/');
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  const { sub } = oauth.getValidatedIdTokenClaims(tokens);
  const asked = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
  return oauth.processUserInfoResponse(server, client, sub, asked);
}

function show(claims) {
  const list = document.querySelector('#claims');
  for (const [name, value] of Object.entries(claims)) {
    const term = document.createElement('dt');
    const text = document.createElement('dd');
    term.textContent = name;
    text.textContent = String(value);
    text.id = `claim-${name}`;
    list.append(term, text);
  }
}

button.addEventListener('click', signIn);
const pending = JSON.parse(sessionStorage.getItem('pending') ?? 'null');
sessionStorage.removeItem('pending');
try {
  if (pending && location.search !== '') {
    show(await finish(pending));
    status.textContent = 'You are signed in.';
  } else {
    status.textContent = 'Nobody is signed in.';
    button.hidden = false;
  }
} catch (error) {
  history.replaceState(null, '', '/');
  status.textContent = error.error === 'access_denied' ? 'You did not agree.' : 'The sign-in failed.';
  button.hidden = false;
}
