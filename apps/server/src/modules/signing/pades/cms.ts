import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { DIGEST_OID, type DigestName, digestOf, nodeDigest } from '../../../kernel/pki/algorithm.ts';
import { CMS_ATTRIBUTE } from '../../../kernel/pki/cms-signature.ts';
import {
  elements,
  firstElement,
  NULL,
  octetString,
  oid,
  retagged,
  sequence,
  setOf,
  smallInteger,
  tlv,
  unsignedInteger,
  utf8String,
} from '../../../kernel/pki/der.ts';
import { SignatureRefused } from './refusal.ts';

export type SignatureAlgorithm = 'ECDSA' | 'RSA' | 'RSA-PSS';

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const ALGORITHM_PROTECTION = '1.2.840.113549.1.9.52';
/** ETSI EN 319 122-1, 5.2.6.1. */
const SIGNER_ATTRIBUTES_V2 = '0.4.0.19122.1.1';
const CLAIMED_NAME = '2.5.4.41';
const ECDSA_OID: Record<DigestName, string> = {
  'SHA-256': '1.2.840.10045.4.3.2',
  'SHA-384': '1.2.840.10045.4.3.3',
  'SHA-512': '1.2.840.10045.4.3.4',
};
const RSA_OID: Record<DigestName, string> = {
  'SHA-256': '1.2.840.113549.1.1.11',
  'SHA-384': '1.2.840.113549.1.1.12',
  'SHA-512': '1.2.840.113549.1.1.13',
};
const RSASSA_PSS = '1.2.840.113549.1.1.10';
const MGF1 = '1.2.840.113549.1.1.8';
const DIGEST_OCTETS: Record<DigestName, number> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };
const COORDINATE_OCTETS: ReadonlyMap<string, number> = new Map([
  ['prime256v1', 32],
  ['secp384r1', 48],
  ['secp521r1', 66],
]);
const LEAST_RSA_BITS = 2048;

export interface Signing {
  certificate: Uint8Array;
  digest: DigestName;
  algorithm: SignatureAlgorithm;
}

const digestIdentifier = (digest: DigestName) => sequence(oid(DIGEST_OID[digest]));

function signatureIdentifier(algorithm: SignatureAlgorithm, digest: DigestName): Buffer {
  if (algorithm === 'ECDSA') return sequence(oid(ECDSA_OID[digest]));
  if (algorithm === 'RSA') return sequence(oid(RSA_OID[digest]), NULL);
  const hash = sequence(oid(DIGEST_OID[digest]), NULL);
  return sequence(
    oid(RSASSA_PSS),
    sequence(
      tlv(0xa0, hash),
      tlv(0xa1, sequence(oid(MGF1), hash)),
      tlv(0xa2, smallInteger(DIGEST_OCTETS[digest])),
    ),
  );
}

const attribute = (type: string, value: Uint8Array) => sequence(oid(type), tlv(0x31, value));

interface CertificateParts {
  issuer: Buffer;
  serial: Buffer;
  subject: Buffer;
  key: Buffer;
}

/** The fields of RFC 5280 4.1 as they stand in the certificate; parsing all of it with pkijs takes a millisecond. */
function partsOf(certificate: Uint8Array): CertificateParts {
  try {
    const [body] = elements(firstElement(certificate).content);
    const fields = elements(body?.content ?? Buffer.alloc(0));
    // The version is absent in a certificate of version 1.
    if (fields[0]?.tag === 0xa0) fields.shift();
    const [serial, , issuer, , subject, key] = fields.map(({ raw }) => raw);
    if (serial && issuer && subject && key) return { serial, issuer, subject, key };
  } catch {}
  throw new SignatureRefused('unsupported_key');
}

function keyOf(certificate: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: partsOf(certificate).key, format: 'der', type: 'spki' });
  } catch {
    throw new SignatureRefused('unsupported_key');
  }
}

