import type { TrustStore } from '../../../kernel/pki/check-chain.ts';
import { type Certificate, checkPath, type PathFailure } from './certificates.ts';
import type { RevocationItem } from './evidence.ts';
import { type RevocationFact, readFact } from './revocation-facts.ts';

/** Allowed difference between two clocks. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** RFC 6960 4.2.2.1: without nextUpdate newer information is always available, so old information is stale. */
const AGE_WITHOUT_NEXT_UPDATE_MS = 15 * 60_000;
/** The times of evidence have whole seconds. */
const SECOND_MS = 1000;
/** Of an authority's certificate, for a signature without a proven time, which is judged now. */
const OUTDATED_AFTER_MS = 5 * 60_000;

/** Codes of EN 319 102-1 table 5 and 6 that concern certificates. */
export type TrustProblem =
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'OUT_OF_BOUNDS_NO_POE'
  | 'NOT_YET_VALID'
  | 'REVOKED_NO_POE'
  | 'REVOKED_CA_NO_POE'
  | 'TRY_LATER';

export interface Revocation {
  status: 'good' | 'revoked' | 'stale' | 'unknown';
  kind: 'ocsp' | 'crl' | null;
  thisUpdate: Date | null;
  nextUpdate: Date | null;
  revokedAt: Date | null;
  /** Null: fetched by the caller, or absent. */
  revision: number | null;
}

export interface CertificateTrust {
  problem: TrustProblem | undefined;
  path: Certificate[];
  /** Of the leaf. */
  revocation: Revocation;
  /** The newest revision whose evidence was needed; null when some of it is not embedded. */
  completeIn: number | null;
  /** Certificates without usable evidence, with their issuers. */
  missing: MissingEvidence[];
  /**
   * Certificates with evidence that a revocation since then would contradict: the signer chose the answer, and one from
   * before the revocation of a stolen key may still be fresh by its dates.
   */
  outdated: MissingEvidence[];
  /** Whether the document itself shows that the leaf was not revoked at that time. */
  isShownInside: boolean;
}

export interface MissingEvidence {
  certificate: Certificate;
  issuer: Certificate;
  /** An answer from before does not help; null when any does that is current. */
  since: Date | null;
}

export interface TrustQuestion {
  at: Date;
  /** The latest time at which a revocation still matters. */
  revokedBy: Date;
  isProven: boolean;
  /** Whether evidence about the leaf must be of that time, and not only current at that time. */
  mustConfirm: boolean;
}

export interface TrustContext {
  anchors: TrustStore;
  now: Date;
  certificates: readonly Certificate[];
  items: readonly RevocationItem[];
  /** When the content of a revision is proven to have existed. */
  existedAt: (revision: number | null) => Date;
}

const none: Revocation = {
  status: 'unknown',
  kind: null,
  thisUpdate: null,
  nextUpdate: null,
  revokedAt: null,
  revision: null,
};

/**
 * Validates a certificate at a time. `revokedBy` is for a signature its own proof of existence, for a timestamp the
 * proof of the timestamp.
 */
export async function trustCertificate(
  leaf: Certificate,
  context: TrustContext,
  { at, revokedBy, isProven, mustConfirm }: TrustQuestion,
): Promise<CertificateTrust> {
  const check = await checkPath(leaf, context.certificates, context.anchors, at);
  const result: CertificateTrust = {
    problem: undefined,
    path: [],
    revocation: none,
    completeIn: 0,
    missing: [],
    outdated: [],
    isShownInside: false,
  };
  if (!check.ok) return { ...result, problem: problemOfPath(check.reason, isProven), completeIn: null };
  result.path = check.path;
  for (const [depth, certificate] of check.path.slice(0, -1).entries()) {
    const issuer = check.path[depth + 1] as Certificate;
    const { revoked, current, proof } = await revocationOf(certificate, issuer, at, context);
    if (depth === 0) result.revocation = revoked ?? current;
    // A revocation after the proven time says that the certificate was still good at that time.
    const usable = current.status === 'good' ? current : revoked;
    result.completeIn = later(result.completeIn, usable?.revision ?? null);
    const pair = { certificate, issuer, since: depth === 0 ? at : null };
    if (revoked?.revokedAt && revoked.revokedAt <= revokedBy)
      result.problem ??= depth === 0 ? 'REVOKED_NO_POE' : 'REVOKED_CA_NO_POE';
    else if (usable === undefined) result.missing.push(pair);
    else if (depth > 0) {
      if (!isProven && isOutdated(usable, at)) result.outdated.push(pair);
    } else {
      result.isShownInside = proof.isInside || revoked?.revision != null;
      const hasEnded = context.now > certificate.notAfter;
      if (proof.isConfirmed || revoked !== undefined || (hasEnded && !mustConfirm)) continue;
      result.outdated.push(pair);
      // After its end an authority need not know a certificate: what was current and of these minutes is enough then.
      const isEnough = hasEnded && (proof.isInside || proof.isAnswered);
      if (!mustConfirm || isEnough) continue;
      result.revocation = { ...result.revocation, status: 'stale' };
      result.problem ??= 'TRY_LATER';
    }
  }
  if (result.missing.length > 0) result.problem ??= 'TRY_LATER';
  return result;
}

