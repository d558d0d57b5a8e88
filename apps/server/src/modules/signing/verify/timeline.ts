import { digestOf } from '../../../kernel/pki/algorithm.ts';
import type { Certificate } from './certificates.ts';
import { ATTRIBUTE, type Cms } from './cms.ts';
import type { PdfFile } from './pdf/document.ts';
import type { TimestampResult } from './result.ts';
import { digestOfRange, type FoundSignature } from './signatures.ts';
import { readTimestamp, type Timestamp } from './timestamp.ts';
import { type CertificateTrust, type TrustContext, trustCertificate } from './trust.ts';

/** A timestamp whose authority was judged. */
export interface JudgedTimestamp {
  kind: TimestampResult['kind'];
  token: Timestamp;
  trust: CertificateTrust | undefined;
  isTrusted: boolean;
  /** Of a document timestamp; null when its range is broken. */
  revision: number | null;
  problem: TimestampResult['problem'];
}

/** The proofs of existence that the document carries. */
export interface Timeline {
  documents: JudgedTimestamp[];
  /** The earliest proven time of everything in a revision; now when nothing proves an earlier one. */
  existedAt: (revision: number | null) => Date;
}

export type TimelineContext = Omit<TrustContext, 'existedAt'>;

/**
 * EN 319 102-1 5.6: from the newest document timestamp to the oldest. Each is validated at the time that the
 * next one proves, because its own authority may have expired since.
 */
export async function readTimeline(
  file: PdfFile,
  timestamps: readonly FoundSignature[],
  context: TimelineContext,
): Promise<Timeline> {
  const trusted: { revision: number; time: Date }[] = [];
  const existedAt = (revision: number | null): Date => {
    const proofs = revision === null ? [] : trusted.filter((proof) => proof.revision >= revision);
    return proofs.reduce((earliest, { time }) => (time < earliest ? time : earliest), context.now);
  };
  const documents: JudgedTimestamp[] = [];
  for (const found of timestamps.toReversed()) {
    const token = readDocumentTimestamp(file, found);
    const certificates = [...context.certificates, ...token.certificates];
    const judged = await judge(token, 'document', found.revision, { ...context, certificates, existedAt });
    const [problem] = found.problems;
    if (problem !== undefined) Object.assign(judged, { isTrusted: false, problem });
    documents.unshift(judged);
    if (judged.isTrusted && token.time && found.revision !== null)
      trusted.push({ revision: found.revision, time: token.time });
  }
  return { documents, existedAt };
}

function readDocumentTimestamp(file: PdfFile, found: FoundSignature): Timestamp {
  const { range } = found;
  return readTimestamp(found.contents, (name) =>
    range === null ? Buffer.alloc(0) : digestOfRange(file, range, name),
  );
}

/** The timestamp over a signature's value; undefined when it has none. */
export async function judgeSignatureTimestamp(
  cms: Cms,
  revision: number | null,
  context: TrustContext,
): Promise<JudgedTimestamp | undefined> {
  const value = cms.parsed.unsigned.get(ATTRIBUTE.signatureTimestamp);
  if (value === undefined) return undefined;
  const token = readTimestamp(value, (name) => digestOf(name, cms.parsed.signatureValue));
  const certificates = [...context.certificates, ...token.certificates];
  return judge(token, 'signature', revision, { ...context, certificates });
}

async function judge(
  token: Timestamp,
  kind: JudgedTimestamp['kind'],
  revision: number | null,
  context: TrustContext,
): Promise<JudgedTimestamp> {
  const judged = { kind, token, revision, trust: undefined, isTrusted: false };
  if (token.problem !== undefined || !token.time || !token.authority)
    return { ...judged, problem: token.problem ?? 'TIMESTAMP_UNREADABLE' };
  const provenBy = context.existedAt(revision);
  // A time after its own proof was not given by an honest clock.
  if (token.time > provenBy) return { ...judged, problem: 'TIMESTAMPS_OUT_OF_ORDER' };
  // Revocation is asked for the moment of the token, but the path and a revocation count until it was proven.
  const trust = await trustCertificate(token.authority, context, {
    at: token.time,
    revokedBy: provenBy,
    isProven: true,
    mustConfirm: false,
  });
  const isExpired = provenBy > token.authority.notAfter;
  const problem = trust.problem ?? (isExpired ? 'OUT_OF_BOUNDS_NO_POE' : null);
  return { ...judged, trust, isTrusted: problem === null, problem };
}

export const describeTimestamp = ({
  kind,
  token,
  isTrusted,
  problem,
  revision,
}: JudgedTimestamp): TimestampResult => ({
  kind,
  time: token.time ?? null,
  authority: nameOf(token.authority),
  isTrusted,
  problem,
  revision,
});

export const nameOf = (certificate: Certificate | undefined): string | null =>
  certificate ? (certificate.subject.commonName ?? certificate.subject.organisation) : null;
