import { isIP } from 'node:net';
import { type Access, other } from '../../kernel/http/access.ts';
import type { CallerFacts } from '../../kernel/http/actor.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { networksOf } from '../../kernel/security/address-guard.ts';
import { type ApiKey, type ApiKeyCheck, lostMaker } from '../../kernel/security/api-keys.ts';
import { errors } from './errors.ts';

const loopback = networksOf(['127.0.0.0/8', '::1']);

/** A dual-stack socket reports an IPv4 peer as `::ffff:127.0.0.1`. */
export function isLoopbackPeer(address: string | undefined): boolean {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && loopback.check(plain, version === 6 ? 'ipv6' : 'ipv4');
}

/** Only the first key counts, so that one request cannot try two keys. */
export function presentedKey(caller: Pick<CallerFacts, 'headers'>): string | undefined {
  const bearer = bearerOf(caller.headers.authorization);
  if (bearer !== undefined) return bearer;
  const header = caller.headers['x-api-key'];
  return typeof header === 'string' && header !== '' ? header : undefined;
}

export function createAdminAccess(check: ApiKeyCheck): Access<ApiKey> {
  return other(
    'admin-api-key+loopback',
    'only for programs on this host: the socket peer must be loopback (forwarding headers are ignored) and present a key',
    async (caller) => {
      const presented = presentedKey(caller) ?? fail(kernelErrors.unauthorized);
      const key = (await check(presented)) ?? fail(kernelErrors.unauthorized);
      return key === lostMaker ? fail(errors.key_lost_maker) : key;
    },
    (caller) => {
      if (!isLoopbackPeer(caller.socket.remoteAddress)) fail(kernelErrors.not_found);
    },
  );
}
