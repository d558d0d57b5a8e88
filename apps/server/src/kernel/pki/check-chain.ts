import { X509Certificate } from 'node:crypto';
import * as pkijs from 'pkijs';
import { engine, isStrongSignature } from './algorithm.ts';
import { basicConstraints, derOf, EXTENSION, KEY_USAGE, keyUsageBits, readPem } from './certificate.ts';

/** The national roots and the intermediates between them and personal certificates. */
export interface TrustStore {
  roots: pkijs.Certificate[];
  intermediates: pkijs.Certificate[];
}

export type ChainCheck =
  | { ok: true; issuer: pkijs.Certificate /** From the leaf to the root. */; path: pkijs.Certificate[] }
  | {
      ok: false;
      reason:
        | 'leaf_is_a_ca'
        | 'weak_certificate_signature'
        | 'unknown_critical_extension'
        | 'no_path_to_a_root'
        | 'not_yet_valid'
        | 'expired'
        | 'issuer_out_of_date'
        | 'issuer_is_not_a_ca'
        | 'path_too_long';
    };

/** Extensions that these checks read; RFC 5280 4.2 refuses any other that is critical. */
const UNDERSTOOD: ReadonlySet<string> = new Set(Object.values(EXTENSION));

/**
 * Only a self-signed certificate of the file is a trust anchor; an intermediate in the file helps to build the
 * path and is trusted no further than its root.
 */
export function readTrustStore(pem: string, setting = 'EID_TRUST_ROOTS'): TrustStore {
  const certificates = readPem(pem, setting);
  const roots = certificates.filter(isSelfSigned);
  if (roots.length === 0)
    throw new Error(`${setting} holds no self-signed root certificate: add the national root in PEM form`);
  return { roots, intermediates: certificates.filter((certificate) => !roots.includes(certificate)) };
}

function isSelfSigned(certificate: pkijs.Certificate): boolean {
  const parsed = new X509Certificate(derOf(certificate));
  return parsed.subject === parsed.issuer && parsed.verify(parsed.publicKey);
}

/**
 * Certificates that a document brings along may help to build a path. Only authorities below a root do: a copy of
 * the leaf or of a root among them would mislead the engine, which drops duplicates.
 */
export function withIntermediates(trust: TrustStore, brought: readonly pkijs.Certificate[]): TrustStore {
  const useful = brought.filter(
    (certificate) =>
      basicConstraints(certificate)?.cA === true && !certificate.subject.isEqual(certificate.issuer),
  );
  const seen = new Set<string>();
  const intermediates = [...useful, ...trust.intermediates].filter((certificate) => {
    const key = Buffer.from(certificate.tbsView).toString('base64');
    return !seen.has(key) && seen.add(key);
  });
  return { roots: trust.roots, intermediates };
}

/**
 * eid-protocol, Certificates: «P-256 leaf ← issuing CA ← root; the relying party pins the roots». RFC 5280
 * 6.1. The engine of pkijs builds the path and verifies signatures, names and dates; the checks it omits
 * (pathLenConstraint, critical extensions of the leaf, a leaf that is itself a CA) are done here.
 */
export async function checkChain(leaf: pkijs.Certificate, trust: TrustStore, now: Date): Promise<ChainCheck> {
  // With a CA certificate as the leaf, the engine would also take another certificate as the leaf, because it
  // drops duplicates before it looks at the last one.
  const usage = keyUsageBits(leaf) ?? 0;
  if (basicConstraints(leaf)?.cA || usage & KEY_USAGE.keyCertSign)
    return { ok: false, reason: 'leaf_is_a_ca' };
  if (!isStrongSignature(leaf.signatureAlgorithm)) return { ok: false, reason: 'weak_certificate_signature' };
  if (leaf.extensions?.some((extension) => extension.critical && !UNDERSTOOD.has(extension.extnID)))
    return { ok: false, reason: 'unknown_critical_extension' };

  const built = await buildPath(leaf, onlyInDate(trust, now), now);
  if (!built.result) return { ok: false, reason: await failureOf(built.resultCode, leaf, trust, now) };

  const path = built.certificatePath ?? [];
  const [first, issuer] = path;
  const last = path.at(-1);
  // The engine returns the objects it was given, so comparing identity is enough.
  if (first !== leaf || !issuer || !last || !trust.roots.includes(last))
    return { ok: false, reason: 'no_path_to_a_root' };
  for (const [depth, authority] of path.entries()) {
    if (depth === 0) continue;
    const constraints = basicConstraints(authority);
    if (!constraints?.cA || !((keyUsageBits(authority) ?? 0) & KEY_USAGE.keyCertSign))
      return { ok: false, reason: 'issuer_is_not_a_ca' };
    // The number of CAs allowed between this one and the leaf.
    const allowed = constraints.pathLenConstraint;
    if (allowed !== undefined && Number(allowed) < depth - 1) return { ok: false, reason: 'path_too_long' };
  }
  return { ok: true, issuer, path };
}

const ENGINE_OUT_OF_DATE = 8;
const ENGINE_NOT_A_CA = 14;

function buildPath(leaf: pkijs.Certificate, trust: TrustStore, now: Date) {
  return new pkijs.CertificateChainValidationEngine({
    trustedCerts: trust.roots,
    certs: [...trust.intermediates, leaf],
    checkDate: now,
  }).verify({}, engine);
}

/** The engine checks one path only: an old CA left in the file beside its renewal must not be that path. */
function onlyInDate(trust: TrustStore, now: Date): TrustStore {
  const inDate = ({ notBefore, notAfter }: pkijs.Certificate) =>
    notBefore.value <= now && now <= notAfter.value;
  return { roots: trust.roots.filter(inDate), intermediates: trust.intermediates.filter(inDate) };
}

/** The engine reports «out of date» only for a path whose signatures already reach a root. */
async function failureOf(code: number, leaf: pkijs.Certificate, trust: TrustStore, now: Date) {
  if (code === ENGINE_NOT_A_CA) return 'issuer_is_not_a_ca';
  if (code === ENGINE_OUT_OF_DATE) return leaf.notBefore.value > now ? 'not_yet_valid' : 'expired';
  const anyDate = await buildPath(leaf, trust, now);
  return anyDate.resultCode === ENGINE_OUT_OF_DATE ? 'issuer_out_of_date' : 'no_path_to_a_root';
}
