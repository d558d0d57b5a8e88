import { knowsOf, type RevocationEvidence, type RevocationPort } from '../revocation-port.ts';

/** A revoked seal is noticed after this time at the latest. */
const LONGEST_MS = 10 * 60_000;
/** The seal, the timestamp authority and their issuers. */
const MOST = 16;

/**
 * Every document of the platform needs the same few answers: those of the seal's chain and of the timestamp
 * authority's. They are kept while they are fresh; the answer about the signer must be newer than the timestamp.
 */
export function keepRevocation(port: RevocationPort, now: () => Date): RevocationPort {
  const kept = new Map<string, { evidence: RevocationEvidence; askedAt: Date; until: number }>();
  return {
    async evidence(certificate, issuer, signal, since) {
      const key = [certificate, issuer].map((der) => Buffer.from(der).toString('base64')).join(' ');
      const found = kept.get(key);
      const askedAt = now();
      const { thisUpdate } = found?.evidence ?? {};
      if (found && thisUpdate && askedAt.getTime() < found.until && knowsOf({ ...found, thisUpdate }, since))
        return found.evidence;
      const evidence = await port.evidence(certificate, issuer, signal, since);
      if (kept.size >= MOST) kept.clear();
      const freshUntil = evidence.freshUntil?.getTime() ?? 0;
      if (evidence.revokedAt === null)
        kept.set(key, { evidence, askedAt, until: Math.min(freshUntil, askedAt.getTime() + LONGEST_MS) });
      return evidence;
    },
  };
}
