import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { trustProxies } from '../security/trusted-proxies.ts';

/** Carries the secret of the portal that was started beside this server. */
export const forwarderHeader = 'x-tamga-forwarder';

/** Addresses that this portal calls from. */
export const forwarderAddresses = ['127.0.0.1', '::1'];

const claims = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Any program on this machine calls from loopback and could claim any address to evade a limit. From loopback,
 * only the holder of the secret may forward an address; proxies of the settings stay trusted. This hook runs
 * first, so that every later reader of the address sees the result.
 */
export function trustForwarder(
  app: FastifyInstance,
  { secret, trustedProxies }: { secret: string | undefined; trustedProxies: readonly string[] },
): void {
  const isTrusted = trustProxies(trustedProxies) || (() => false);
  const expected = Buffer.from(secret ?? '');
  const isExpected = (given: string | string[] | undefined): boolean => {
    if (typeof given !== 'string') return false;
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw;
    const given = headers[forwarderHeader];
    if (given !== undefined) delete headers[forwarderHeader];
    if (secret !== undefined && !isExpected(given) && !isTrusted(socket.remoteAddress ?? ''))
      // Deleting an absent name would still turn the headers into a slow dictionary.
      for (const name of claims) if (headers[name] !== undefined) delete headers[name];
    done();
  });
}
