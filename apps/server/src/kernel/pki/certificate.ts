import { createHash, type KeyObject } from 'node:crypto';
import { BitString, fromBER, OctetString } from 'asn1js';
import * as pkijs from 'pkijs';
import { keyOf } from './algorithm.ts';

const AUTHORITY_INFO_ACCESS = '1.3.6.1.5.5.7.1.1';
const CRL_DISTRIBUTION_POINTS = '2.5.29.31';
const OCSP_ACCESS = '1.3.6.1.5.5.7.48.1';
const URI_NAME = 6;

/** Extended key usages of authorities. */
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
export const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

export const EXTENSION = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;

export const ATTRIBUTE = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  organisation: '2.5.4.10',
  title: '2.5.4.12',
  givenName: '2.5.4.42',
  organisationIdentifier: '2.5.4.97',
} as const;

/** RFC 5280 4.2.1.3, as the first octet of the bit string. */
export const KEY_USAGE = {
  digitalSignature: 0x80,
  nonRepudiation: 0x40,
  keyCertSign: 0x04,
  crlSign: 0x02,
} as const;

/** A copy with a separate buffer: the `.buffer` of a Buffer is often a pool that it shares with other data. */
export function copyBytes(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** SHA-256 of the public key, hex. */
export const digestOfKey = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');

const encodings = new WeakMap<pkijs.Certificate, Buffer>();

/** As it was read: encoding it again could differ from what others hashed. */
export const derOf = (certificate: pkijs.Certificate): Buffer =>
  encodings.get(certificate) ?? Buffer.from(certificate.toSchema().toBER());

/** Nearly all documents bring the same authorities, and parsing one takes a millisecond. */
const authorities = new Map<string, pkijs.Certificate>();
const MOST_AUTHORITIES = 200;
/** A stranger's document may bring any certificate, of any size. */
const LARGEST_KEPT_BYTES = 8 * 1024;

/** Undefined for anything that is not exactly one certificate. */
export function parseCertificate(der: Uint8Array): pkijs.Certificate | undefined {
  const key = der.byteLength <= LARGEST_KEPT_BYTES ? Buffer.from(der).toString('latin1') : '';
  const known = authorities.get(key);
  if (known) return known;
  try {
    const copy = copyBytes(der);
    const { offset, result } = fromBER(copy, { parseEmbedded: false, copyInput: false });
    if (offset !== der.byteLength) return undefined;
    const certificate = new pkijs.Certificate({ schema: result });
    encodings.set(certificate, Buffer.from(copy));
    if (der.byteLength <= LARGEST_KEPT_BYTES && isAuthority(certificate)) {
      if (authorities.size >= MOST_AUTHORITIES) authorities.clear();
      authorities.set(key, certificate);
    }
    return certificate;
  } catch {
    return undefined;
  }
}

/** A certificate of a person is never kept: nothing of a verified document stays. */
const isAuthority = (certificate: pkijs.Certificate): boolean =>
  basicConstraints(certificate)?.cA === true ||
  extendedKeyUsages(certificate).some((purpose) => purpose === TIME_STAMPING || purpose === OCSP_SIGNING);

/** Every certificate of a PEM text; throws on a block that does not parse, because an operator wrote it. */
export function readPem(pem: string, setting: string): pkijs.Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block, index) => {
    const certificate = parseCertificate(Buffer.from(block.replace(/-----[^-]+-----/g, ''), 'base64'));
    if (!certificate) throw new Error(`Certificate ${index + 1} of ${setting} cannot be read`);
    return certificate;
  });
}

function parsedExtension(certificate: pkijs.Certificate, id: string): unknown {
  return certificate.extensions?.find((extension) => extension.extnID === id)?.parsedValue;
}

/** The first octet of keyUsage; undefined when the extension is absent. */
export function keyUsageBits(certificate: pkijs.Certificate): number | undefined {
  if (!certificate.extensions?.some((extension) => extension.extnID === EXTENSION.keyUsage)) return undefined;
  const value = parsedExtension(certificate, EXTENSION.keyUsage);
  return value instanceof BitString ? (value.valueBlock.valueHexView[0] ?? 0) : 0;
}

/** Undefined when the certificate does not state it; never computed, because authorities compute it differently. */
export function subjectKeyIdentifier(certificate: pkijs.Certificate): Uint8Array | undefined {
  const value = parsedExtension(certificate, EXTENSION.subjectKeyIdentifier);
  return value instanceof OctetString ? value.valueBlock.valueHexView : undefined;
}

export function extendedKeyUsages(certificate: pkijs.Certificate): string[] {
  const value = parsedExtension(certificate, EXTENSION.extendedKeyUsage);
  return value instanceof pkijs.ExtKeyUsage ? value.keyPurposes : [];
}

export function basicConstraints(certificate: pkijs.Certificate): pkijs.BasicConstraints | undefined {
  const value = parsedExtension(certificate, EXTENSION.basicConstraints);
  return value instanceof pkijs.BasicConstraints ? value : undefined;
}

export function policyOids(certificate: pkijs.Certificate): string[] {
  const value = parsedExtension(certificate, EXTENSION.certificatePolicies);
  return value instanceof pkijs.CertificatePolicies
    ? value.certificatePolicies.map((policy) => policy.policyIdentifier)
    : [];
}

export function ocspAddresses(certificate: pkijs.Certificate): string[] {
  const value = parsedExtension(certificate, AUTHORITY_INFO_ACCESS);
  if (!(value instanceof pkijs.InfoAccess)) return [];
  return value.accessDescriptions
    .filter((entry) => entry.accessMethod === OCSP_ACCESS && entry.accessLocation.type === URI_NAME)
    .map((entry) => String(entry.accessLocation.value));
}

/** RFC 5280 4.2.1.13: the addresses of complete lists; a part by reason or by another issuer is left out. */
export function crlAddresses(certificate: pkijs.Certificate): string[] {
  const value = parsedExtension(certificate, CRL_DISTRIBUTION_POINTS);
  if (!(value instanceof pkijs.CRLDistributionPoints)) return [];
  return value.distributionPoints
    .filter((point) => point.reasons === undefined && point.cRLIssuer === undefined)
    .flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : []))
    .filter((name) => name.type === URI_NAME)
    .map((name) => String(name.value));
}

/** The only value of an attribute; undefined when it is absent or ambiguous. */
export function nameAttribute(
  name: pkijs.RelativeDistinguishedNames,
  oid: (typeof ATTRIBUTE)[keyof typeof ATTRIBUTE],
): string | undefined {
  const values = name.typesAndValues.filter((attribute) => attribute.type === oid);
  const value = values.length === 1 ? values[0]?.value.valueBlock.value : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Undefined for an unsupported key type. */
export const publicKeyOf = (certificate: pkijs.Certificate): KeyObject | undefined =>
  keyOf(certificate.subjectPublicKeyInfo);

const CURVE_NAMES: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

/** `ECDSA P-256`, `RSA 2048`. */
export function keyTypeName(key: KeyObject): string {
  const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec') return `ECDSA ${CURVE_NAMES[namedCurve ?? ''] ?? namedCurve}`;
  if (modulusLength !== undefined) return `RSA ${modulusLength}`;
  return key.asymmetricKeyType ?? 'unknown';
}

/** Lower hex without leading zeros. */
export function serialOf(certificate: pkijs.Certificate): string {
  const hex = Buffer.from(certificate.serialNumber.valueBlock.valueHexView).toString('hex');
  return hex.replace(/^0+(?=.)/, '');
}
