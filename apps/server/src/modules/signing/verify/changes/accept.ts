import { checkPath } from '../certificates.ts';
import type { Integrity } from '../integrity.ts';
import type { FoundSignature } from '../signatures.ts';
import type { JudgedTimestamp, TimelineContext } from '../timeline.ts';
import type { Finding } from './findings.ts';

export interface AddedSignatures {
  signatures: readonly { signature: FoundSignature; integrity: Integrity }[];
  timestamps: readonly { signature: FoundSignature; judged: JudgedTimestamp | undefined }[];
}

/**
 * Anybody can write something that calls itself a signature or a timestamp. It explains a change only if it is intact
 * and covers the very revision that added it. A signature that draws a mark must also lead to an anchor, so that
 * somebody can be named for the mark; a timestamp draws nothing.
 */
export async function acceptSignatures(
  findings: readonly Finding[],
  added: AddedSignatures,
  context: TimelineContext,
): Promise<Finding[]> {
  const judged: Finding[] = [];
  for (const finding of findings) {
    const isSignature = finding.kind === 'SIGNATURE_ADDED' || finding.kind === 'DOCUMENT_TIMESTAMP_ADDED';
    judged.push(isSignature ? { ...finding, kind: await kindOf(finding, added, context) } : finding);
  }
  return judged;
}

async function kindOf(
  finding: Finding,
  added: AddedSignatures,
  context: TimelineContext,
): Promise<Finding['kind']> {
  const isIt = ({ signature }: { signature: FoundSignature }): boolean =>
    signature.objectNumber === finding.signatureObject && signature.revision === finding.revision;
  const broken = 'BROKEN_SIGNATURE_ADDED';
  if (finding.kind === 'DOCUMENT_TIMESTAMP_ADDED') {
    const timestamp = added.timestamps.find(isIt);
    const token = timestamp?.judged?.token;
    const isIntact =
      token?.authority && token.time && !token.problem && timestamp?.signature.problems.length === 0;
    return isIntact ? finding.kind : broken;
  }
  const signature = added.signatures.find(isIt);
  if (!signature?.integrity.cms?.signer || signature.integrity.verdict) return broken;
  if (!finding.visible) return finding.kind;
  return (await leadsToAnchor(signature.integrity, context)) ? finding.kind : 'UNTRUSTED_SIGNATURE_MARK';
}

/** Whether somebody can be named for an intact signature. */
export async function leadsToAnchor({ cms, verdict }: Integrity, context: TimelineContext): Promise<boolean> {
  if (!cms?.signer || verdict) return false;
  const { signer, certificates } = cms;
  const pool = [...context.certificates, ...certificates];
  return (await checkPath(signer, pool, context.anchors, earlier(signer.notAfter, context.now))).ok;
}

/** Revisions that end with an intact signature of somebody who can be named: this person stands for them. */
export async function vouchedRevisions(
  signatures: AddedSignatures['signatures'],
  context: TimelineContext,
): Promise<Set<number>> {
  const vouched = new Set<number>();
  for (const { signature, integrity } of signatures)
    if (signature.revision !== null && (await leadsToAnchor(integrity, context)))
      vouched.add(signature.revision);
  return vouched;
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
