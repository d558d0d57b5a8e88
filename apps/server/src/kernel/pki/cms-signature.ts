import { constants, createHash, verify } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import * as pkijs from 'pkijs';
import { copyBytes, publicKeyOf } from './certificate.ts';

export type DigestName = 'SHA-256' | 'SHA-384' | 'SHA-512';

export const DIGEST_OID: Readonly<Record<DigestName, string>> = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
};

export const CMS_ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
} as const;

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const RSA_ENCRYPTION = '1.2.840.113549.1.1.1';
const RSASSA_PSS = '1.2.840.113549.1.1.10';
/** The digest inside an algorithm that names both. */
const DIGEST_OF_SIGNATURE: ReadonlyMap<string, DigestName> = new Map([
  ['1.2.840.10045.4.3.2', 'SHA-256'],
  ['1.2.840.10045.4.3.3', 'SHA-384'],
  ['1.2.840.10045.4.3.4', 'SHA-512'],
  ['1.2.840.113549.1.1.11', 'SHA-256'],
  ['1.2.840.113549.1.1.12', 'SHA-384'],
  ['1.2.840.113549.1.1.13', 'SHA-512'],
]);

export const nodeDigest = (name: DigestName) => name.replace('-', '').toLowerCase();

export function digestOf(name: DigestName, ...parts: Uint8Array[]): Buffer {
  const hash = createHash(nodeDigest(name));
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Undefined for SHA-1 and everything else that may not protect a signature. */
export function digestNameOf(oid: string): DigestName | undefined {
  return (Object.keys(DIGEST_OID) as DigestName[]).find((name) => DIGEST_OID[name] === oid);
}

/** Undefined for anything that is not a SignedData; octets after it are allowed, as in a padded /Contents. */
export function parseSignedData(der: Uint8Array): pkijs.SignedData | undefined {
  try {
    const info = pkijs.ContentInfo.fromBER(copyBytes(der));
    return info.contentType === SIGNED_DATA ? new pkijs.SignedData({ schema: info.content }) : undefined;
  } catch {
    return undefined;
  }
}

export function certificatesIn(signed: pkijs.SignedData): pkijs.Certificate[] {
  return (signed.certificates ?? []).filter((item) => item instanceof pkijs.Certificate);
}

export function signerCertificate(
  signed: pkijs.SignedData,
  signer: pkijs.SignerInfo,
): pkijs.Certificate | undefined {
  const { sid } = signer;
  if (!(sid instanceof pkijs.IssuerAndSerialNumber)) return undefined;
  return certificatesIn(signed).find(
    (certificate) =>
      certificate.issuer.isEqual(sid.issuer) && certificate.serialNumber.isEqual(sid.serialNumber),
  );
}

/** The only value of an attribute; undefined when it is absent or repeated. */
export function attributeValue(
  attributes: pkijs.SignedAndUnsignedAttributes | undefined,
  type: string,
): unknown {
  const found = attributes?.attributes.filter((attribute) => attribute.type === type) ?? [];
  return found.length === 1 && found[0]?.values.length === 1 ? found[0].values[0] : undefined;
}

export type CmsCheck =
  | { ok: true; certificate: pkijs.Certificate }
  | {
      ok: false;
      reason:
        | 'no_single_signer'
        | 'no_signer_certificate'
        | 'no_signed_attributes'
        | 'content_differs'
        | 'other_signing_certificate'
        | 'weak_algorithm'
        | 'signature_invalid';
    };

/**
 * RFC 5652 5.4 and 5.6 with RFC 5035: the signature covers the attributes, the attributes cover the content and
 * name the certificate. The chain of the certificate is left to `checkChain`.
 */
export function checkCmsSignature(
  signed: pkijs.SignedData,
  contentDigest: (name: DigestName) => Uint8Array,
): CmsCheck {
  const [signer, another] = signed.signerInfos;
  if (!signer || another) return { ok: false, reason: 'no_single_signer' };
  const certificate = signerCertificate(signed, signer);
  if (!certificate) return { ok: false, reason: 'no_signer_certificate' };
  const attributes = signer.signedAttrs;
  if (!attributes) return { ok: false, reason: 'no_signed_attributes' };
  const digest = digestNameOf(signer.digestAlgorithm.algorithmId);
  if (!digest) return { ok: false, reason: 'weak_algorithm' };
  const stated = attributeValue(attributes, CMS_ATTRIBUTE.messageDigest);
  const actual = Buffer.from(contentDigest(digest));
  if (!(stated instanceof OctetString) || !actual.equals(stated.valueBlock.valueHexView))
    return { ok: false, reason: 'content_differs' };
  if (!namesCertificate(attributes, certificate)) return { ok: false, reason: 'other_signing_certificate' };
  return verifies(signer, certificate, digest);
}

function verifies(signer: pkijs.SignerInfo, certificate: pkijs.Certificate, digest: DigestName): CmsCheck {
  const { algorithmId, algorithmParams } = signer.signatureAlgorithm;
  const key = publicKeyOf(certificate);
  const signature = signer.signature.valueBlock.valueHexView;
  // RFC 5652 5.4: the signature covers the SET OF encoding, not the implicit tag of the message.
  const covered = new Uint8Array(signer.signedAttrs?.encodedValue ?? new ArrayBuffer(0));
  if (!key) return { ok: false, reason: 'signature_invalid' };
  let hash = DIGEST_OF_SIGNATURE.get(algorithmId);
  let padding: object = {};
  if (algorithmId === RSA_ENCRYPTION) hash = digest;
  else if (algorithmId === RSASSA_PSS) {
    const parameters = new pkijs.RSASSAPSSParams({ schema: algorithmParams });
    hash = digestNameOf(parameters.hashAlgorithm.algorithmId);
    padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: parameters.saltLength };
  }
  if (!hash) return { ok: false, reason: 'weak_algorithm' };
  try {
    return verify(nodeDigest(hash), covered, { key, ...padding }, signature)
      ? { ok: true, certificate }
      : { ok: false, reason: 'signature_invalid' };
  } catch {
    return { ok: false, reason: 'signature_invalid' };
  }
}

/** RFC 5035: without this attribute another certificate of the same key could be put in its place. */
function namesCertificate(
  attributes: pkijs.SignedAndUnsignedAttributes,
  certificate: pkijs.Certificate,
): boolean {
  const own = new Uint8Array(certificate.toSchema().toBER());
  const named = firstCertId(attributeValue(attributes, CMS_ATTRIBUTE.signingCertificateV2));
  if (named) {
    const [first] = named.valueBlock.value;
    const algorithm = first instanceof Sequence ? first.valueBlock.value[0] : undefined;
    const digest = algorithm instanceof ObjectIdentifier ? digestNameOf(algorithm.getValue()) : 'SHA-256';
    return digest !== undefined && hashIn(named)?.equals(digestOf(digest, own)) === true;
  }
  // RFC 2634: older timestamp authorities name their certificate by SHA-1, which only has to resist a second preimage.
  const old = firstCertId(attributeValue(attributes, CMS_ATTRIBUTE.signingCertificate));
  return old !== undefined && hashIn(old)?.equals(createHash('sha1').update(own).digest()) === true;
}

function firstCertId(value: unknown): Sequence | undefined {
  const list = value instanceof Sequence ? value.valueBlock.value[0] : undefined;
  const first = list instanceof Sequence ? list.valueBlock.value[0] : undefined;
  return first instanceof Sequence ? first : undefined;
}

function hashIn(certId: Sequence): Buffer | undefined {
  const found = certId.valueBlock.value.find((part) => part instanceof OctetString);
  return found && Buffer.from(found.valueBlock.valueHexView);
}
