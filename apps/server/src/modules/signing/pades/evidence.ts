import type { RevocationPort } from '../revocation-port.ts';
import type { Assessment, Path } from './assess.ts';
import type { ValidationData } from './inspect.ts';

const keyOf = (certificate: Uint8Array) => Buffer.from(certificate).toString('base64');

/** Each certificate once, with its issuer; a root answers to nobody. */
function pairsOf(paths: Path[]): [Uint8Array, Uint8Array][] {
  const pairs = new Map<string, [Uint8Array, Uint8Array]>();
  for (const path of paths)
    for (const [at, certificate] of path.entries()) {
      const issuer = path[at + 1];
      if (issuer) pairs.set(keyOf(certificate), [certificate, issuer]);
    }
  return [...pairs.values()];
}

export class SignerRevoked extends Error {}
export class TimestampAuthorityRevoked extends Error {}

/** Asks for all that a verifier needs years later. Throws RevocationError, or one of the two above. */
export async function gatherEvidence(
  proof: Pick<Assessment, 'provenAt' | 'timestampPaths'> & { signerPath: Path },
  revocation: RevocationPort,
  signal?: AbortSignal,
): Promise<ValidationData> {
  const paths = [proof.signerPath, ...proof.timestampPaths];
  const data: ValidationData = { certificates: paths.flat(), ocsps: [], crls: [] };
  const ofSigner = new Set(proof.signerPath.map(keyOf));
  const ofTimestamps = new Set(proof.timestampPaths.flat().map(keyOf));
  for (const [certificate, issuer] of pairsOf(paths)) {
    // An answer from before the timestamp would not show that the certificate was valid at that time.
    const since = certificate === proof.signerPath[0] ? proof.provenAt : null;
    const found = await revocation.evidence(certificate, issuer, signal, since);
    const { revokedAt } = found;
    // A certificate that was revoked after the proven time was valid when it signed.
    if (revokedAt && ofSigner.has(keyOf(certificate)) && !(proof.provenAt && revokedAt > proof.provenAt))
      throw new SignerRevoked();
    if (revokedAt && ofTimestamps.has(keyOf(certificate))) throw new TimestampAuthorityRevoked();
    (found.kind === 'ocsp' ? data.ocsps : data.crls).push(found.der);
    data.certificates.push(...found.certificates);
  }
  return data;
}
