import { X509Certificate } from 'node:crypto';
import {
  ATTRIBUTE,
  basicConstraints,
  digestOfKey,
  KEY_USAGE,
  keyUsageBits,
  nameAttribute,
  parseCertificate,
  serialOf,
} from '../../../kernel/pki/certificate.ts';
import { algorithmFor } from '../pades/cms.ts';

/** Whose seal it is, as its certificate says. */
export interface SealIdentity {
  name: string;
  organisation: string | null;
  /** Of `NTRMN-…`. */
  register: string | null;
  /** Lower hex without leading zeros. */
  serial: string;
  /** SHA-256 of its public key, hex. */
  keyDigest: string;
  notAfter: Date;
}

/** Enough for an authority to issue the next certificate. */
const WARNING_MS = 60 * 86_400_000;

export const isEnding = ({ notAfter }: Pick<SealIdentity, 'notAfter'>, now: Date): boolean =>
  notAfter.getTime() - now.getTime() < WARNING_MS;

export function describeSeal(certificate: Uint8Array): SealIdentity {
  const parsed = parseCertificate(certificate);
  if (!parsed) throw new Error('the certificate of the seal cannot be read');
  const attribute = (oid: (typeof ATTRIBUTE)[keyof typeof ATTRIBUTE]) =>
    nameAttribute(parsed.subject, oid) ?? null;
  const organisation = attribute(ATTRIBUTE.organisation);
  const identifier = attribute(ATTRIBUTE.organisationIdentifier) ?? attribute(ATTRIBUTE.serialNumber);
  return {
    name: (attribute(ATTRIBUTE.commonName) ?? organisation ?? '').slice(0, 200),
    organisation,
    register: /^NTRMN-(.{1,32})$/.exec(identifier ?? '')?.[1] ?? null,
    serial: serialOf(parsed),
    keyDigest: digestOfKey(new X509Certificate(certificate).publicKey),
    notAfter: parsed.notAfter.value,
  };
}

/** True from the end of its certificate on; a seal that has ended is told, and stops no start. */
export const hasEnded = ({ notAfter }: Pick<SealIdentity, 'notAfter'>, now: Date): boolean => notAfter <= now;

/** Why a certificate can never seal, for an operator; undefined for one that can, or could until its end. */
export function findSealFault(certificate: Uint8Array, now: Date): string | undefined {
  const parsed = parseCertificate(certificate);
  if (!parsed) return 'cannot be read';
  if (parsed.notBefore.value > now) return `is valid only from ${dayOf(parsed.notBefore.value)}`;
  if (basicConstraints(parsed)?.cA === true) return 'is that of an authority, not of a seal';
  // Our own verifier asks for it, as ETSI EN 319 412-2 4.3.2 does for keys that sign documents and nothing else.
  if (!((keyUsageBits(parsed) ?? 0) & KEY_USAGE.nonRepudiation))
    return 'may not seal documents: its key usage lacks nonRepudiation (contentCommitment)';
  try {
    algorithmFor(certificate, 'pkcs1');
  } catch {
    return 'has a key that is not supported: use ECDSA P-256, P-384 or P-521, or RSA from 2048 bits';
  }
  return undefined;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
