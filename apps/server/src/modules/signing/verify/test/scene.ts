import { digestOfKey } from '../../../../kernel/pki/certificate.ts';
import { readCertificate } from '../certificates.ts';
import type { GivenAnswer, GivenEvidence } from '../evidence.ts';
import type { VerificationResult } from '../result.ts';
import { verifyPdf } from '../verify-pdf.ts';
import { type Country, createCountry, type Issued, NOW } from './pki.ts';

/** For tests only: one country, and a verifier that trusts it. */
export interface Scene {
  country: Country;
  /** With `isSealed` Bold's key is the seal of the platform. */
  verify(
    bytes: Uint8Array,
    options?: { now?: Date; evidence?: GivenEvidence; anchors?: string; isSealed?: boolean },
  ): Promise<VerificationResult>;
  /** What a caller fetches when a document holds no evidence. */
  fetched(...about: Issued[]): Promise<GivenEvidence>;
}

export async function openScene(): Promise<Scene> {
  const country = await createCountry();
  const key = readCertificate(country.bold.der)?.key;
  const boldsKey = key ? digestOfKey(key) : '';
  return {
    country,
    verify: (bytes, { now = NOW, evidence, anchors = country.anchors, isSealed = false } = {}) =>
      verifyPdf(bytes, {
        anchors,
        now,
        sealKeys: isSealed ? [boldsKey] : [],
        ...(evidence ? { evidence } : {}),
      }),
    fetched: async (...about) => ({
      ocsps: await Promise.all(about.map(async (one) => asked(await country.ocsp(one)))),
      crls: [asked(await country.crl())],
    }),
  };
}

/** An answer that the caller got at this moment. */
export const asked = (der: Uint8Array, askedAt = NOW): GivenAnswer => ({ der, askedAt });

/** `TOTAL_FAILED FORMAT_FAILURE: CHANGED_AFTER_SIGNING` */
export function sum({ signatures: [first], indication, reason }: VerificationResult) {
  return {
    verdict: [indication, reason].filter(Boolean).join(' '),
    problems: first?.problems ?? [],
    refused: first?.changes.filter(({ isAllowed }) => !isAllowed).map(({ kind }) => kind) ?? [],
    allowed: first?.changes.filter(({ isAllowed }) => isAllowed).map(({ kind }) => kind) ?? [],
    level: first?.level ?? null,
  };
}
