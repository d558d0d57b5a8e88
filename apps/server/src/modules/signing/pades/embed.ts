import { digestOf } from '../../../kernel/pki/algorithm.ts';
import { parseTimestampToken } from '../../../kernel/pki/timestamp-token.ts';
import { encodeSignedData, type Signing, verifiedSignatureValue } from './cms.ts';
import { coveredDigest, fillContents, type Placeholder } from './placeholder.ts';
import type { Prepared, PreparedState } from './prepare.ts';
import { SignatureRefused } from './refusal.ts';

const fromBase64 = (text: string) => Buffer.from(text, 'base64');

const signingOf = (state: PreparedState): Signing => ({
  certificate: fromBase64(state.certificate),
  digest: state.digestAlgorithm,
  algorithm: state.signatureAlgorithm,
});

/** The octets that a signature timestamp covers; throws for a signature that is not the certificate's. */
export function signatureValue(state: PreparedState, rawSignature: Uint8Array): Uint8Array {
  return verifiedSignatureValue(signingOf(state), fromBase64(state.signedAttributes), rawSignature);
}

/**
 * Writes the verified signature into a copy of the prepared document. Nothing is taken on trust from storage: the
 * file must be the one whose digest was signed.
 */
export async function embed(
  prepared: Prepared,
  rawSignature: Uint8Array,
  timestampToken?: Uint8Array,
): Promise<Uint8Array> {
  const { state } = prepared;
  const signing = signingOf(state);
  const signedAttributes = fromBase64(state.signedAttributes);
  const hole: Placeholder = {
    bytes: Buffer.from(prepared.bytes),
    contentsAt: state.contentsAt,
    contentsLength: state.contentsLength,
  };
  const content = coveredDigest(state.digestAlgorithm, hole);
  if (!isPlaceholder(hole) || !signedAttributes.includes(content))
    throw new SignatureRefused('other_document');
  const value = verifiedSignatureValue(signing, signedAttributes, rawSignature);
  if (timestampToken) {
    const imprint = parseTimestampToken(timestampToken)?.imprint;
    if (!imprint?.value.equals(digestOf(imprint.digest, value)))
      throw new SignatureRefused('timestamp_for_other_signature');
  }
  const cms = encodeSignedData(signing, {
    signedAttributes,
    signatureValue: value,
    chain: state.chain.map(fromBase64),
    timestamp: timestampToken,
  });
  if (!fillContents(hole, cms)) throw new SignatureRefused('signature_too_large');
  return hole.bytes;
}

function isPlaceholder({ bytes, contentsAt, contentsLength }: Placeholder): boolean {
  const end = contentsAt + contentsLength - 1;
  return bytes[contentsAt] === 0x3c && bytes[end] === 0x3e && bytes[contentsAt + 1] === 0x30;
}
