import { createHash } from 'node:crypto';
import { type CircuitBreaker, createCircuitBreaker } from '../../kernel/http/circuit-breaker.ts';
import { knowsOf, RevocationError, type RevocationEvidence, type RevocationPort } from './revocation-port.ts';
import type { GivenEvidence, VerificationResult } from './verify/index.ts';

type Missing = VerificationResult['missingEvidence'];

/** Revocation data that a document lacks, from the services of the configured authorities. */
export interface EvidenceSource {
  /** What could be had in time; an answer that is missing leaves the verdict open. */
  gather(missing: Missing): Promise<GivenEvidence>;
}

/** For all questions of one document: a person waits for the verdict. */
const PATIENCE_MS = 6_000;
/** A document with 32 signatures must not ask for all of their chains. */
const MOST_ASKED = 16;
/** Of this instance: strangers choose how many documents they send. */
const MOST_UNDER_WAY = 24;
/** The revocation of an authority is noticed after this time at the latest. */
const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 1000;

export const noEvidence: EvidenceSource = { gather: async () => ({ ocsps: [], crls: [] }) };

interface Answer {
  evidence: RevocationEvidence;
  askedAt: Date;
}

/**
 * The port calls only hosts that the operator listed, wherever a certificate points. Answers are kept while they are
 * fresh, two documents share a question, and an authority that is away is not asked by every document. A kept answer
 * says nothing about a signature that is younger: its certificate may have been revoked in between.
 */
export function createEvidenceSource(port: RevocationPort, now: () => Date): EvidenceSource {
  const kept = new Map<string, Answer & { until: number }>();
  const underWay = new Map<string, { askedAt: Date; answer: Promise<Answer | undefined> }>();
  const breakers = new Map<string, CircuitBreaker>();

  function keep(key: string, { evidence, askedAt }: Answer): void {
    const until = Math.min(evidence.freshUntil?.getTime() ?? 0, askedAt.getTime() + KEPT_MS);
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { evidence, askedAt, until });
  }

  function breakerOf(issuer: Uint8Array): CircuitBreaker {
    // Every issuer of a path is an authority below a configured root, so there are few.
    const key = digestOf(issuer);
    const breaker = breakers.get(key) ?? createCircuitBreaker(now);
    breakers.set(key, breaker);
    return breaker;
  }

  async function ask(
    { certificate, issuer, since }: Missing[number],
    key: string,
    askedAt: Date,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const permit = breakerOf(issuer).admit();
    if (!permit) return undefined;
    try {
      const answer = { evidence: await port.evidence(certificate, issuer, signal, since), askedAt };
      permit.succeeded();
      keep(key, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof RevocationError)) {
        permit.undecided();
        throw error;
      }
      if (error.failure === 'unavailable') permit.failed();
      else permit.undecided();
      return undefined;
    }
  }

  function find(pair: Missing[number], signal: AbortSignal): Promise<Answer | undefined> {
    const { since } = pair;
    const askedAt = now();
    const key = `${digestOf(pair.certificate)} ${digestOf(pair.issuer)}`;
    const found = kept.get(key);
    if (
      found &&
      askedAt.getTime() < found.until &&
      knowsOf({ ...found, thisUpdate: found.evidence.thisUpdate }, since)
    )
      return Promise.resolve(found);
    const running = underWay.get(key);
    if (running && knowsOf({ ...running, thisUpdate: running.askedAt }, since)) return running.answer;
    if (underWay.size >= MOST_UNDER_WAY) return Promise.resolve(undefined);
    const question = { askedAt, answer: ask(pair, key, askedAt, signal) };
    underWay.set(key, question);
    question.answer = question.answer.finally(() => {
      if (underWay.get(key) === question) underWay.delete(key);
    });
    return question.answer;
  }

  return {
    async gather(missing) {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answers = await Promise.all(missing.slice(0, MOST_ASKED).map((pair) => find(pair, signal)));
      const ofKind = (kind: RevocationEvidence['kind']) =>
        [...new Set(answers)].flatMap((answer) =>
          answer?.evidence.kind === kind ? [{ der: answer.evidence.der, askedAt: answer.askedAt }] : [],
        );
      return { ocsps: ofKind('ocsp'), crls: ofKind('crl') };
    },
  };
}

const digestOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('base64');
