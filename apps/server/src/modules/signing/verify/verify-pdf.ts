import { digestOf } from '../../../kernel/pki/algorithm.ts';
import { readTrustStore, type TrustStore } from '../../../kernel/pki/check-chain.ts';
import { assessSignature } from './assess.ts';
import { Budget, type RefusalReason, RefusedFile } from './budget.ts';
import { acceptSignatures, vouchedRevisions } from './changes/accept.ts';
import { explainUpdate } from './changes/explain.ts';
import type { Finding } from './changes/findings.ts';
import { References, readUpdate } from './changes/update.ts';
import { collectEvidence, type GivenEvidence } from './evidence.ts';
import { checkIntegrity } from './integrity.ts';
import { PdfFile } from './pdf/document.ts';
import { findCertification } from './permissions.ts';
import { type JudgedPictures, judgePictures } from './picture/judge.ts';
import { requirePicture } from './picture/require-picture.ts';
import { type AssessedSignature, restOnOthers } from './resting.ts';
import type { Indication, Verdict, VerificationResult } from './result.ts';
import { type FoundSignature, findSignatures } from './signatures.ts';
import { describeTimestamp, readTimeline, type TimelineContext } from './timeline.ts';
import type { CertificateTrust } from './trust.ts';

export interface VerifyOptions {
  /** National anchors in PEM; intermediates in the same text help to build paths. */
  anchors: string;
  now: Date;
  /** Revocation data that the caller fetched because the document holds none. */
  evidence?: GivenEvidence;
  /** Digests of the keys that the platform seals or sealed with: nobody signs over the text of a sealed paper. */
  sealKeys?: readonly string[];
  /** Leaves out the pictures while evidence is missing: the caller brings it, or asks again without this. */
  isPictureLast?: boolean;
}

/** Verifies every signature of a PDF; keeps nothing and calls nobody. */
export async function verifyPdf(bytes: Uint8Array, options: VerifyOptions): Promise<VerificationResult> {
  try {
    return await verify(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), options);
  } catch (error) {
    if (error instanceof RefusedFile) return refusal(error.reason, error.message);
    // A stack that overflows in a parser of somebody else is a property of the file, not of the server.
    if (error instanceof RangeError) return refusal('TOO_COMPLEX', error.message);
    throw error;
  }
}

export function refusal(reason: RefusalReason, detail: string): VerificationResult {
  return {
    indication: 'INDETERMINATE',
    reason,
    documentDigest: null,
    signatures: [],
    documentTimestamps: [],
    missingEvidence: [],
    isPictureDue: false,
    detail,
  };
}

let lastAnchors: { pem: string; trust: TrustStore } | undefined;

/** Reading the anchors costs a signature check each, and they are the same for every document. */
function readAnchors(pem: string): TrustStore {
  if (lastAnchors?.pem !== pem) lastAnchors = { pem, trust: readTrustStore(pem, 'TRUST_ANCHORS') };
  return lastAnchors.trust;
}

async function verify(bytes: Buffer, options: VerifyOptions): Promise<VerificationResult> {
  const anchors = readAnchors(options.anchors);
  const file = new PdfFile(bytes, new Budget());
  const found = findSignatures(file);
  const signatures = found.filter(({ isTimestamp }) => !isTimestamp);
  const { items, certificates } = collectEvidence(file, options.evidence ?? { ocsps: [], crls: [] });
  const context: TimelineContext = { anchors, now: options.now, items, certificates };
  const stamps = found.filter(({ isTimestamp }) => isTimestamp);
  const timeline = await readTimeline(file, stamps, context);
  const checked = signatures.map((signature) => ({
    signature,
    integrity: checkIntegrity(file, signature),
  }));
  const findings = await acceptSignatures(
    findChanges(file, found),
    {
      signatures: checked,
      timestamps: stamps.map((signature, at) => ({ signature, judged: timeline.documents[at] })),
    },
    context,
  );
  const certification = await findCertification(file, found, checked, context);
  const isFilled = certification !== null && findings.some(({ kind }) => kind === 'FORM_FILLED');
  const vouched = isFilled ? await vouchedRevisions(checked, context) : new Set<number>();
  const assess = async (judged: JudgedPictures) => {
    const assessed: AssessedSignature[] = [];
    for (const { signature, integrity } of checked) {
      const picture = judged.pictures.get(signature.revision ?? -1);
      const all = [...findings, ...judged.findings];
      const assessment = await assessSignature({
        ...{ file, signature, integrity, timeline, context, findings: all, picture },
        ...{ certification, vouched, sealKeys: options.sealKeys ?? [] },
      });
      assessed.push({ signature, ...assessment });
    }
    return restOnOthers(assessed, certification);
  };
  const describe = (assessed: AssessedSignature[], isPictureDue: boolean): VerificationResult => {
    const results = assessed.map(({ result }) => requirePicture(result));
    return {
      ...overall(results),
      documentDigest: digestOf('SHA-256', bytes).toString('hex'),
      signatures: results,
      documentTimestamps: timeline.documents.map(describeTimestamp),
      // Nobody is asked about a signature that is broken anyway.
      missingEvidence: results.every(isBroken)
        ? []
        : distinct([
            ...assessed.flatMap(({ result, missing }) => (isBroken(result) ? [] : missing)),
            ...timeline.documents.flatMap(({ trust }) => trust?.missing ?? []),
          ]),
      isPictureDue,
      detail: null,
    };
  };
  const hasLater = signatures.some(({ revision }) => isBeforeLast(file, revision));
  if (options.isPictureLast && hasLater) {
    const early = describe(await assess(notYetCompared(file, signatures)), true);
    if (early.missingEvidence.length > 0) return early;
  }
  return describe(await assess(await judgePictures(file, signatures, findings, certification)), false);
}

