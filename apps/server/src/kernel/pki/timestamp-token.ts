import * as pkijs from 'pkijs';
import { copyBytes, EXTENSION, extendedKeyUsages } from './certificate.ts';
import { type ChainCheck, checkChain, type TrustStore, withIntermediates } from './check-chain.ts';
import {
  type CmsCheck,
  certificatesIn,
  checkCmsSignature,
  type DigestName,
  digestNameOf,
  digestOf,
  parseSignedData,
  signerCertificate,
} from './cms-signature.ts';

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

export interface TimestampToken {
  der: Uint8Array;
  signed: pkijs.SignedData;
  /** The octets of TSTInfo that the authority signed. */
  content: Uint8Array;
  at: Date;
  imprint: { digest: DigestName; value: Buffer };
  nonce: Buffer | undefined;
  /** The authority's certificate, where the token carries it. */
  certificate: pkijs.Certificate | undefined;
  certificates: pkijs.Certificate[];
}

/** Undefined for anything that is not a timestamp token (RFC 3161 2.4.2) over a strong digest. */
export function parseTimestampToken(der: Uint8Array): TimestampToken | undefined {
  const signed = parseSignedData(der);
  const [signer] = signed?.signerInfos ?? [];
  const octets = signed?.encapContentInfo.eContent;
  if (!signed || !signer || !octets || signed.encapContentInfo.eContentType !== TST_INFO) return undefined;
  try {
    const content = new Uint8Array(copyBytes(Buffer.from(octets.getValue())));
    const info = pkijs.TSTInfo.fromBER(copyBytes(content));
    const digest = digestNameOf(info.messageImprint.hashAlgorithm.algorithmId);
    if (!digest) return undefined;
    return {
      der,
      signed,
      content,
      at: info.genTime,
      imprint: { digest, value: Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView) },
      nonce: info.nonce && Buffer.from(info.nonce.valueBlock.valueHexView),
      certificate: signerCertificate(signed, signer),
      certificates: certificatesIn(signed),
    };
  } catch {
    return undefined;
  }
}

export type TimestampCheck =
  | { ok: true; path: pkijs.Certificate[] }
  | {
      ok: false;
      reason:
        | Extract<CmsCheck, { ok: false }>['reason']
        | Extract<ChainCheck, { ok: false }>['reason']
        | 'not_for_timestamps';
    };

/**
 * RFC 3161 2.3: the certificate is for timestamps alone, and says so critically. `at` is the moment for which the
 * path must be valid.
 */
export async function checkTimestampToken(
  token: TimestampToken,
  trust: TrustStore,
  at: Date,
): Promise<TimestampCheck> {
  const signature = checkCmsSignature(token.signed, (digest) => digestOf(digest, token.content));
  if (!signature.ok) return signature;
  const { certificate } = signature;
  const usage = certificate.extensions?.find(({ extnID }) => extnID === EXTENSION.extendedKeyUsage);
  const purposes = extendedKeyUsages(certificate);
  if (usage?.critical !== true || purposes.length !== 1 || purposes[0] !== TIME_STAMPING)
    return { ok: false, reason: 'not_for_timestamps' };
  const chain = await checkChain(certificate, withIntermediates(trust, token.certificates), at);
  return chain.ok ? { ok: true, path: chain.path } : chain;
}
