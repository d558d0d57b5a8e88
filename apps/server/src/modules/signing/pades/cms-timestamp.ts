import { CMS_ATTRIBUTE } from '../../../kernel/pki/cms-signature.ts';
import { type Element, elements, firstElement, oid, sequence, setOf, tlv } from './der.ts';

interface Opened {
  type: Element;
  /** The fields of SignedData before the signer. */
  parts: Element[];
  /** The fields of the only SignerInfo, without the unsigned attributes. */
  fields: Element[];
  unsigned: Element[];
}

/** By octets: a library would encode again what others signed. Throws unless there is one signer. */
function open(cms: Uint8Array): Opened {
  const [type, wrapped] = elements(firstElement(cms).content);
  const parts = elements(firstElement(wrapped?.content ?? Buffer.alloc(0)).content);
  const signers = parts.pop();
  const [signer, another] = elements(signers?.content ?? Buffer.alloc(0));
  if (!type || !signer || another || signers?.tag !== 0x31) throw new Error('not a SignedData of one signer');
  const fields = elements(signer.content);
  const last = fields.at(-1)?.tag === 0xa1 ? fields.pop() : undefined;
  return { type, parts, fields, unsigned: last ? elements(last.content) : [] };
}

function tryOpen(cms: Uint8Array): Opened | undefined {
  try {
    return open(cms);
  } catch {
    return undefined;
  }
}

/** The octets whose digest a signature timestamp covers (ETSI EN 319 122-1, 5.3). */
export function signatureValueIn(cms: Uint8Array): Uint8Array | undefined {
  const last = tryOpen(cms)?.fields.at(-1);
  return last?.tag === 0x04 ? last.content : undefined;
}

export function signatureTimestampIn(cms: Uint8Array): Uint8Array | undefined {
  const wanted = oid(CMS_ATTRIBUTE.signatureTimestamp);
  for (const attribute of tryOpen(cms)?.unsigned ?? []) {
    const [type, values] = elements(attribute.content);
    if (type?.raw.equals(wanted) && values) return elements(values.content)[0]?.raw;
  }
  return undefined;
}

/** Adds the unsigned attribute; every other octet stays as it was. */
export function withSignatureTimestamp(cms: Uint8Array, token: Uint8Array): Buffer {
  const { type, parts, fields, unsigned } = open(cms);
  const attribute = sequence(oid(CMS_ATTRIBUTE.signatureTimestamp), tlv(0x31, token));
  const attributes = setOf(...unsigned.map(({ raw }) => raw), attribute);
  attributes[0] = 0xa1;
  const signerInfo = sequence(...fields.map(({ raw }) => raw), attributes);
  return sequence(type.raw, tlv(0xa0, sequence(...parts.map(({ raw }) => raw), tlv(0x31, signerInfo))));
}
