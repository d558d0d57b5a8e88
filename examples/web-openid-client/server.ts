import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as openid from 'openid-client';

export interface Settings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  port: number;
}

/** What a browser may come back with, and who it turned out to be. Kept in memory: enough for an example. */
interface Session {
  pending?: { verifier: string; state: string; nonce: string };
  person?: { name: string; email: string; idToken: string };
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function show(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><title>Example</title><h1>Example</h1>${html}</html>`);
}

export async function startExample({ issuer, clientId, clientSecret, port }: Settings) {
  const origin = `http://localhost:${port}`;
  const auth = openid.ClientSecretBasic(clientSecret);
  // The library trusts TLS for the id_token; its signature is checked too, because development has no TLS.
  const checkSignatures = openid.enableNonRepudiationChecks;
  const config = await openid.discovery(new URL(issuer), clientId, undefined, auth, {
    execute: issuer.startsWith('http:') ? [openid.allowInsecureRequests, checkSignatures] : [checkSignatures],
  });
  const sessions = new Map<string, Session>();

  /** The session of this browser. A sign-in gets a new id, so that one planted before it is worth nothing. */
  function openSession(request: IncomingMessage, response: ServerResponse, renew: boolean): Session {
    const old = /(?:^|; )example_session=([\w-]{43})/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const found = sessions.get(old);
    if (found && !renew) return found;
    sessions.delete(old);
    const id = randomBytes(32).toString('base64url');
    const session: Session = found ?? {};
    sessions.set(id, session);
    response.setHeader('set-cookie', `example_session=${id}; Path=/; HttpOnly; SameSite=Lax`);
    return session;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const session = openSession(request, response, url.pathname === '/callback');
    const go = (to: string) => void response.writeHead(303, { location: to }).end();

    if (url.pathname === '/login') {
      const verifier = openid.randomPKCECodeVerifier();
      session.pending = { verifier, state: openid.randomState(), nonce: openid.randomNonce() };
      const to = openid.buildAuthorizationUrl(config, {
        redirect_uri: `${origin}/callback`,
        scope: 'openid profile email',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: session.pending.state,
        nonce: session.pending.nonce,
      });
      return go(to.href);
    }
    if (url.pathname === '/callback' && session.pending) {
      const { verifier: pkceCodeVerifier, state: expectedState, nonce: expectedNonce } = session.pending;
      delete session.pending;
      const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
      const tokens = await openid.authorizationCodeGrant(config, url, checks);
      const { sub } = tokens.claims() ?? { sub: '' };
      const { name = '', email = '' } = await openid.fetchUserInfo(config, tokens.access_token, sub);
      session.person = { name, email, idToken: tokens.id_token ?? '' };
      return go('/');
    }
    if (url.pathname === '/logout' && session.person) {
      const id_token_hint = session.person.idToken;
      delete session.person;
      const to = openid.buildEndSessionUrl(config, { id_token_hint, post_logout_redirect_uri: origin });
      return go(to.href);
    }
    const { person } = session;
    const nobody = '<p id="nobody">Nobody is signed in.</p><a href="/login">Sign in with Tamga</a>';
    const somebody = ({ name, email }: { name: string; email: string }) =>
      `<p id="name">${escapeHtml(name)}</p><p>${escapeHtml(email)}</p><a href="/logout">Sign out</a>`;
    show(response, 200, person ? somebody(person) : nobody);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: { error?: string }) => {
      const text = error.error === 'access_denied' ? 'You did not agree.' : 'The sign-in failed.';
      show(response, 400, `<p id="failed">${text}</p>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { origin, server };
}

const { ISSUER: issuer = 'http://localhost:3000', PORT: port = '4001', ...given } = process.env;
const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = given;
if (import.meta.main) await startExample({ issuer, clientId, clientSecret, port: Number(port) });
