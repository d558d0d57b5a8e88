import { constants, createHash, type KeyObject, verify } from 'node:crypto';
import {
  type BaseBlock,
  fromBER,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
  UTCTime,
} from 'asn1js';
import * as pkijs from 'pkijs';
import { copyBytes } from '../../../kernel/pki/certificate.ts';
import {
  CMS_ATTRIBUTE,
  certificatesIn,
  digestNameOf,
  nodeDigest,
  signerCertificate,
} from '../../../kernel/pki/cms-signature.ts';
import { limits } from './budget.ts';
import { Certificate } from './certificates.ts';

const ECDSA: Readonly<Record<string, string>> = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
const RSA: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
};
const RSA_ENCRYPTION = '1.2.840.113549.1.1.1';
const RSASSA_PSS = '1.2.840.113549.1.1.10';

export const ATTRIBUTE = {
  ...CMS_ATTRIBUTE,
  revocationArchive: '1.2.840.113583.1.1.8',
  signerAttributesV2: '0.4.0.19122.1.1',
} as const;

/** Undefined for MD5, SHA-1 and unknown digests. */
function hashNamed(oid: string): string | undefined {
  const name = digestNameOf(oid);
  return name && nodeDigest(name);
}

/** A SignedData (RFC 5652) with exactly one signer. */
export interface Cms {
  certificates: Certificate[];
  signer: Certificate | undefined;
  /** DER length: what follows in /Contents must be padding. */
  length: number;
  contentType: string;
  content: Buffer | undefined;
  /** Lower-case name of a strong digest; undefined for MD5, SHA-1 and unknown ones. */
  digest: string | undefined;
  signatureValue: Buffer;
  signed: Map<string, BaseBlock[]>;
  unsigned: Map<string, BaseBlock[]>;
  info: pkijs.SignerInfo;
}

/** Undefined for anything that is not a SignedData of one signer. */
export function readCms(bytes: Uint8Array): Cms | undefined {
  if (bytes.length > limits.cmsBytes) return undefined;
  try {
    const { offset, result } = fromBER(copyBytes(bytes));
    if (offset <= 0) return undefined;
    const outer = new pkijs.ContentInfo({ schema: result });
    if (outer.contentType !== pkijs.ContentInfo.SIGNED_DATA) return undefined;
    const data = new pkijs.SignedData({ schema: outer.content });
    const [info, ...others] = data.signerInfos;
    if (!info || others.length > 0) return undefined;
    const certificates = certificatesIn(data)
      .slice(0, limits.pathCertificates)
      .map((certificate) => new Certificate(certificate));
    const { eContentType, eContent } = data.encapContentInfo;
    return {
      certificates,
      signer: certificates.find(({ parsed }) => parsed === signerCertificate(data, info)),
      length: offset,
      contentType: eContentType,
      content: eContent && Buffer.from(eContent.getValue()),
      digest: hashNamed(info.digestAlgorithm.algorithmId),
      signatureValue: Buffer.from(info.signature.valueBlock.valueHexView),
      signed: attributesOf(info.signedAttrs),
      unsigned: attributesOf(info.unsignedAttrs),
      info,
    };
  } catch {
    // asn1js and pkijs throw many kinds of errors for malformed input.
    return undefined;
  }
}

function attributesOf(given: pkijs.SignedAndUnsignedAttributes | undefined): Map<string, BaseBlock[]> {
  const attributes = new Map<string, BaseBlock[]>();
  for (const { type, values } of given?.attributes ?? []) {
    // RFC 5652 11: each of these attributes occurs once; a second one could mean something else to others.
    if (attributes.has(type)) throw new Error('an attribute occurs twice');
    attributes.set(type, values as BaseBlock[]);
  }
  return attributes;
}

export type SignerFailure =
  | 'weak_algorithm'
  | 'no_signer_certificate'
  | 'missing_attribute'
  | 'attributes_not_sorted'
  | 'digest_differs'
  | 'signature_differs';

