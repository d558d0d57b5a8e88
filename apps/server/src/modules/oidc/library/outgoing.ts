import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, fetch as fetchWith } from 'undici';
import type { AddressGuard } from '../../../kernel/security/address-guard.ts';

export type Outgoing = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const timeoutMs = 5000;

/**
 * Calls an address that an application registered. It is checked at the moment of connecting, so that a name which
 * resolves to something public now and to our own network a moment later reaches neither.
 */
export function createOutgoing(guard: AddressGuard): Outgoing {
  const refuse = (host: string) => new Error(`the address of ${host} is not on the public internet`);
  const agent = new Agent({
    connect: {
      timeout: timeoutMs,
      lookup: (host, options, done) => {
        lookup(host, { ...options, all: true }, (error, addresses) => {
          if (error !== null) return done(error, '', 4);
          const open = addresses.filter(({ address }) => guard.allows(address));
          const [first] = open;
          if (first === undefined) return done(refuse(host), '', 4);
          return options.all === true ? done(null, open) : done(null, first.address, first.family);
        });
      },
    },
  });
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !guard.allows(host)) throw refuse(host);
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
