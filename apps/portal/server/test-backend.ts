import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the backend received it. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Chain {
  access: string;
  refresh: string;
  replaced: Set<string>;
  isEnded: boolean;
}

/**
 * A real HTTP server that applies the backend's session rules: a refresh token works once, and a reused one ends its
 * session. A proxy that refreshes twice therefore fails the test.
 */
export interface TestBackend {
  url: string;
  seen: SeenRequest[];
  refreshes: number;
  reuses: number;
  /** Refresh answers wait for this. */
  refreshGate: Promise<void>;
  /** Logout waits for this first. */
  logoutGate: Promise<void>;
  /** If set, every refresh answers this status and changes nothing. */
  refreshStatus: number | undefined;
  approve(sid: string): void;
  expireAccessTokens(): void;
  endSessions(): void;
  isLive(refreshToken: string): boolean;
  close(): Promise<void>;
}

export type Extra = (
  request: SeenRequest,
  response: ServerResponse,
  raw: IncomingMessage,
) => boolean | undefined;

export async function startTestBackend(extra: Extra = () => undefined): Promise<TestBackend> {
  const chains: Chain[] = [];
  const signIns = new Map<string, { binding: string; isApproved: boolean }>();
  const liveAccess = new Set<string>();

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const backend: TestBackend = {
    url: '',
    seen: [],
    refreshes: 0,
    reuses: 0,
    refreshGate: Promise.resolve(),
    logoutGate: Promise.resolve(),
    refreshStatus: undefined,
    approve: (sid) => {
      const signIn = signIns.get(sid);
      if (signIn) signIn.isApproved = true;
    },
    expireAccessTokens: () => liveAccess.clear(),
    endSessions: () => {
      for (const chain of chains) endChain(chain);
    },
    isLive: (token) => chains.some((chain) => !chain.isEnded && chain.refresh === token),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  function endChain(chain: Chain): void {
    chain.isEnded = true;
    liveAccess.delete(chain.access);
  }

  function issue(chain: Chain): Record<string, string> {
    chain.access = createToken(900);
    chain.refresh = createToken(604_800);
    liveAccess.add(chain.access);
    return {
      token: chain.access,
      refresh_token: chain.refresh,
      access_expires_at: new Date(Date.now() + 900_000).toISOString(),
      refresh_expires_at: new Date(Date.now() + 604_800_000).toISOString(),
    };
  }

  async function answer(raw: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = raw;
    const seen: SeenRequest = { method, url, headers, body: '' };
    backend.seen.push(seen);
    if (extra(seen, response, raw)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of raw as AsyncIterable<Buffer>) chunks.push(chunk);
    seen.body = Buffer.concat(chunks).toString('utf8');
    const body: Record<string, string> = seen.body.startsWith('{') ? JSON.parse(seen.body) : {};
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    const isSignedIn = bearer !== undefined && liveAccess.has(bearer);
    const [path = ''] = url.split('?');

    if (path === '/api/v1/auth/eid/start' || path === '/api/v1/auth/eid/start-id') {
      const sid = randomBytes(16).toString('hex');
      const binding = randomBytes(16).toString('hex');
      signIns.set(sid, { binding, isApproved: false });
      if (headers['x-eid-binding'] === 'new') response.setHeader('x-eid-binding', binding);
      return succeed(response, {
        sid,
        qr: 'qr-text',
        deep_link: '',
        verification_code: '4821',
        state: 'PENDING',
      });
    }
    if (path === '/api/v1/auth/eid/poll') {
      const signIn = signIns.get(body.sid ?? '');
      if (!signIn || signIn.binding !== headers['x-eid-binding']) return fail(response, 404, 'not_found');
      if (!signIn.isApproved) return succeed(response, { state: 'PENDING' });
      const chain: Chain = { access: '', refresh: '', replaced: new Set(), isEnded: false };
      chains.push(chain);
      return succeed(response, { state: 'COMPLETE', id: 'u1', full_name: 'Бат Болд', ...issue(chain) });
    }
    if (path.startsWith('/api/v1/auth/eid/qr/')) {
      const signIn = signIns.get(path.slice('/api/v1/auth/eid/qr/'.length));
      if (!signIn || signIn.binding !== headers['x-eid-binding']) return fail(response, 404, 'not_found');
      return succeed(response, { qr: 'next', expires_in: 1, scanned: false });
    }
    if (path === '/api/v1/auth/refresh') {
      backend.refreshes += 1;
      await backend.refreshGate;
      if (backend.refreshStatus !== undefined)
        return fail(response, backend.refreshStatus, 'refused_for_test');
      const token = body.refresh_token ?? '';
      const reused = chains.find((chain) => chain.replaced.has(token));
      if (reused) {
        backend.reuses += 1;
        endChain(reused);
      }
      const chain = chains.find((candidate) => candidate.refresh === token && !candidate.isEnded);
      if (!chain) return fail(response, 401, 'invalid_refresh_token');
      chain.replaced.add(token);
      liveAccess.delete(chain.access);
      return succeed(response, { id: 'u1', ...issue(chain) });
    }
    if (path === '/api/v1/auth/logout') {
      await backend.logoutGate;
      const chain = chains.find((candidate) => candidate.refresh === body.refresh_token);
      if (chain) endChain(chain);
      return chain || isSignedIn ? succeed(response, {}) : fail(response, 401, 'unauthorized');
    }
    if (path === '/api/v1/users/me') {
      if (!isSignedIn) return fail(response, 401, 'unauthorized');
      return succeed(response, { user: { id: 'u1', full_name: 'Бат Болд' } });
    }
    if (path.startsWith('/api/v1/private/') && !isSignedIn) return fail(response, 401, 'unauthorized');
    return succeed(response, { method, url, headers, body: seen.body });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  backend.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return backend;
}

/** Has the format of a JWT, so that the portal can read its expiry. */
function createToken(lifetimeSeconds: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + lifetimeSeconds;
  return `${encode({ alg: 'HS256' })}.${encode({ exp })}.${randomBytes(24).toString('base64url')}`;
}

export function succeed(response: ServerResponse, data: unknown): void {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ status: true, message: 'ok', data, request_id: 'from-backend' }));
}

export function fail(response: ServerResponse, status: number, error: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(
    JSON.stringify({ status: false, message: `failed: ${error}`, error, request_id: 'from-backend' }),
  );
}