export function algorithmFor(certificate: Uint8Array, padding: 'pkcs1' | 'pss'): SignatureAlgorithm {
  const key = keyOf(certificate);
  const { namedCurve = '', modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec' && COORDINATE_OCTETS.has(namedCurve)) return 'ECDSA';
  if (modulusLength < LEAST_RSA_BITS) throw new SignatureRefused('unsupported_key');
  if (key.asymmetricKeyType === 'rsa-pss') return 'RSA-PSS';
  if (key.asymmetricKeyType === 'rsa') return padding === 'pss' ? 'RSA-PSS' : 'RSA';
  throw new SignatureRefused('unsupported_key');
}

/**
 * The DER SET OF signed attributes (RFC 5652 5.4); its digest is signed. ETSI EN 319 142-1 6.3 forbids signing-time:
 * the entry /M of the signature dictionary carries it.
 */
export function encodeSignedAttributes(
  { certificate, digest, algorithm }: Signing,
  contentDigest: Uint8Array,
  role: string | undefined,
): Buffer {
  const { issuer, serial } = partsOf(certificate);
  const certificateId = sequence(
    // SHA-256 is the default, which DER omits.
    ...(digest === 'SHA-256' ? [] : [digestIdentifier(digest)]),
    octetString(digestOf(digest, certificate)),
    sequence(sequence(tlv(0xa4, issuer)), serial),
  );
  const claimed = role === undefined ? undefined : sequence(oid(CLAIMED_NAME), tlv(0x31, utf8String(role)));
  return setOf(
    attribute(CMS_ATTRIBUTE.contentType, oid(DATA)),
    attribute(CMS_ATTRIBUTE.messageDigest, octetString(contentDigest)),
    attribute(CMS_ATTRIBUTE.signingCertificateV2, sequence(sequence(certificateId))),
    // RFC 6211: nobody can replace the algorithms of a signature by weaker ones.
    attribute(
      ALGORITHM_PROTECTION,
      sequence(digestIdentifier(digest), retagged(0xa1, signatureIdentifier(algorithm, digest))),
    ),
    ...(claimed ? [attribute(SIGNER_ATTRIBUTES_V2, sequence(tlv(0xa0, sequence(claimed))))] : []),
  );
}

/**
 * The signature as CMS carries it, verified against the certificate. A phone and a PKCS#11 token give an ECDSA
 * signature as r‖s, OpenSSL gives DER.
 */
export function verifiedSignatureValue(
  { certificate, digest, algorithm }: Signing,
  signedAttributes: Uint8Array,
  rawSignature: Uint8Array,
): Buffer {
  const key = keyOf(certificate);
  const verifies = (value: Uint8Array): boolean => {
    const padding =
      algorithm === 'RSA-PSS'
        ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: DIGEST_OCTETS[digest] }
        : {};
    try {
      return verify(nodeDigest(digest), signedAttributes, { key, ...padding }, value);
    } catch {
      return false;
    }
  };
  const candidates = algorithm === 'ECDSA' ? ecdsaCandidates(key, rawSignature) : [Buffer.from(rawSignature)];
  const value = candidates.find(verifies);
  if (!value) throw new SignatureRefused('signature_invalid');
  return value;
}

function ecdsaCandidates(key: KeyObject, raw: Uint8Array): Buffer[] {
  const octets = COORDINATE_OCTETS.get(key.asymmetricKeyDetails?.namedCurve ?? '') ?? 0;
  const asGiven = Buffer.from(raw);
  if (raw.length !== 2 * octets) return [asGiven];
  const fromPair = sequence(unsignedInteger(raw.subarray(0, octets)), unsignedInteger(raw.subarray(octets)));
  return [fromPair, asGiven];
}

/** r‖s of a verified ECDSA value in DER. */
export function pairOf(certificate: Uint8Array, der: Uint8Array): Buffer {
  const octets = COORDINATE_OCTETS.get(keyOf(certificate).asymmetricKeyDetails?.namedCurve ?? '') ?? 0;
  const parts = elements(firstElement(der).content).map(({ content }) =>
    Buffer.concat([Buffer.alloc(octets), content]).subarray(-octets),
  );
  return Buffer.concat(parts);
}

export function encodeSignedData(
  signing: Signing,
  parts: {
    signedAttributes: Uint8Array;
    signatureValue: Uint8Array;
    chain: readonly Uint8Array[];
    timestamp?: Uint8Array | undefined;
  },
): Buffer {
  const { certificate, digest, algorithm } = signing;
  const { issuer, serial } = partsOf(certificate);
  const signerInfo = sequence(
    smallInteger(1),
    sequence(issuer, serial),
    digestIdentifier(digest),
    retagged(0xa0, parts.signedAttributes),
    signatureIdentifier(algorithm, digest),
    octetString(parts.signatureValue),
    ...(parts.timestamp ? [tlv(0xa1, attribute(CMS_ATTRIBUTE.signatureTimestamp, parts.timestamp))] : []),
  );
  const own = Buffer.from(certificate);
  const others = parts.chain.filter((item) => !own.equals(item) && !isSelfIssued(item));
  const signedData = sequence(
    smallInteger(1),
    tlv(0x31, digestIdentifier(digest)),
    sequence(oid(DATA)),
    retagged(0xa0, setOf(own, ...others)),
    tlv(0x31, signerInfo),
  );
  return sequence(oid(SIGNED_DATA), tlv(0xa0, signedData));
}

/** A verifier takes a root only from its own store, so the message does not carry one. */
function isSelfIssued(certificate: Uint8Array): boolean {
  const { subject, issuer } = partsOf(certificate);
  return subject.equals(issuer);
}
