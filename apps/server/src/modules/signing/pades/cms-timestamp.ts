import { CMS_ATTRIBUTE } from '../../../kernel/pki/cms-signature.ts';
import { elements, oid, sequence, setOf, tlv } from '../../../kernel/pki/der.ts';
import { openSignedData } from '../../../kernel/pki/signed-data.ts';

/** The octets whose digest a signature timestamp covers (ETSI EN 319 122-1, 5.3). */
export function signatureValueIn(cms: Uint8Array): Uint8Array | undefined {
  const last = openSignedData(cms)?.signer.at(-1);
  return last?.tag === 0x04 ? last.content : undefined;
}

export function signatureTimestampIn(cms: Uint8Array): Uint8Array | undefined {
  const wanted = oid(CMS_ATTRIBUTE.signatureTimestamp);
  for (const attribute of openSignedData(cms)?.unsigned ?? []) {
    const [type, values] = elements(attribute.content);
    if (type?.raw.equals(wanted) && values) return elements(values.content)[0]?.raw;
  }
  return undefined;
}

/** Adds the unsigned attribute by octets: a library would encode again what others signed. */
export function withSignatureTimestamp(cms: Uint8Array, token: Uint8Array): Buffer {
  const opened = openSignedData(cms);
  if (!opened) throw new Error('not a SignedData of one signer');
  const attribute = sequence(oid(CMS_ATTRIBUTE.signatureTimestamp), tlv(0x31, token));
  const attributes = setOf(...opened.unsigned.map(({ raw }) => raw), attribute);
  attributes[0] = 0xa1;
  const signerInfo = sequence(...opened.signer.map(({ raw }) => raw), attributes);
  const before = [...opened.head, opened.certificates, opened.lists].flatMap((part) => part?.raw ?? []);
  return sequence(opened.contentType.raw, tlv(0xa0, sequence(...before, tlv(0x31, signerInfo))));
}
