import type { Assessment } from './assess.ts';
import type { Certification } from './permissions.ts';
import type { ChangeResult } from './result.ts';
import type { FoundSignature } from './signatures.ts';

export interface AssessedSignature extends Assessment {
  signature: FoundSignature;
}

/**
 * What others did after a signature is accepted on their word: the certifier permits, a co-signer stands for filled
 * fields and for the mark that covers something. If their certificate was revoked, or nobody knows, the signature that
 * rests on it is not called valid either.
 */
export function restOnOthers(
  assessed: readonly AssessedSignature[],
  certification: Certification | null,
): AssessedSignature[] {
  return assessed.map((one) => {
    const others = assessed.filter((other) => other !== one && restsOn(one, other, certification));
    const missing = [one, ...others].flatMap((each) => each.missing);
    const weak = others.find(({ standing }) => standing.indication !== 'TOTAL_PASSED');
    if (!weak || one.result.indication !== 'TOTAL_PASSED') return { ...one, missing };
    const reason = weak.standing.reason === 'TRY_LATER' ? 'TRY_LATER' : 'CHANGES_NOT_PROVEN';
    const result = { ...one.result, indication: 'INDETERMINATE' as const, reason, fleeting: null } as const;
    return { ...one, result, missing };
  });
}

function restsOn(
  { signature, result }: AssessedSignature,
  { signature: other }: AssessedSignature,
  certification: Certification | null,
): boolean {
  const isCertifier = certification?.signature === signature;
  return result.changes.some(({ kind, revision }: ChangeResult) => {
    if (kind === 'CONTENT_COVERED') return (other.revision ?? -1) > (signature.revision ?? 0);
    if (isCertifier || (kind !== 'FORM_FILLED' && kind !== 'NOTE_ADDED')) return false;
    return certification?.signature === other || other.revision === revision;
  });
}
