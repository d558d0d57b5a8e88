import { checkCmsSignature, digestOf } from '../../../kernel/pki/cms-signature.ts';
import { parseTimestampToken } from '../../../kernel/pki/timestamp-token.ts';
import { limits } from './budget.ts';
import { Certificate } from './certificates.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

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

export function readTimestamp(der: Uint8Array, digestOfData: (hash: string) => Buffer): Timestamp {
  const token = der.length > limits.cmsBytes ? undefined : parseTimestampToken(der);
  if (!token)
    return { time: undefined, authority: undefined, certificates: [], problem: 'TIMESTAMP_UNREADABLE' };
  const certificates = token.certificates
    .slice(0, limits.pathCertificates)
    .map((parsed) => new Certificate(parsed));
  const authority = certificates.find(({ parsed }) => parsed === token.certificate);
  const problemOf = (): TimestampProblem | undefined => {
    const signature = checkCmsSignature(token.signed, (digest) => digestOf(digest, token.content));
    if (!signature.ok)
      return signature.reason === 'weak_algorithm' ? 'TIMESTAMP_WEAK' : 'TIMESTAMP_SIGNATURE_WRONG';
    const { digest, value } = token.imprint;
    if (!digestOfData(digest.replace('-', '').toLowerCase()).equals(value)) return 'TIMESTAMP_FOR_OTHER_DATA';
    // RFC 3161 2.3: a critical extended key usage that names this purpose alone.
    const { purposes = [], critical } = authority?.extendedKeyUsage ?? {};
    const isPermitted = critical && purposes.length === 1 && purposes[0] === TIME_STAMPING;
    return isPermitted ? undefined : 'TIMESTAMP_AUTHORITY_NOT_PERMITTED';
  };
  return { time: token.at, authority, certificates, problem: problemOf() };
}
