import { createHash } from 'node:crypto';
import {
  type BaseBlock,
  fromBER,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as SetOf,
} from 'asn1js';
import * as pkijs from 'pkijs';
import { checkValue, type DigestName, digestNameOf, digestOf } from './algorithm.ts';
import { copyBytes, derOf, parseCertificate, publicKeyOf, subjectKeyIdentifier } from './certificate.ts';
import { elements, firstElement, sequence } from './der.ts';
import { type OpenedSignedData, openSignedData } from './signed-data.ts';

export const CMS_ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
} as const;

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CERTIFICATE_TAG = 0x30;

/** A SignedData (RFC 5652) with exactly one signer. */
export interface Cms {
  /** What follows in /Contents must be padding. */
  length: number;
  certificates: pkijs.Certificate[];
  signer: pkijs.Certificate | undefined;
  contentType: string;
  content: Buffer | undefined;
  /** Undefined for MD5, SHA-1 and unknown ones. */
  digest: DigestName | undefined;
  signatureValue: Buffer;
  signed: ReadonlyMap<string, BaseBlock[]>;
  /** The first value of each, in DER. */
  unsigned: ReadonlyMap<string, Buffer>;
  info: pkijs.SignerInfo;
}

/** Undefined for anything that is not a SignedData of one signer; octets after it are allowed, as in /Contents. */
export function readCms(der: Uint8Array): Cms | undefined {
  try {
    const opened = openSignedData(der);
    const { info, ...parts } = (opened && readOpened(opened)) ?? readWhole(der);
    return {
      ...parts,
      signer: signerIn(parts.certificates, info),
      digest: digestNameOf(info.digestAlgorithm.algorithmId),
      signatureValue: Buffer.from(info.signature.valueBlock.valueHexView),
      signed: once((info.signedAttrs?.attributes ?? []).map(({ type, values }) => [type, values])),
      unsigned: once(parts.unsigned),
      info,
    };
  } catch {
    // asn1js and pkijs throw many kinds of errors for malformed input.
    return undefined;
  }
}

interface Parts extends Pick<Cms, 'length' | 'certificates' | 'contentType' | 'content' | 'info'> {
  unsigned: [type: string, value: Buffer][];
}

const parse = (der: Uint8Array): BaseBlock =>
  fromBER(copyBytes(der), { parseEmbedded: false, copyInput: false }).result;

/**
 * Only the SignerInfo needs pkijs: certificates and timestamps are nine tenths of a message and are read where they
 * are needed. Undefined for a form that is rare.
 */
function readOpened(opened: OpenedSignedData): Parts | undefined {
  if (textOf(parse(opened.contentType.raw)) !== SIGNED_DATA) return malformed();
  const [version, digests, encapsulated, ...more] = opened.head;
  if (version?.tag !== 0x02 || digests?.tag !== 0x31 || encapsulated?.tag !== 0x30 || more.length > 0)
    return malformed();
  const [type, wrapped] = elements(encapsulated.content);
  const content = wrapped && firstElement(wrapped.content);
  if (type?.tag !== 0x06 || (content && (wrapped.tag !== 0xa0 || content.tag !== 0x04))) return undefined;
  return {
    length: opened.length,
    certificates: elements(opened.certificates?.content ?? Buffer.alloc(0))
      .filter(({ tag }) => tag === CERTIFICATE_TAG)
      .map(({ raw }) => parseCertificate(raw) ?? malformed()),
    contentType: textOf(parse(type.raw)),
    content: content?.content,
    info: new pkijs.SignerInfo({ schema: parse(sequence(...opened.signer.map(({ raw }) => raw))) }),
    unsigned: opened.unsigned.map(({ tag, content: attribute }) => {
      const [name, values, ...others] = elements(attribute);
      if (tag !== 0x30 || name?.tag !== 0x06 || values?.tag !== 0x31 || others.length > 0) return malformed();
      return [textOf(parse(name.raw)), firstElement(values.content).raw];
    }),
  };
}

/** Some signers write BER of indefinite length. */
function readWhole(der: Uint8Array): Parts {
  const { offset, result } = fromBER(copyBytes(der));
  const message = new pkijs.ContentInfo({ schema: result });
  if (offset <= 0 || message.contentType !== SIGNED_DATA) return malformed();
  const data = new pkijs.SignedData({ schema: message.content });
  const [info, another] = data.signerInfos;
  if (!info || another) return malformed();
  const { eContentType, eContent } = data.encapContentInfo;
  return {
    length: offset,
    certificates: (data.certificates ?? []).filter((item) => item instanceof pkijs.Certificate),
    contentType: eContentType,
    content: eContent && Buffer.from(eContent.getValue()),
    info,
    unsigned: (info.unsignedAttrs?.attributes ?? []).map(({ type, values }) => [
      type,
      Buffer.from((values[0] as BaseBlock).valueBeforeDecodeView),
    ]),
  };
}

const malformed = (): never => {
  throw new Error('the message is malformed');
};

const textOf = (block: BaseBlock): string =>
  block instanceof ObjectIdentifier ? block.valueBlock.toString() : '';

