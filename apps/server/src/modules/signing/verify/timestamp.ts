import type { DigestName } from '../../../kernel/pki/algorithm.ts';
import { checkToken, parseTimestampToken } from '../../../kernel/pki/timestamp-token.ts';
import { limits } from './budget.ts';
import type { Certificate } from './certificates.ts';
import { withCertificates } from './cms.ts';

export type TimestampProblem =
  | 'TIMESTAMP_UNREADABLE'
  | 'TIMESTAMP_WEAK'
  | 'TIMESTAMP_SIGNATURE_WRONG'
  | 'TIMESTAMP_FOR_OTHER_DATA'
  | 'TIMESTAMP_AUTHORITY_NOT_PERMITTED';

/** A token of RFC 3161 whose own signature and imprint were checked; whether its authority is trusted comes later. */
export interface Timestamp {
  time: Date | undefined;
  authority: Certificate | undefined;
  certificates: Certificate[];
  problem: TimestampProblem | undefined;
}

export function readTimestamp(der: Uint8Array, digestOfData: (name: DigestName) => Buffer): Timestamp {
  const token = der.length > limits.cmsBytes ? undefined : parseTimestampToken(der);
  if (!token)
    return { time: undefined, authority: undefined, certificates: [], problem: 'TIMESTAMP_UNREADABLE' };
  const { parsed, certificates, signer } = withCertificates(token.cms);
  const problemOf = (): TimestampProblem | undefined => {
    const failure = checkToken({ ...token, cms: parsed });
    if (failure === 'weak_algorithm') return 'TIMESTAMP_WEAK';
    if (failure !== undefined && failure !== 'not_for_timestamps') return 'TIMESTAMP_SIGNATURE_WRONG';
    const { digest, value } = token.imprint;
    if (!digestOfData(digest).equals(value)) return 'TIMESTAMP_FOR_OTHER_DATA';
    return failure && 'TIMESTAMP_AUTHORITY_NOT_PERMITTED';
  };
  return { time: token.at, authority: signer, certificates, problem: problemOf() };
}
