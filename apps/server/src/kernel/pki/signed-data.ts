import { type Element, elements, firstElement } from './der.ts';

/** The octets of a SignedData (RFC 5652 5.1) of one signer, in the parts that a program handles separately. */
export interface OpenedSignedData {
  /** Of the whole message; what follows in /Contents must be padding. */
  length: number;
  contentType: Element;
  /** The fields before the signer, without certificates and revocation lists. */
  head: Element[];
  certificates: Element | undefined;
  lists: Element | undefined;
  /** The fields of the only SignerInfo, without the unsigned attributes. */
  signer: Element[];
  unsigned: Element[];
}

/** Undefined unless it is DER with one signer. */
export function openSignedData(cms: Uint8Array): OpenedSignedData | undefined {
  try {
    const message = firstElement(cms);
    const [contentType, wrapped, ...more] = elements(message.content);
    if (message.tag !== 0x30 || contentType?.tag !== 0x06 || wrapped?.tag !== 0xa0 || more.length > 0)
      return undefined;
    const [data, ...others] = elements(wrapped.content);
    if (data?.tag !== 0x30 || others.length > 0) return undefined;
    const fields = elements(data.content);
    const signers = fields.pop();
    const [first, another] = elements(signers?.content ?? Buffer.alloc(0));
    if (first?.tag !== 0x30 || another || signers?.tag !== 0x31) return undefined;
    const lists = fields.at(-1)?.tag === 0xa1 ? fields.pop() : undefined;
    const certificates = fields.at(-1)?.tag === 0xa0 ? fields.pop() : undefined;
    const signer = elements(first.content);
    const unsigned = signer.at(-1)?.tag === 0xa1 ? signer.pop() : undefined;
    return {
      length: message.raw.length,
      contentType,
      head: fields,
      certificates,
      lists,
      signer,
      unsigned: unsigned ? elements(unsigned.content) : [],
    };
  } catch {
    return undefined;
  }
}
