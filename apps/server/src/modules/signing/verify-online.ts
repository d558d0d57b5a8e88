import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { EvidenceSource } from './online-evidence.ts';
import { type GivenEvidence, type VerificationResult, type Verifier, VerifierBusy } from './verify/index.ts';

export interface OnlineVerifyDeps {
  verifier: Verifier;
  /** PEM of the trusted authorities. */
  anchors: string;
  evidence: EvidenceSource;
  now: () => Date;
}

/** Answers about a timestamp can show that the signer's certificate must be judged at another time. */
const MOST_ROUNDS = 3;

/** Verifies a document, and again with the revocation data that it lacks where the authorities give it. */
export async function verifyOnline(deps: OnlineVerifyDeps, bytes: Uint8Array): Promise<VerificationResult> {
  const { anchors } = deps;
  const now = deps.now();
  let evidence: GivenEvidence = { ocsps: [], crls: [] };
  const asked = new Set<string>();
  let result = await verify(deps, bytes, { anchors, now });
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const missing = result.missingEvidence.filter(({ certificate }) => {
      const key = Buffer.from(certificate).toString('base64');
      return !asked.has(key) && asked.add(key);
    });
    if (missing.length === 0) break;
    const { ocsps, crls } = await deps.evidence.gather(missing);
    if (ocsps.length + crls.length === 0) break;
    evidence = { ocsps: [...evidence.ocsps, ...ocsps], crls: [...evidence.crls, ...crls] };
    result = await verify(deps, bytes, { anchors, now, evidence });
  }
  return result;
}

const verify = (
  { verifier }: OnlineVerifyDeps,
  bytes: Uint8Array,
  options: Parameters<Verifier['verify']>[1],
): Promise<VerificationResult> =>
  verifier.verify(bytes, options).catch((error: unknown) => {
    if (error instanceof VerifierBusy) fail(kernelErrors.overloaded, { retryAfterSeconds: 5 });
    throw error;
  });
