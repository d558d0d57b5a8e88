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
  const { signer, certificates } = signature.integrity.cms;
  if (!finding.visible) return finding.kind;
  const pool = [...context.certificates, ...certificates];
  const path = await checkPath(signer, pool, context.anchors, earlier(signer.notAfter, context.now));
  return path.ok ? finding.kind : 'UNTRUSTED_SIGNATURE_MARK';
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
