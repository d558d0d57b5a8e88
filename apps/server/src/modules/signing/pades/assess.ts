import * as pkijs from 'pkijs';
import { digestOf } from '../../../kernel/pki/algorithm.ts';
import { derOf, parseCertificate } from '../../../kernel/pki/certificate.ts';
import { checkChain, type TrustStore, withIntermediates } from '../../../kernel/pki/check-chain.ts';
import { readCms } from '../../../kernel/pki/cms-signature.ts';
import { parseCrl } from '../../../kernel/pki/crl.ts';
import { parseOcspAnswer } from '../../../kernel/pki/ocsp.ts';
import {
  checkTimestampToken,
  parseTimestampToken,
  type TimestampToken,
} from '../../../kernel/pki/timestamp-token.ts';
import { signatureTimestampIn, signatureValueIn } from './cms-timestamp.ts';
import { type Inspection, inspect, type SignatureInFile, type ValidationData } from './inspect.ts';
import type { Level } from './level.ts';

/** TrustStore in DER, which can be sent to another thread. */
export interface Anchors {
  roots: Uint8Array[];
  intermediates: Uint8Array[];
}

export interface AssessmentRequest {
  /** The last signature when absent. */
  fieldName: string | undefined;
  anchors: Anchors;
  now: Date;
}

/** A certificate in DER with its authorities, up to a root that we trust. */
export type Path = Uint8Array[];

/** What the document itself proves about one signature. */
export interface Assessment {
  level: Level;
  signature: SignatureInFile;
  /** Nothing was signed or stamped after it. */
  isLast: boolean;
  /** The earliest proven time; null without a usable timestamp. */
  provenAt: Date | null;
  /** Null when the signer's certificate leads to no trusted root. */
  signerPath: Path | null;
  timestampPaths: Path[];
}

interface Proof {
  provenAt: Date | null;
  signerPath: pkijs.Certificate[] | null;
  timestampPaths: pkijs.Certificate[][];
}

const encoded = new WeakMap<TrustStore, Anchors>();

export function anchorsOf(trust: TrustStore): Anchors {
  const anchors = encoded.get(trust) ?? {
    roots: trust.roots.map(derOf),
    intermediates: trust.intermediates.map(derOf),
  };
  encoded.set(trust, anchors);
  return anchors;
}

const parseAll = (list: readonly Uint8Array[]): pkijs.Certificate[] =>
  list.flatMap((der) => parseCertificate(der) ?? []);

/** Undefined when the document has no such signature. */
export async function assess(
  document: Uint8Array,
  { fieldName, anchors, now }: AssessmentRequest,
): Promise<Assessment | undefined> {
  const seen = await inspect(document);
  const own = seen.signatures.filter(({ kind }) => kind === 'signature');
  const signature = fieldName === undefined ? own.at(-1) : own.find((item) => item.fieldName === fieldName);
  if (!signature) return undefined;
  const trust = { roots: parseAll(anchors.roots), intermediates: parseAll(anchors.intermediates) };
  const proof = await readProof(seen, signature, trust, now);
  return {
    level: await levelOf(seen, signature, proof),
    signature,
    isLast: seen.signatures.at(-1) === signature,
    provenAt: proof.provenAt,
    signerPath: proof.signerPath?.map(derOf) ?? null,
    timestampPaths: proof.timestampPaths.map((path) => path.map(derOf)),
  };
}

async function levelOf(seen: Inspection, signature: SignatureInFile, proof: Proof): Promise<Level> {
  if (!proof.provenAt) return 'B-B';
  if (!(await isStoreComplete(proof, seen.validation))) return 'B-T';
  const last = seen.signatures.at(-1);
  const isSealed =
    last?.kind === 'timestamp' &&
    last.isImprintRight &&
    last.coveredLength === seen.length &&
    last.coveredLength > signature.coveredLength;
  return isSealed ? 'B-LTA' : 'B-LT';
}

async function readProof(
  seen: Inspection,
  signature: SignatureInFile,
  trust: TrustStore,
  now: Date,
): Promise<Proof> {
  const cms = readCms(signature.cms);
  if (!cms?.signer) return { provenAt: null, signerPath: null, timestampPaths: [] };
  const brought = [...cms.certificates, ...parseAll(seen.validation.certificates)];
  const known = withIntermediates(trust, brought);
  const timestampPaths: pkijs.Certificate[][] = [];
  const times: Date[] = [];
  for (const token of tokensOver(seen, signature)) {
    const checked = await checkTimestampToken(token, known, token.at);
    if (!checked.ok) continue;
    timestampPaths.push(checked.path);
    times.push(token.at);
  }
  const provenAt = times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const chain = await checkChain(cms.signer, known, provenAt ?? now);
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
async function isStoreComplete(
  { signerPath, timestampPaths }: Proof,
  store: ValidationData,
): Promise<boolean> {
  if (!signerPath) return false;
  const answers = store.ocsps.flatMap((der) => parseOcspAnswer(der)?.tbsResponseData.responses ?? []);
  const lists = store.crls.flatMap((der) => parseCrl(der) ?? []);
  for (const path of [signerPath, ...timestampPaths])
    for (const [at, certificate] of path.entries()) {
      const issuer = path[at + 1];
      // A root answers to nobody.
      if (!issuer || lists.some((list) => list.issuer.isEqual(issuer.subject))) continue;
      const wanted = new pkijs.CertID();
      await wanted.createForCertificate(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate: issuer });
      if (!answers.some(({ certID }) => certID.isEqual(wanted))) return false;
    }
  return true;
}
