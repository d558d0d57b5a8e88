import * as pkijs from 'pkijs';
import { type DigestName, digestNameOf, digestOf } from './algorithm.ts';
import { copyBytes, EXTENSION, extendedKeyUsages, TIME_STAMPING } from './certificate.ts';
import { type ChainCheck, checkChain, type TrustStore, withIntermediates } from './check-chain.ts';
import { type Cms, checkSigner, namesItsCertificate, readCms, type SignerFailure } from './cms-signature.ts';

const TST_INFO = '1.2.840.113549.1.9.16.1.4';

export interface TimestampToken {
  cms: Cms;
  /** The octets of TSTInfo that the authority signed. */
  content: Buffer;
  at: Date;
  imprint: { digest: DigestName; value: Buffer };
  nonce: Buffer | undefined;
  /** The authority's certificate, where the token carries it. */
  certificate: pkijs.Certificate | undefined;
}

/** Undefined for anything that is not a timestamp token (RFC 3161 2.4.2) over a strong digest. */
export function parseTimestampToken(der: Uint8Array): TimestampToken | undefined {
  const cms = readCms(der);
  const content = cms?.content;
  if (!cms || !content || cms.contentType !== TST_INFO) return undefined;
  try {
    const info = pkijs.TSTInfo.fromBER(copyBytes(content));
    const digest = digestNameOf(info.messageImprint.hashAlgorithm.algorithmId);
    if (!digest) return undefined;
    return {
      cms,
      content,
      at: info.genTime,
      imprint: { digest, value: Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView) },
      nonce: info.nonce && Buffer.from(info.nonce.valueBlock.valueHexView),
      certificate: cms.signer,
    };
  } catch {
    return undefined;
  }
}

export type TokenFailure = SignerFailure | 'other_signing_certificate' | 'not_for_timestamps';

/** The token's own signature, and RFC 3161 2.3: its certificate is for timestamps alone, and says so critically. */
export function checkToken({ cms, content }: TimestampToken): TokenFailure | undefined {
  const failure = checkSigner(cms, { type: TST_INFO, digest: (name) => digestOf(name, content) });
  if (failure !== undefined) return failure;
  if (!namesItsCertificate(cms)) return 'other_signing_certificate';
  const usage = cms.signer?.extensions?.find(({ extnID }) => extnID === EXTENSION.extendedKeyUsage);
  const purposes = cms.signer ? extendedKeyUsages(cms.signer) : [];
  const isPermitted = usage?.critical === true && purposes.length === 1 && purposes[0] === TIME_STAMPING;
  return isPermitted ? undefined : 'not_for_timestamps';
}

export type TimestampCheck =
  | { ok: true; path: pkijs.Certificate[] }
  | { ok: false; reason: TokenFailure | Extract<ChainCheck, { ok: false }>['reason'] };

/** With the authority's chain; `at` is the moment for which it must be valid. */
export async function checkTimestampToken(
  token: TimestampToken,
  trust: TrustStore,
  at: Date,
): Promise<TimestampCheck> {
  const failure = checkToken(token);
  const { signer, certificates } = token.cms;
  if (failure !== undefined || !signer) return { ok: false, reason: failure ?? 'no_signer_certificate' };
  const chain = await checkChain(signer, withIntermediates(trust, certificates), at);
  return chain.ok ? { ok: true, path: chain.path } : chain;
}