const PATH_PROBLEMS: Readonly<Record<PathFailure, TrustProblem>> = {
  leaf_is_a_ca: 'CHAIN_CONSTRAINTS_FAILURE',
  weak_certificate_signature: 'CRYPTO_CONSTRAINTS_FAILURE',
  unknown_critical_extension: 'CHAIN_CONSTRAINTS_FAILURE',
  no_path_to_a_root: 'NO_CERTIFICATE_CHAIN_FOUND',
  not_yet_valid: 'OUT_OF_BOUNDS_NO_POE',
  expired: 'OUT_OF_BOUNDS_NO_POE',
  issuer_out_of_date: 'OUT_OF_BOUNDS_NO_POE',
  issuer_is_not_a_ca: 'CHAIN_CONSTRAINTS_FAILURE',
  path_too_long: 'CHAIN_CONSTRAINTS_FAILURE',
};

/** A signature that existed before its certificate cannot be genuine; without a proven time nothing follows. */
const problemOfPath = (reason: PathFailure, isProven: boolean): TrustProblem =>
  reason === 'not_yet_valid' && isProven ? 'NOT_YET_VALID' : PATH_PROBLEMS[reason];

/** Null wins: one part that is not embedded leaves the whole incomplete. */
export const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.max(a, b);

async function revocationOf(
  subject: Certificate,
  issuer: Certificate,
  at: Date,
  context: TrustContext,
): Promise<{ revoked: Revocation | undefined; current: Revocation; proof: Proof }> {
  let current = none;
  const proof: Proof = { isConfirmed: false, isInside: false, isAnswered: false };
  let revoked: Revocation | undefined;
  for (const item of context.items) {
    const existedAt = context.existedAt(item.revision);
    // The issuer signs lists and authorises responders: after its own end nothing new of it is evidence.
    if (existedAt > issuer.notAfter) continue;
    const question = { subject, issuer, existedAt };
    const fact = await readFact(item, question);
    if (!fact || fact.thisUpdate.getTime() > existedAt.getTime() + CLOCK_SKEW_MS) continue;
    const found = judgeFact(fact, item.revision, { at, notAfter: subject.notAfter });
    const { askedAt } = item;
    const knowsOf = (time: Date, toleranceMs: number) => time.getTime() + toleranceMs >= at.getTime();
    if (found.status === 'good') {
      // What an authority answers now is its newest word, also if it publishes once a day.
      proof.isConfirmed ||= knowsOf(askedAt ?? fact.thisUpdate, SECOND_MS);
      proof.isInside ||= askedAt === null && knowsOf(fact.thisUpdate, CLOCK_SKEW_MS);
    }
    proof.isAnswered ||= fact.status === 'good' && askedAt !== null;
    if (found.status !== 'revoked') {
      if (rank(found) > rank(current)) current = found;
    } else if (!revoked?.revokedAt || (found.revokedAt && found.revokedAt < revoked.revokedAt))
      revoked = found;
  }
  return { revoked, current, proof };
}

/** What shows that a certificate was not revoked between the evidence and the moment that counts. */
interface Proof {
  /** Evidence of that moment or later. */
  isConfirmed: boolean;
  /** Evidence of the document from at most a few minutes before: some signers ask before they ask for the time. */
  isInside: boolean;
  /** The authority named no revocation when it was asked, be it after the end of the certificate. */
  isAnswered: boolean;
}

const isOutdated = ({ revision, thisUpdate }: Revocation, at: Date): boolean =>
  revision !== null && thisUpdate !== null && at.getTime() - thisUpdate.getTime() > OUTDATED_AFTER_MS;

/** Evidence inside the document is preferred: only that counts for the long-term levels. */
function rank({ status, revision }: Revocation): number {
  if (status === 'good') return revision === null ? 2 : 3;
  return status === 'stale' ? 1 : 0;
}

function judgeFact(
  fact: RevocationFact,
  revision: number | null,
  { at, notAfter }: { at: Date; notAfter: Date },
): Revocation {
  const { thisUpdate, nextUpdate, kind } = fact;
  const about = { kind, thisUpdate, nextUpdate, revision };
  if (fact.status === 'revoked') return { status: 'revoked', revokedAt: fact.at, ...about };
  // RFC 5280 3.3 and RFC 6960 4.4.4: an authority may forget revocations of certificates that have ended.
  if (fact.status === 'unknown' || thisUpdate > notAfter) return { ...none, ...about };
  const until =
    nextUpdate?.getTime() ?? thisUpdate.getTime() + (kind === 'ocsp' ? AGE_WITHOUT_NEXT_UPDATE_MS : 0);
  // Information issued after the moment knows about it; older information must still have been current.
  const isFresh = Math.max(thisUpdate.getTime(), until) + CLOCK_SKEW_MS >= at.getTime();
  return { status: isFresh ? 'good' : 'stale', revokedAt: null, ...about };
}
