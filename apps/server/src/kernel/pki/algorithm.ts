import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { BitString } from 'asn1js';
import * as pkijs from 'pkijs';

export type DigestName = 'SHA-256' | 'SHA-384' | 'SHA-512';

export const DIGEST_OID: Readonly<Record<DigestName, string>> = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
};

export const nodeDigest = (name: DigestName) => name.replace('-', '').toLowerCase();

export function digestOf(name: DigestName, ...parts: Uint8Array[]): Buffer {
  const hash = createHash(nodeDigest(name));
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Undefined for MD5, SHA-1 and everything else that may not protect a signature. */
export function digestNameOf(oid: string): DigestName | undefined {
  return (Object.keys(DIGEST_OID) as DigestName[]).find((name) => DIGEST_OID[name] === oid);
}

const RSA_ENCRYPTION = '1.2.840.113549.1.1.1';
const RSASSA_PSS = '1.2.840.113549.1.1.10';
const ECDSA: ReadonlyMap<string, DigestName> = new Map([
  ['1.2.840.10045.4.3.2', 'SHA-256'],
  ['1.2.840.10045.4.3.3', 'SHA-384'],
  ['1.2.840.10045.4.3.4', 'SHA-512'],
]);
const RSA: ReadonlyMap<string, DigestName> = new Map([
  ['1.2.840.113549.1.1.11', 'SHA-256'],
  ['1.2.840.113549.1.1.12', 'SHA-384'],
  ['1.2.840.113549.1.1.13', 'SHA-512'],
]);

interface Scheme {
  hash: DigestName;
  keys: readonly string[];
  options: { padding?: number; saltLength?: number };
}

/** `ofMessage` serves an identifier that names no digest, as CMS allows for RSA. */
function schemeOf(algorithm: pkijs.AlgorithmIdentifier, ofMessage?: DigestName): Scheme | undefined {
  const { algorithmId, algorithmParams } = algorithm;
  const ecdsa = ECDSA.get(algorithmId);
  if (ecdsa) return { hash: ecdsa, keys: ['ec'], options: {} };
  const rsa = algorithmId === RSA_ENCRYPTION ? ofMessage : RSA.get(algorithmId);
  if (rsa) return { hash: rsa, keys: ['rsa'], options: { padding: constants.RSA_PKCS1_PADDING } };
  if (algorithmId !== RSASSA_PSS) return undefined;
  try {
    const { hashAlgorithm, saltLength } = new pkijs.RSASSAPSSParams({ schema: algorithmParams });
    const hash = digestNameOf(hashAlgorithm.algorithmId);
    const options = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
    return hash && { hash, keys: ['rsa', 'rsa-pss'], options };
  } catch {
    return undefined;
  }
}

/** False for SHA-1, for which collisions can be bought; pkijs still accepts it. */
export const isStrongSignature = (algorithm: pkijs.AlgorithmIdentifier): boolean =>
  schemeOf(algorithm) !== undefined;

function isStrongKey(key: KeyObject): boolean {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec')
    return ['prime256v1', 'secp384r1', 'secp521r1'].includes(namedCurve ?? '');
  return (modulusLength ?? 0) >= 2048;
}

export function checkValue(
  signed: { data: Uint8Array; value: Uint8Array },
  algorithm: pkijs.AlgorithmIdentifier,
  key: KeyObject | undefined,
  ofMessage?: DigestName,
): 'weak_algorithm' | 'signature_differs' | undefined {
  const scheme = schemeOf(algorithm, ofMessage);
  if (!scheme || !key || !isStrongKey(key)) return 'weak_algorithm';
  if (!scheme.keys.includes(key.asymmetricKeyType ?? '')) return 'signature_differs';
  try {
    const isRight = verify(nodeDigest(scheme.hash), signed.data, { key, ...scheme.options }, signed.value);
    return isRight ? undefined : 'signature_differs';
  } catch {
    return 'signature_differs';
  }
}

const keys = new WeakMap<pkijs.PublicKeyInfo, { key: KeyObject | undefined }>();

/**
 * Read by pkijs like the rest of the certificate, so that no two parsers can see two keys in one. Undefined for an
 * unsupported key type.
 */
export function keyOf(info: pkijs.PublicKeyInfo): KeyObject | undefined {
  const known = keys.get(info) ?? { key: importKey(info) };
  keys.set(info, known);
  return known.key;
}

function importKey(info: pkijs.PublicKeyInfo): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(info.toSchema().toBER()), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** WebCrypto imports the key again for each signature, which takes three times as long as verifying. */
class NodeEngine extends pkijs.CryptoEngine {
  override async verifyWithPublicKey(
    ...given: Parameters<pkijs.CryptoEngine['verifyWithPublicKey']>
  ): Promise<boolean> {
    const [data, signature, info, algorithm] = given;
    if (!isStrongSignature(algorithm)) return super.verifyWithPublicKey(...given);
    const value = (signature as BitString).valueBlock.valueHexView;
    return checkValue({ data: bytesOf(data), value }, algorithm, keyOf(info)) === undefined;
  }
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);

/** For every call of pkijs that verifies. */
export const engine = new NodeEngine({ name: 'node', crypto: globalThis.crypto });
