import { CMS_ATTRIBUTE, parseSignedData } from '../../../kernel/pki/cms-signature.ts';
import { elements, firstElement, oid, sequence, setOf, tlv } from './der.ts';

/** The octets whose digest a signature timestamp covers (ETSI EN 319 122-1, 5.3). */
export function signatureValueIn(cms: Uint8Array): Uint8Array | undefined {
  const [signer, another] = parseSignedData(cms)?.signerInfos ?? [];
  return another ? undefined : signer?.signature.valueBlock.valueHexView;
}

export function signatureTimestampIn(cms: Uint8Array): Uint8Array | undefined {
  const [signer] = parseSignedData(cms)?.signerInfos ?? [];
  const found = signer?.unsignedAttrs?.attributes.find(
    ({ type }) => type === CMS_ATTRIBUTE.signatureTimestamp,
  );
  const value: { toBER(): ArrayBuffer } | undefined = found?.values[0];
  return value && new Uint8Array(value.toBER());
}

/**
 * Adds the unsigned attribute. Every other octet stays as it was: another encoder could change the order of the
 * signed attributes and thereby break a signature of somebody else.
 */
export function withSignatureTimestamp(cms: Uint8Array, token: Uint8Array): Buffer {
  const [type, wrapped] = elements(firstElement(cms).content);
  const parts = elements(firstElement(wrapped?.content ?? Buffer.alloc(0)).content);
  const signers = parts.pop();
  const [signer, another] = elements(signers?.content ?? Buffer.alloc(0));
  if (!type || !signer || another || signers?.tag !== 0x31) throw new Error('not a SignedData of one signer');
  const fields = elements(signer.content);
  const unsigned = fields.at(-1)?.tag === 0xa1 ? fields.pop() : undefined;
  const attribute = sequence(oid(CMS_ATTRIBUTE.signatureTimestamp), tlv(0x31, token));
  const kept = unsigned ? elements(unsigned.content).map(({ raw }) => raw) : [];
  const attributes = Buffer.from(setOf(...kept, attribute));
  attributes[0] = 0xa1;
  const signerInfo = sequence(...fields.map(({ raw }) => raw), attributes);
  return sequence(type.raw, tlv(0xa0, sequence(...parts.map(({ raw }) => raw), tlv(0x31, signerInfo))));
}
