import * as pkijs from 'pkijs';
import { engine, isStrongSignature } from './algorithm.ts';
import { copyBytes, KEY_USAGE, keyUsageBits } from './certificate.ts';
import { isFresh } from './ocsp.ts';

const REASON_CODE = '2.5.29.21';
/** RFC 5280 5.2.5 and 5.2.4: a list about a part of the certificates, or only about changes. */
const PARTIAL: ReadonlySet<string> = new Set(['2.5.29.28', '2.5.29.27']);

export type CrlVerdict =
  | { status: 'good' }
  | { status: 'revoked'; at: Date }
  | { status: 'unusable'; reason: 'crl_signer_not_authorised' | 'crl_partial' | 'crl_stale' };

export function parseCrl(der: Uint8Array): pkijs.CertificateRevocationList | undefined {
  try {
    return pkijs.CertificateRevocationList.fromBER(copyBytes(der));
  } catch {
    return undefined;
  }
}

/** RFC 5280 6.3.3 for a complete list of the certificate's own issuer. */
export async function judgeCrl(
  list: pkijs.CertificateRevocationList,
  asked: { leaf: pkijs.Certificate; issuer: pkijs.Certificate; now: Date },
): Promise<CrlVerdict> {
  if (!(await isSignedByIssuer(list, asked.issuer)))
    return { status: 'unusable', reason: 'crl_signer_not_authorised' };
  const extensions = list.crlExtensions?.extensions ?? [];
  if (extensions.some(({ extnID, critical }) => critical || PARTIAL.has(extnID)))
    return { status: 'unusable', reason: 'crl_partial' };
  const times = { thisUpdate: list.thisUpdate.value, nextUpdate: list.nextUpdate?.value };
  if (!isFresh(times, asked.now)) return { status: 'unusable', reason: 'crl_stale' };
  const entry = list.revokedCertificates?.find(({ userCertificate }) =>
    userCertificate.isEqual(asked.leaf.serialNumber),
  );
  const reason = entry?.crlEntryExtensions?.extensions.find(({ extnID }) => extnID === REASON_CODE);
  return entry && !isRemoval(reason)
    ? { status: 'revoked', at: entry.revocationDate.value }
    : { status: 'good' };
}

/** removeFromCRL (8) takes back a suspension. */
function isRemoval(reason: pkijs.Extension | undefined): boolean {
  return reason?.extnValue.valueBlock.valueHexView.at(-1) === 8;
}

async function isSignedByIssuer(
  list: pkijs.CertificateRevocationList,
  issuer: pkijs.Certificate,
): Promise<boolean> {
  if (!list.issuer.isEqual(issuer.subject) || !isStrongSignature(list.signatureAlgorithm)) return false;
  if (!((keyUsageBits(issuer) ?? 0) & KEY_USAGE.crlSign)) return false;
  return list.verify({ issuerCertificate: issuer }, engine).catch(() => false);
}