function signerIn(
  certificates: readonly pkijs.Certificate[],
  { sid }: pkijs.SignerInfo,
): pkijs.Certificate | undefined {
  if (!(sid instanceof pkijs.IssuerAndSerialNumber)) return withKeyIdentifier(certificates, sid);
  return certificates.find(
    (certificate) =>
      certificate.issuer.isEqual(sid.issuer) && certificate.serialNumber.isEqual(sid.serialNumber),
  );
}

/** RFC 5652 5.3: `[0] SubjectKeyIdentifier`. Two certificates of one identifier leave open who signed. */
function withKeyIdentifier(
  certificates: readonly pkijs.Certificate[],
  sid: unknown,
): pkijs.Certificate | undefined {
  if (!(sid instanceof Primitive) || sid.idBlock.tagNumber !== 0) return undefined;
  const wanted = Buffer.from(sid.valueBlock.valueHexView);
  const found = certificates.filter((one) => wanted.equals(subjectKeyIdentifier(one) ?? Buffer.alloc(0)));
  return wanted.length > 0 && found.length === 1 ? found[0] : undefined;
}

/** RFC 5652 11: each of these attributes occurs once; a second one could mean something else to others. */
function once<Value>(attributes: [string, Value][]): ReadonlyMap<string, Value> {
  const map = new Map(attributes);
  return map.size === attributes.length ? map : malformed();
}

export type SignerFailure =
  | 'weak_algorithm'
  | 'no_signer_certificate'
  | 'missing_attribute'
  | 'attributes_not_sorted'
  | 'digest_differs'
  | 'signature_differs';

/**
 * RFC 5652 5.4 and 5.6: the signature covers the attributes, the attributes cover the content. The certificate's
 * chain is left to `checkChain`, and its name in the signature to `namesItsCertificate`.
 */
export function checkSigner(
  cms: Cms,
  content: { type: string; digest: (name: DigestName) => Uint8Array },
): SignerFailure | undefined {
  if (cms.digest === undefined) return 'weak_algorithm';
  const stated = onlyValue(cms, CMS_ATTRIBUTE.messageDigest);
  const type = onlyValue(cms, CMS_ATTRIBUTE.contentType);
  if (!(stated instanceof OctetString) || !(type instanceof ObjectIdentifier)) return 'missing_attribute';
  if (textOf(type) !== content.type || cms.contentType !== content.type) return 'missing_attribute';
  if (!Buffer.from(stated.valueBlock.valueHexView).equals(content.digest(cms.digest)))
    return 'digest_differs';
  if (cms.signer === undefined) return 'no_signer_certificate';
  // The signature covers the SET OF encoding, not the implicit tag of the message.
  const data = Buffer.from(cms.info.signedAttrs?.encodedValue ?? new ArrayBuffer(0));
  if (!isSortedSet(data)) return 'attributes_not_sorted';
  const signed = { data, value: cms.signatureValue };
  return checkValue(signed, cms.info.signatureAlgorithm, publicKeyOf(cms.signer), cms.digest);
}

const onlyValue = (cms: Cms, type: string): BaseBlock | undefined => {
  const values = cms.signed.get(type) ?? [];
  return values.length === 1 ? values[0] : undefined;
};

/** RFC 5652 5.3: the attributes are signed in DER, where a set is sorted; others recompute it and would disagree. */
function isSortedSet(der: Buffer): boolean {
  const set = parse(der);
  if (!(set instanceof SetOf)) return false;
  const items = set.valueBlock.value.map((item) => Buffer.from(item.valueBeforeDecodeView));
  return items.every((item, at) => at === 0 || Buffer.compare(items[at - 1] as Buffer, item) <= 0);
}

/** ESS (RFC 5035): binds the signature to one certificate, so that none can be exchanged for another of the same key. */
export function namesItsCertificate(cms: Cms): boolean {
  const v2 = onlyValue(cms, CMS_ATTRIBUTE.signingCertificateV2);
  const first = firstOf(firstOf(v2 ?? onlyValue(cms, CMS_ATTRIBUTE.signingCertificate)));
  if (!(first instanceof Sequence) || cms.signer === undefined) return false;
  const [head, second] = first.valueBlock.value;
  const stated = head instanceof Sequence ? second : head;
  if (!(stated instanceof OctetString)) return false;
  const own = derOf(cms.signer);
  const expected = (): Buffer | undefined => {
    // RFC 2634: older signers name their certificate by SHA-1, which only has to resist a second preimage.
    if (!v2) return createHash('sha1').update(own).digest();
    const algorithm = head instanceof Sequence ? firstOf(head) : undefined;
    const digest = algorithm ? digestNameOf(textOf(algorithm)) : 'SHA-256';
    return digest && digestOf(digest, own);
  };
  return expected()?.equals(stated.valueBlock.valueHexView) === true;
}

const firstOf = (block: BaseBlock | undefined): BaseBlock | undefined =>
  block instanceof Sequence ? (block.valueBlock.value[0] as BaseBlock | undefined) : undefined;
