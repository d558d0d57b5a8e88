import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { EvidenceSource } from './online-evidence.ts';
import {
  type GivenEvidence,
  type StoredDocument,
  type VerificationResult,
  type Verifier,
  VerifierBusy,
} from './verify/index.ts';

export interface OnlineVerifyDeps {
  verifier: Verifier;
  /** PEM of the trusted authorities. */
  anchors: string;
  evidence: EvidenceSource;
  /** Digests of the keys of the platform's seal, former ones too. */
  sealKeys: () => Promise<ReadonlySet<string>>;
  now: () => Date;
}

/** Answers about a timestamp can show that the signer's certificate must be judged at another time. */
const MOST_ROUNDS = 3;

/** Verifies a document, and again with the revocation data that it lacks where the authorities give it. */
export async function verifyOnline(
  deps: OnlineVerifyDeps,
  document: StoredDocument,
  /** The address of the sender: clients take turns. */
  client: string,
): Promise<VerificationResult> {
  const { anchors } = deps;
  const sealKeys = [...(await deps.sealKeys())];
  const now = deps.now();
  let evidence: GivenEvidence = { ocsps: [], crls: [] };
  const asked = new Set<string>();
  // A picture takes longer than all the rest, so it is drawn once, when nothing more can come.
  let result = await verify(deps, document, client, { anchors, now, sealKeys, isPictureLast: true });
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const missing = result.missingEvidence.filter(({ certificate, since }) => {
      // Of another moment another answer may be kept.
      const key = `${Buffer.from(certificate).toString('base64')} ${Number(since)}`;
      return !asked.has(key) && asked.add(key);
    });
    if (missing.length === 0) break;
    const { ocsps, crls } = await deps.evidence.gather(missing);
    if (ocsps.length + crls.length === 0) break;
    evidence = { ocsps: [...evidence.ocsps, ...ocsps], crls: [...evidence.crls, ...crls] };
    const isPictureLast = round + 1 < MOST_ROUNDS;
    result = await verify(deps, document, client, { anchors, now, sealKeys, evidence, isPictureLast });
  }
  return result.isPictureDue ? verify(deps, document, client, { anchors, now, sealKeys, evidence }) : result;
}

const verify = (
  { verifier }: OnlineVerifyDeps,
  document: StoredDocument,
  client: string,
  options: Parameters<Verifier['verify']>[1],
): Promise<VerificationResult> =>
  verifier.verify(document, options, client).catch((error: unknown) => {
    if (error instanceof VerifierBusy)
      fail(error.isClients ? kernelErrors.rate_limited : kernelErrors.overloaded, { retryAfterSeconds: 5 });
    throw error;
  });
