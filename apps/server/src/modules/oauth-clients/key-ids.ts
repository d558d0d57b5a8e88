import { createHash } from 'node:crypto';
import type { PublicJwk } from './schemas.ts';

/** The name of a key: its kid, or its thumbprint (RFC 7638) where the client gave none. */
export function keyIdOf({ kid, kty, crv, e, n, x, y }: PublicJwk): string {
  if (kid !== undefined) return kid;
  const members = kty === 'RSA' ? { e, kty, n } : kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
