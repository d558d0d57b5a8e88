import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, NOW } from '../../kernel/pki/test-pki.ts';
import type { EidSession } from '../../modules/identity/eid-port.ts';
import { verificationCodeOf } from './check-start-answer.ts';
import { createEidAdapter, type EidAdapterOptions } from './index.ts';

/** A provider with answers that the sandbox never gives. */

let trustRootsPem: string;
beforeAll(async () => {
  trustRootsPem = (await createAuthority()).trustPem;
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function adapterFor(handler: Handler, change: Partial<EidAdapterOptions> = {}) {
  const server = createServer(async (request, response) => handler(request, response, await text(request)));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return createEidAdapter({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/`,
    rpUuid: randomUUID(),
    rpName: 'Tamga',
    rpSecret: 'secret',
    scheme: 'mn-eid',
    level: 'QUALIFIED',
    displayText: 'Sign in?',
    trustRootsPem,
    ocsp: 'required',
    ocspAllowedHosts: [],
    now: () => NOW,
    ...change,
  });
}

const session: EidSession = {
  providerSessionId: randomUUID(),
  kind: 'notification',
  rpChallenge: 'AAAA',
  interactions: 'AAAA',
  callbackUrl: null,
  level: 'QUALIFIED',
  nationalId: 'УБ85031512',
  device: null,
  verificationCode: '0000',
  startedAtMs: NOW.getTime(),
  expiresAtMs: null,
};
const never = new AbortController().signal;
const patient = { holdMs: 25_000, userChallengeVerifier: null, signal: never };
const pending = { state: 'PENDING', scanned: false, returnRequired: false };

function startAnswer(body: string) {
  const { rpChallenge } = JSON.parse(body).signatureProtocolParameters;
  return { sessionID: randomUUID(), vc: { type: 'numeric4', value: verificationCodeOf(rpChallenge) } };
}

describe('a start', () => {
  it('sends the fields of the protocol, and a new challenge each time', async () => {
    const bodies: string[] = [];
    const eid = await adapterFor((request, response, body) => {
      expect(request.headers.authorization).toBe('Bearer secret');
      expect(decodeURIComponent(request.url ?? '')).toBe(
        '/v3/authentication/notification/etsi/PNOMN-УБ85031512',
      );
      bodies.push(body);
      response.end(JSON.stringify(startAnswer(body)));
    });
    const first = await eid.startNotification({ nationalId: ' уб85031512 ' });
    await eid.startNotification({ nationalId: 'УБ85031512' });
    const [one, two] = bodies.map((body) => JSON.parse(body));
    expect(one).toMatchObject({
      relyingPartyName: 'Tamga',
      certificateLevel: 'QUALIFIED',
      signatureProtocol: 'ACSP_V2',
      signatureProtocolParameters: {
        rpChallenge: first.rpChallenge,
        signatureAlgorithm: 'ecdsa',
        signatureAlgorithmParameters: { hashAlgorithm: 'SHA-256' },
      },
    });
    expect(one).not.toHaveProperty('initialCallbackUrl');
    expect(Buffer.from(first.rpChallenge, 'base64')).toHaveLength(64);
    expect(two.signatureProtocolParameters.rpChallenge).not.toBe(first.rpChallenge);
    expect(first).toMatchObject({ startedAtMs: NOW.getTime(), expiresAtMs: null });
  });

  it("fails when the provider's verification code differs from ours", async () => {
    const eid = await adapterFor((_request, response, body) => {
      const answer = startAnswer(body);
      const value = String((Number(answer.vc.value) + 1) % 10_000).padStart(4, '0');
      response.end(JSON.stringify({ ...answer, vc: { ...answer.vc, value } }));
    });
    await expect(eid.startNotification({ nationalId: 'x' })).rejects.toThrow(/other_verification_code/);
  });

  it('by device link is rejected, not «unknown person», when the provider answers 404', async () => {
    const eid = await adapterFor((_request, response) => void response.writeHead(404).end());
    await expect(eid.startDeviceLink({ callbackUrl: null })).rejects.toMatchObject({ failure: 'rejected' });
  });

  it('is rejected by a redirect and unavailable without JSON', async () => {
    const moved = await adapterFor(
      (_request, response) => void response.writeHead(307, { location: '/' }).end(),
    );
    await expect(moved.startDeviceLink({ callbackUrl: null })).rejects.toMatchObject({ failure: 'rejected' });
    const broken = await adapterFor((_request, response) => void response.end('<html>'));
    await expect(broken.startDeviceLink({ callbackUrl: null })).rejects.toMatchObject({
      failure: 'unavailable',
    });
  });

  it('reveals neither the person nor the provider in its error', async () => {
    const eid = await adapterFor((_request, response) => {
      response.writeHead(403).end(JSON.stringify({ detail: 'УБ85031512 is Dorj' }));
    });
    const error: unknown = await eid
      .startNotification({ nationalId: 'УБ85031512' })
      .catch((caught: unknown) => caught);
    expect(String(error)).toBe('EidError: eID provider rejected: start: status 403');
  });

  it('can be aborted by its caller, which does not count against the provider', async () => {
    const eid = await adapterFor(() => undefined);
    for (let i = 0; i < 6; i++)
      await expect(
        eid.startDeviceLink({ callbackUrl: null, signal: AbortSignal.timeout(5) }),
      ).rejects.toThrow(/given up by the caller/);
  });
});

describe('a poll', () => {
  it('requests a hold time within the bounds of the protocol', async () => {
    const asked: string[] = [];
    const eid = await adapterFor((request, response) => {
      asked.push(new URL(request.url ?? '', 'http://x').search);
      response.end('{"state":"RUNNING"}');
    });
    for (const holdMs of [0, 2_500.4, 25_000, 999_999]) await eid.poll(session, { ...patient, holdMs });
    expect(asked).toEqual(['?timeoutMs=1000', '?timeoutMs=2500', '?timeoutMs=25000', '?timeoutMs=120000']);
  });

  it('is PENDING at once when the caller aborts, and closes the request to the provider', async () => {
    const stop = new AbortController();
    const closed = Promise.withResolvers<void>();
    const eid = await adapterFor((request) => {
      request.socket.once('close', () => closed.resolve());
      stop.abort();
    });
    expect(await eid.poll(session, { ...patient, signal: stop.signal })).toEqual(pending);
    await closed.promise;
    expect(await eid.poll(session, { ...patient, signal: AbortSignal.abort() })).toEqual(pending);
  });

  it('is unknown_session for 404, rejected for other 4xx, unavailable for 5xx', async () => {
    let status = 404;
    const eid = await adapterFor((_request, response) => void response.writeHead(status).end());
    const failure = async (next: number) => {
      status = next;
      return eid.poll(session, patient).catch((error: { failure: string }) => error.failure);
    };
    expect(await failure(404)).toBe('unknown_session');
    expect(await failure(401)).toBe('rejected');
    expect(await failure(580)).toBe('unavailable');
    expect(await failure(480)).toBe('unavailable');
  });

  it('is REFUSED when the provider says OK without proof, or sends an unknown result', async () => {
    let answer: unknown;
    const eid = await adapterFor((_request, response) => void response.end(JSON.stringify(answer)));
    for (answer of [
      { state: 'COMPLETE', result: { endResult: 'OK', documentNumber: 'x' } },
      { state: 'COMPLETE', result: { endResult: 'SERVER_ERROR' } },
      { state: 'COMPLETE', result: { endResult: 'ok' } },
      { state: 'APPROVED' },
      [],
    ])
      expect(await eid.poll(session, patient)).toEqual({ state: 'REFUSED', reason: 'protocol_failure' });
  });

  it('continues while the breaker blocks starts', async () => {
    let healthy = false;
    const eid = await adapterFor((request, response) => {
      if (!healthy) return void response.writeHead(503).end();
      response.end(request.method === 'GET' ? '{"state":"RUNNING"}' : '{}');
    });
    for (let i = 0; i < 5; i++) await expect(eid.poll(session, patient)).rejects.toThrow(/503/);
    await expect(eid.startDeviceLink({ callbackUrl: null })).rejects.toThrow(/left alone/);
    healthy = true;
    expect(await eid.poll(session, patient)).toEqual(pending);
    // Any answer shows that the provider is back.
    await expect(eid.startDeviceLink({ callbackUrl: null })).rejects.toThrow(/malformed_answer/);
  });
});

describe('an adapter', () => {
  it('cannot be created with a text that the phone cannot show or without a root', async () => {
    await expect(adapterFor(() => undefined, { displayText: 'я'.repeat(61) })).rejects.toThrow(
      /EID_DISPLAY_TEXT/,
    );
    await expect(adapterFor(() => undefined, { trustRootsPem: '' })).rejects.toThrow(/EID_TRUST_ROOTS/);
  });

  it('has no link for a session that was started by notification', async () => {
    const eid = await adapterFor(() => undefined);
    expect(() => eid.deepLink(session, 'mn')).toThrow(/no device link/);
  });
});
