import type * as pkijs from 'pkijs';
import { extendedKeyUsages, KEY_USAGE, keyUsageBits } from '../../kernel/pki/certificate.ts';

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

export type KeyUsageCheck =
  | { ok: true }
  | { ok: false; reason: 'no_digital_signature' | 'signing_certificate' | 'no_client_auth' };

/**
 * eid-protocol, Certificates: AUTH has keyUsage digitalSignature and extended key usage clientAuth.
 * A nonRepudiation key is the PIN2 key: a legally effective signature must not be usable as a sign-in.
 */
export function checkKeyUsage(leaf: pkijs.Certificate): KeyUsageCheck {
  const usage = keyUsageBits(leaf) ?? 0;
  if (usage & KEY_USAGE.nonRepudiation) return { ok: false, reason: 'signing_certificate' };
  if (!(usage & KEY_USAGE.digitalSignature)) return { ok: false, reason: 'no_digital_signature' };
  if (!extendedKeyUsages(leaf).includes(CLIENT_AUTH)) return { ok: false, reason: 'no_client_auth' };
  return { ok: true };
}

export type SigningKeyUsageCheck =
  | { ok: true }
  | { ok: false; reason: 'no_non_repudiation' | 'authentication_certificate' };

/**
 * eid-protocol, Certificates: SIGN has keyUsage nonRepudiation. A key that also authenticates is the PIN1 key:
 * its signatures were meant for sign-in, and must not bind its owner to a document.
 */
export function checkSigningKeyUsage(leaf: pkijs.Certificate): SigningKeyUsageCheck {
  const usage = keyUsageBits(leaf) ?? 0;
  if (!(usage & KEY_USAGE.nonRepudiation)) return { ok: false, reason: 'no_non_repudiation' };
  if (usage & KEY_USAGE.digitalSignature) return { ok: false, reason: 'authentication_certificate' };
  return { ok: true };
}
