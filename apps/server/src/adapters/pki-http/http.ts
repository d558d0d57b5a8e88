import { isIP } from 'node:net';
import { Agent } from 'undici';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import { guardedLookup } from '../../kernel/security/guarded-lookup.ts';

const CONNECTIONS = 32;

export interface PkiCall {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Uint8Array;
  signal?: AbortSignal | undefined;
}

/** `detail` is a status or an error code, never an address. */
export type PkiAnswer = { ok: true; body: Uint8Array } | { ok: false; detail: string };
export type PkiHttp = (call: PkiCall) => Promise<PkiAnswer>;

/**
 * For timestamp authorities and revocation services: one deadline for the whole call, a bounded answer, no
 * redirects (undici follows none without an interceptor). With a guard, only addresses that it allows are called.
 */
export function createPkiHttp(options: {
  timeoutMs: number;
  largestBytes: number;
  guard?: AddressGuard<'revocation'> | undefined;
}): PkiHttp {
  const { guard, timeoutMs } = options;
  const agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: timeoutMs, lookup: guardedLookup(guard) },
    maxResponseSize: options.largestBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return async ({ url, method, headers, body, signal }) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return { ok: false, detail: 'scheme' };
    // A literal address is connected to without a lookup.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && guard?.allows(host) === false) return { ok: false, detail: 'ADDRESS_REFUSED' };
    const inTime = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers,
        signal: signal === undefined ? inTime : AbortSignal.any([inTime, signal]),
        ...(body === undefined ? {} : { body }),
      });
      const bytes = await answer.body.bytes();
      return answer.statusCode === 200
        ? { ok: true, body: bytes }
        : { ok: false, detail: `status ${answer.statusCode}` };
    } catch (error) {
      return { ok: false, detail: inTime.aborted ? 'no answer in time' : codeOf(error) };
    }
  };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/** `host:port`, as operators list it. */
export function hostWithPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}
