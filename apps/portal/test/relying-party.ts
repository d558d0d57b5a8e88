import { createServer, type Server } from 'node:http';
import * as openid from 'openid-client';
import type { Page } from 'playwright-core';
import { findFreePorts } from '../../../scripts/free-ports.ts';

export interface Registered {
  clientId: string;
  clientSecret: string;
}

/** A client built on openid-client, whose callback page only waits for the test to finish the sign-in. */
export interface RelyingParty extends Registered {
  server: Server;
  config: openid.Configuration;
  /** The same server under a host that is another site to the browser. */
  otherSite: string;
  /** Opens the authorization request in this page. */
  start(page: Page, parameters?: Record<string, string>): Promise<void>;
  /** Waits for the callback and exchanges its code; `max_age` is checked as the client asked for it. */
  finish(page: Page): Promise<Awaited<ReturnType<typeof openid.authorizationCodeGrant>>>;
}

export async function openRelyingParty(
  issuer: string,
  register: (redirectUri: string) => Promise<Registered>,
): Promise<RelyingParty> {
  const [port = 0] = await findFreePorts(1);
  const origin = `http://localhost:${port}`;
  const callback = `${origin}/callback`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><html lang="en"><title>Client</title><link rel="icon" href="data:,"><p>Client',
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const registered = await register(callback);
  const config = await openid.discovery(
    new URL(issuer),
    registered.clientId,
    undefined,
    openid.ClientSecretBasic(registered.clientSecret),
    { execute: [openid.allowInsecureRequests] },
  );
  const pending = new WeakMap<Page, openid.AuthorizationCodeGrantChecks>();
  return {
    ...registered,
    server,
    config,
    otherSite: `http://127.0.0.1:${port}/`,
    start: async (page, parameters = {}) => {
      const verifier = openid.randomPKCECodeVerifier();
      const [state, nonce] = [openid.randomState(), openid.randomNonce()];
      pending.set(page, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(parameters['max_age'] === undefined ? {} : { maxAge: Number(parameters['max_age']) }),
      });
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid profile email',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...parameters,
      });
      await page.goto(url.href);
    },
    finish: async (page) => {
      await page.waitForURL(`${callback}?**`);
      return openid.authorizationCodeGrant(config, new URL(page.url()), pending.get(page));
    },
  };
}