const isBeforeLast = (file: PdfFile, revision: number | null): revision is number =>
  revision !== null && revision < file.revisions.length - 1;

function notYetCompared(file: PdfFile, signatures: readonly FoundSignature[]): JudgedPictures {
  const later = signatures.map(({ revision }) => revision).filter((one) => isBeforeLast(file, one));
  const picture = { status: 'not_compared', pages: 0, compared: 0, changedPages: [] } as const;
  return {
    findings: [],
    pictures: new Map(later.map((revision) => [revision, { ...picture, changedPages: [] }])),
  };
}

const isBroken = ({ indication }: Verdict): boolean => indication === 'TOTAL_FAILED';

/** Of one revision: each is repeated for every signature before it. */
const FINDINGS_KEPT = 1000;

/** What every revision after the oldest signed one did; nothing is read twice for several signatures. */
function findChanges(file: PdfFile, found: readonly FoundSignature[]): Finding[] {
  const signed = found.map(({ revision }) => revision).filter((revision) => revision !== null);
  const last = file.revisions.length - 1;
  const findings: Finding[] = [];
  const oldest = Math.min(...signed, last);
  file.view(oldest).requireExact();
  if (signed.length > 0 && oldest < last) {
    const references = References.of(file.view(oldest));
    for (let revision = oldest + 1; revision <= last; revision += 1) {
      const update = readUpdate(file, revision, references);
      const found = explainUpdate(update);
      for (const finding of found.slice(0, FINDINGS_KEPT)) findings.push(finding);
      // What is not listed must not be forgotten either.
      if (found.length > FINDINGS_KEPT)
        findings.push({ kind: 'OBJECT_CHANGED', revision, where: `${found.length} changes` });
      references.apply(update);
    }
  }
  // Blanks count too: readers that look for the last cross-reference near the end would repair the file.
  if (file.bytes.length > (file.revisions[last]?.end ?? 0))
    findings.push({ kind: 'DATA_AFTER_END', revision: last + 1, where: 'after the last %%EOF' });
  return findings;
}

const SEVERITY: readonly Indication[] = ['TOTAL_PASSED', 'INDETERMINATE', 'TOTAL_FAILED'];

/** The worst of all signatures: a document is as good as its weakest one. */
function overall(signatures: readonly Verdict[]): Verdict {
  if (signatures.length === 0) return { indication: 'INDETERMINATE', reason: 'NO_SIGNATURE' };
  const [worst] = signatures.toSorted(
    (a, b) => SEVERITY.indexOf(b.indication) - SEVERITY.indexOf(a.indication),
  );
  return { indication: worst?.indication ?? 'INDETERMINATE', reason: worst?.reason ?? null };
}

/** Each certificate once, for the latest moment that counts. */
function distinct(missing: CertificateTrust['missing']): VerificationResult['missingEvidence'] {
  const known = new Map(
    missing
      .toSorted((a, b) => Number(a.since) - Number(b.since))
      .map(({ certificate, issuer, since }) => [
        certificate.fingerprint,
        { certificate: certificate.der, issuer: issuer.der, since },
      ]),
  );
  return [...known.values()];
}
