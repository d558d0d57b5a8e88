import { createHash, type KeyObject } from 'node:crypto';
import type * as pkijs from 'pkijs';
import {
  ATTRIBUTE,
  derOf,
  EXTENSION,
  extendedKeyUsages,
  keyUsageBits,
  nameAttribute,
  parseCertificate,
  publicKeyOf,
  serialOf,
} from '../../../kernel/pki/certificate.ts';
import {
  type ChainCheck,
  checkChain,
  type TrustStore,
  withIntermediates,
} from '../../../kernel/pki/check-chain.ts';

/** The engine tries every combination, so a file with many certificates of one name would be costly. */
const MAX_INTERMEDIATES = 8;

/** A certificate with what the verifier reads of it; what costs an encoding or a key is made when it is asked for. */
export class Certificate {
  readonly parsed: pkijs.Certificate;
  /** DER of the names, hex: equal names are equal texts. */
  readonly subjectName: string;
  readonly issuerName: string;
  #fingerprint: string | undefined;

  constructor(parsed: pkijs.Certificate) {
    this.parsed = parsed;
    this.subjectName = hexOf(parsed.subject);
    this.issuerName = hexOf(parsed.issuer);
  }

  get der(): Buffer {
    return derOf(this.parsed);
  }

  /** SHA-256 of what its issuer signed, and of the signature. */
  get fingerprint(): string {
    this.#fingerprint ??= createHash('sha256')
      .update(this.parsed.tbsView)
      .update(this.parsed.signatureValue.valueBlock.valueHexView)
      .digest('hex');
    return this.#fingerprint;
  }

  get notBefore(): Date {
    return this.parsed.notBefore.value;
  }

  get notAfter(): Date {
    return this.parsed.notAfter.value;
  }

  /** Lower hex without leading zeros. */
  get serial(): string {
    return serialOf(this.parsed);
  }

  /** First octet of keyUsage; null when the extension is absent. */
  get keyUsage(): number | null {
    return keyUsageBits(this.parsed) ?? null;
  }

  /** Undefined for an unsupported kind of key. */
  get key(): KeyObject | undefined {
    return publicKeyOf(this.parsed);
  }

  get extendedKeyUsage(): { purposes: string[]; critical: boolean } {
    const usage = this.parsed.extensions?.find(({ extnID }) => extnID === EXTENSION.extendedKeyUsage);
    return { purposes: extendedKeyUsages(this.parsed), critical: usage?.critical ?? false };
  }

  get subject(): SubjectFacts {
    const attribute = (oid: (typeof ATTRIBUTE)[keyof typeof ATTRIBUTE]) =>
      nameAttribute(this.parsed.subject, oid) ?? null;
    return {
      commonName: attribute(ATTRIBUTE.commonName),
      surname: attribute(ATTRIBUTE.surname),
      givenName: attribute(ATTRIBUTE.givenName),
      serialNumber: attribute(ATTRIBUTE.serialNumber),
      organisation: attribute(ATTRIBUTE.organisation),
      organisationIdentifier: attribute(ATTRIBUTE.organisationIdentifier),
      title: attribute(ATTRIBUTE.title),
    };
  }
}

export interface SubjectFacts {
  commonName: string | null;
  surname: string | null;
  givenName: string | null;
  /** `PNOMN-…`, `NTRMN-…` (ETSI EN 319 412-1) or `CI:MN-…`. */
  serialNumber: string | null;
  organisation: string | null;
  /** `NTRMN-…` */
  organisationIdentifier: string | null;
  title: string | null;
}

export type PathFailure = Extract<ChainCheck, { ok: false }>['reason'];
export type PathCheck = { ok: true; path: Certificate[] } | { ok: false; reason: PathFailure };

/** Undefined for anything that is not exactly one certificate. */
export function readCertificate(der: Uint8Array): Certificate | undefined {
  const parsed = parseCertificate(der);
  return parsed && new Certificate(parsed);
}

/** From the leaf to an anchor, valid at a moment, with the help of certificates that the document brings along. */
export async function checkPath(
  leaf: Certificate,
  others: readonly Certificate[],
  anchors: TrustStore,
  at: Date,
): Promise<PathCheck> {
  const helpful = issuersOf(leaf, others).map(({ parsed }) => parsed);
  const check = await checkChain(leaf.parsed, withIntermediates(anchors, helpful), at);
  if (!check.ok) return check;
  const known = new Map([leaf, ...others].map((certificate) => [certificate.parsed, certificate]));
  return { ok: true, path: check.path.map((parsed) => known.get(parsed) ?? new Certificate(parsed)) };
}

/** Only certificates whose names lead upwards from the leaf. */
function issuersOf(leaf: Certificate, others: readonly Certificate[]): Certificate[] {
  const chosen = new Map<string, Certificate>();
  const wanted = [leaf.issuerName];
  for (let name = wanted.shift(); name !== undefined; name = wanted.shift())
    for (const candidate of others) {
      const isUseful = candidate.subjectName === name && candidate.fingerprint !== leaf.fingerprint;
      if (!isUseful || chosen.has(candidate.fingerprint)) continue;
      if (chosen.size >= MAX_INTERMEDIATES) return [...chosen.values()];
      chosen.set(candidate.fingerprint, candidate);
      wanted.push(candidate.issuerName);
    }
  return [...chosen.values()];
}

/** pkijs keeps the encoding of a parsed name. */
const hexOf = (name: pkijs.RelativeDistinguishedNames): string => {
  const kept = Buffer.from(name.valueBeforeDecode);
  return (kept.length > 0 ? kept : Buffer.from(name.toSchema().toBER())).toString('hex');
};