/** RFC 5652 5.4 and 5.6 for content given by its digest function. */
export function checkSigner(
  cms: Cms,
  content: { type: string; digest: (hash: string) => Buffer },
): SignerFailure | undefined {
  if (cms.digest === undefined) return 'weak_algorithm';
  const stated = cms.signed.get(ATTRIBUTE.messageDigest)?.[0];
  const type = cms.signed.get(ATTRIBUTE.contentType)?.[0];
  if (!(stated instanceof OctetString) || !(type instanceof ObjectIdentifier)) return 'missing_attribute';
  if (type.valueBlock.toString() !== content.type || cms.contentType !== content.type)
    return 'missing_attribute';
  if (!content.digest(cms.digest).equals(Buffer.from(stated.valueBlock.valueHexView)))
    return 'digest_differs';
  if (cms.signer === undefined) return 'no_signer_certificate';
  const attributes = Buffer.from(cms.info.signedAttrs?.encodedValue ?? new ArrayBuffer(0));
  if (!isSortedSet(attributes)) return 'attributes_not_sorted';
  return checkValue(cms, attributes, cms.signer.key);
}

function checkValue(cms: Cms, attributes: Buffer, key: KeyObject | undefined): SignerFailure | undefined {
  const { algorithmId, algorithmParams } = cms.info.signatureAlgorithm;
  const kind = key?.asymmetricKeyType;
  if (!key || !isStrongKey(key)) return 'weak_algorithm';
  const signature = cms.signatureValue;
  const isGood = (hash: string | undefined, options: object): SignerFailure | undefined => {
    if (hash === undefined) return 'weak_algorithm';
    try {
      return verify(hash, attributes, { key, ...options }, signature) ? undefined : 'signature_differs';
    } catch {
      return 'signature_differs';
    }
  };
  if (kind === 'ec') return algorithmId in ECDSA ? isGood(ECDSA[algorithmId], {}) : 'signature_differs';
  if (algorithmId === RSASSA_PSS) {
    const parameters = new pkijs.RSASSAPSSParams({ schema: algorithmParams });
    return isGood(hashNamed(parameters.hashAlgorithm.algorithmId), {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: parameters.saltLength,
    });
  }
  if (kind !== 'rsa') return 'signature_differs';
  return isGood(algorithmId === RSA_ENCRYPTION ? cms.digest : RSA[algorithmId], {
    padding: constants.RSA_PKCS1_PADDING,
  });
}

function isStrongKey(key: KeyObject): boolean {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec')
    return ['prime256v1', 'secp384r1', 'secp521r1'].includes(namedCurve ?? '');
  return (modulusLength ?? 0) >= 2048;
}

/** RFC 5652 5.3: the attributes are signed in DER, where a set is sorted; others recompute it and would disagree. */
function isSortedSet(der: Buffer): boolean {
  const { result } = fromBER(copyBytes(der));
  if (!(result instanceof SetOf)) return false;
  const items = result.valueBlock.value.map((item) => Buffer.from(item.valueBeforeDecodeView));
  return items.every((item, at) => at === 0 || Buffer.compare(items[at - 1] as Buffer, item) <= 0);
}

/** ESS (RFC 5035): binds the signature to one certificate, so that none can be exchanged for another of the same key. */
export function namesItsCertificate(cms: Cms): boolean {
  const v2 = cms.signed.get(ATTRIBUTE.signingCertificateV2)?.[0];
  const v1 = cms.signed.get(ATTRIBUTE.signingCertificate)?.[0];
  const first = firstOf(firstOf(v2 ?? v1));
  if (!(first instanceof Sequence) || cms.signer === undefined) return false;
  const [head, second] = first.valueBlock.value;
  const algorithm = head instanceof Sequence ? firstOf(head) : undefined;
  const digest = head instanceof Sequence ? second : head;
  if (!(digest instanceof OctetString)) return false;
  const named = algorithm instanceof ObjectIdentifier ? hashNamed(algorithm.valueBlock.toString()) : 'sha256';
  const hash = v2 ? named : 'sha1';
  if (hash === undefined) return false;
  return createHash(hash).update(cms.signer.der).digest().equals(Buffer.from(digest.valueBlock.valueHexView));
}

const firstOf = (block: BaseBlock | undefined): BaseBlock | undefined =>
  block instanceof Sequence ? (block.valueBlock.value[0] as BaseBlock | undefined) : undefined;

/** The signer's own statement of the time; anybody can state any time. */
export function statedTime(cms: Cms): Date | undefined {
  const time = cms.signed.get(ATTRIBUTE.signingTime)?.[0];
  return time instanceof UTCTime ? time.toDate() : undefined;
}
