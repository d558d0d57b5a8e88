import { isIP } from 'node:net';
import { Agent, fetch as fetchWith } from 'undici';
import type { AddressGuard } from '../../../kernel/security/address-guard.ts';
import { AddressRefused, guardedLookup } from '../../../kernel/security/guarded-lookup.ts';

export type Outgoing = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const timeoutMs = 5000;

/**
 * Calls an address that a client registered. The address is checked at connection time, so that DNS rebinding
 * cannot reach our own network.
 */
export function createOutgoing(guard: AddressGuard): Outgoing {
  const agent = new Agent({
    connect: {
      timeout: timeoutMs,
      lookup: guardedLookup(guard),
    },
  });
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !guard.allows(host)) throw new AddressRefused();
    const answer = await fetchWith(url, {
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body == null ? {} : { body: String(init.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher: agent,
    });
    return answer as unknown as Response;
  };
}
