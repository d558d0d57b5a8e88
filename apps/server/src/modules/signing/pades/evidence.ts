import * as pkijs from 'pkijs';
import { parseCertificate } from '../../../kernel/pki/certificate.ts';
import { checkChain, type TrustStore, withIntermediates } from '../../../kernel/pki/check-chain.ts';
import {
  certificatesIn,
  digestOf,
  parseSignedData,
  signerCertificate,
} from '../../../kernel/pki/cms-signature.ts';
import { parseCrl } from '../../../kernel/pki/crl.ts';
import { parseOcspAnswer } from '../../../kernel/pki/ocsp.ts';
import {
  checkTimestampToken,
  parseTimestampToken,
  type TimestampToken,
} from '../../../kernel/pki/timestamp-token.ts';
import type { RevocationPort } from '../revocation-port.ts';
import { signatureTimestampIn, signatureValueIn } from './cms-timestamp.ts';
import type { Inspection, SignatureInFile, ValidationData } from './inspect.ts';

/** A certificate with its authorities, up to a root that we trust. */
export type Path = pkijs.Certificate[];

export interface Proof {
  /** The earliest proven time; null without a usable timestamp. */
  provenAt: Date | null;
  /** Null when the signer's certificate leads to no trusted root. */
  signerPath: Path | null;
  timestampPaths: Path[];
}

const derOf = (certificate: pkijs.Certificate) => new Uint8Array(certificate.toSchema().toBER());

/** What the document itself proves about one signature. */
export async function readProof(
  seen: Inspection,
  signature: SignatureInFile,
  trust: TrustStore,
  now: Date,
): Promise<Proof> {
  const signed = parseSignedData(signature.cms);
  const [signer] = signed?.signerInfos ?? [];
  const leaf = signed && signer && signerCertificate(signed, signer);
  if (!signed || !leaf) return { provenAt: null, signerPath: null, timestampPaths: [] };
  const stored = seen.validation.certificates.flatMap((der) => parseCertificate(der) ?? []);
  const known = withIntermediates(trust, [...certificatesIn(signed), ...stored]);
  const timestampPaths: Path[] = [];
  const times: Date[] = [];
  for (const token of tokensOver(seen, signature)) {
    const checked = await checkTimestampToken(token, known, token.at);
    if (!checked.ok) continue;
    timestampPaths.push(checked.path);
    times.push(token.at);
  }
  const provenAt = times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const chain = await checkChain(leaf, known, provenAt ?? now);
  return { provenAt, signerPath: chain.ok ? chain.path : null, timestampPaths };
}

/** The signature timestamp and every later document timestamp, if they are about these octets. */
function tokensOver(seen: Inspection, signature: SignatureInFile): TimestampToken[] {
  const value = signatureValueIn(signature.cms);
  const own = signatureTimestampIn(signature.cms);
  const token = own && parseTimestampToken(own);
  const isRight = token && value && token.imprint.value.equals(digestOf(token.imprint.digest, value));
  const later = seen.signatures
    .filter(
      (item) =>
        item.kind === 'timestamp' && item.isImprintRight && item.coveredLength > signature.coveredLength,
    )
    .flatMap((item) => parseTimestampToken(item.cms) ?? []);
  return [...(isRight ? [token] : []), ...later];
}

/** True if the document's store answers for every certificate below the root. */
export async function isStoreComplete(
  { signerPath, timestampPaths }: Proof,
  store: ValidationData,
): Promise<boolean> {
  if (!signerPath) return false;
  const answers = store.ocsps.flatMap((der) => parseOcspAnswer(der)?.tbsResponseData.responses ?? []);
  const lists = store.crls.flatMap((der) => parseCrl(der) ?? []);
  for (const [certificate, issuer] of pairsOf([signerPath, ...timestampPaths])) {
    if (lists.some((list) => list.issuer.isEqual(issuer.subject))) continue;
    const wanted = new pkijs.CertID();
    await wanted.createForCertificate(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate: issuer });
    if (!answers.some(({ certID }) => certID.isEqual(wanted))) return false;
  }
  return true;
}

/** Each certificate once, with its issuer; a root answers to nobody. */
function pairsOf(paths: Path[]): [pkijs.Certificate, pkijs.Certificate][] {
  const pairs = new Map<string, [pkijs.Certificate, pkijs.Certificate]>();
  for (const path of paths)
    for (const [at, certificate] of path.entries()) {
      const issuer = path[at + 1];
      if (issuer) pairs.set(Buffer.from(derOf(certificate)).toString('base64'), [certificate, issuer]);
    }
  return [...pairs.values()];
}

export class SignerRevoked extends Error {}
export class TimestampAuthorityRevoked extends Error {}

/** Asks for all that a verifier needs years later. Throws RevocationError, or one of the two above. */
export async function gatherEvidence(
  proof: Proof & { signerPath: Path },
  revocation: RevocationPort,
  signal?: AbortSignal,
): Promise<ValidationData> {
  const paths = [proof.signerPath, ...proof.timestampPaths];
  const data: ValidationData = { certificates: paths.flat().map(derOf), ocsps: [], crls: [] };
  const ofSigner = new Set(proof.signerPath);
  for (const [certificate, issuer] of pairsOf(paths)) {
    const found = await revocation.evidence(derOf(certificate), derOf(issuer), signal);
    if (found.revokedAt && !ofSigner.has(certificate)) throw new TimestampAuthorityRevoked();
    // A certificate that was revoked after the proven time was valid when it signed.
    if (found.revokedAt && (!proof.provenAt || found.revokedAt <= proof.provenAt)) throw new SignerRevoked();
    (found.kind === 'ocsp' ? data.ocsps : data.crls).push(found.der);
    data.certificates.push(...found.certificates);
  }
  return data;
}
