import { createHash, type KeyObject, sign } from 'node:crypto';
import * as pkijs from 'pkijs';
import type { Issued } from '../../../../kernel/pki/test-pki.ts';

/** For tests only: CMS and RFC 3161 tokens written byte by byte, so that a test can get each part wrong. */

const length = (size: number): number[] =>
  size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...length(body.length)]), body]);
};
const sequence = (...parts: Uint8Array[]) => tlv(0x30, ...parts);
const octets = (bytes: Uint8Array) => tlv(4, bytes);
const integer = (value: number) => tlv(2, Buffer.from([value]));

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left % 128) | 128);
    bytes.push(...digits);
  }
  return tlv(6, Buffer.from(bytes));
}

const SHA256 = () => sequence(oid('2.16.840.1.101.3.4.2.1'));
const SHA1 = () => sequence(oid('1.3.14.3.2.26'));
const ECDSA_SHA256 = () => sequence(oid('1.2.840.10045.4.3.2'));
const DATA = '1.2.840.113549.1.7.1';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
export const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const attribute = (id: string, value: Uint8Array) => sequence(oid(id), tlv(0x31, value));

export interface CmsFaults {
  /** Leaves the signed attributes in the order in which they were written. */
  unsorted?: boolean;
  /** Omits signing-certificate-v2. */
  unnamed?: boolean;
  /** Names another certificate in signing-certificate-v2. */
  names?: Issued;
  signingTime?: Date;
  weakDigest?: boolean;
  /** Signs another message. */
  wrongValue?: boolean;
  key?: KeyObject;
  role?: string;
  /** Names the signer by this subject key identifier instead of issuer and serial number. */
  keyIdentifier?: Uint8Array;
}

function signedAttributes(type: string, digest: Uint8Array, signer: Issued, faults: CmsFaults): Buffer[] {
  const named = (faults.names ?? signer).der;
  const role = () =>
    sequence(tlv(0xa0, sequence(oid('2.5.4.72'), tlv(0x31, tlv(12, Buffer.from(faults.role ?? ''))))));
  const attributes = [
    attribute('1.2.840.113549.1.9.4', octets(digest)),
    attribute('1.2.840.113549.1.9.3', oid(type)),
    ...(faults.unnamed
      ? []
      : [attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(named))))))]),
    ...(faults.signingTime
      ? [attribute('1.2.840.113549.1.9.5', tlv(0x17, Buffer.from(utcTime(faults.signingTime))))]
      : []),
    ...(faults.role ? [attribute('0.4.0.19122.1.1', role())] : []),
  ];
  return faults.unsorted ? attributes : attributes.toSorted(Buffer.compare);
}

const utcTime = (date: Date) => `${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`;
const generalizedTime = (date: Date) => `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;

interface SignedDataParts {
  type: string;
  content?: Uint8Array;
  digest: Uint8Array;
  signer: Issued;
  chain: Issued[];
  timestamp?: (signatureValue: Buffer) => Promise<Buffer> | Buffer;
  faults?: CmsFaults;
}

async function signedData(parts: SignedDataParts): Promise<Buffer> {
  const { type, content, digest, signer, chain, timestamp, faults = {} } = parts;
  const algorithm = faults.weakDigest ? SHA1() : SHA256();
  const attributes = signedAttributes(type, digest, signer, faults);
  const message = faults.wrongValue ? Buffer.from('another message') : tlv(0x31, ...attributes);
  const value = sign('sha256', message, faults.key ?? signer.privateKey);
  const { issuer, serialNumber } = pkijs.Certificate.fromBER(new Uint8Array(signer.der).buffer);
  const sid = faults.keyIdentifier
    ? tlv(0x80, faults.keyIdentifier)
    : sequence(Buffer.from(issuer.toSchema().toBER()), Buffer.from(serialNumber.toBER()));
  const unsigned = timestamp
    ? [tlv(0xa1, attribute('1.2.840.113549.1.9.16.2.14', await timestamp(value)))]
    : [];
  const info = sequence(
    integer(1),
    sid,
    algorithm,
    tlv(0xa0, ...attributes),
    ECDSA_SHA256(),
    octets(value),
    ...unsigned,
  );
  const encapsulated = sequence(oid(type), ...(content ? [tlv(0xa0, octets(content))] : []));
  const certificates = tlv(0xa0, ...[signer, ...chain].map(({ der }) => der));
  return sequence(
    oid('1.2.840.113549.1.7.2'),
    tlv(
      0xa0,
      sequence(integer(content ? 3 : 1), tlv(0x31, algorithm), encapsulated, certificates, tlv(0x31, info)),
    ),
  );
}

/** A detached signature over content of this digest. */
export const makeCms = (parts: Omit<SignedDataParts, 'type' | 'content'>): Promise<Buffer> =>
  signedData({ ...parts, type: DATA });

export interface TokenRequest {
  imprint: Uint8Array;
  authority: Issued;
  chain: Issued[];
  time: Date;
  faults?: CmsFaults;
}

/** A timestamp token of RFC 3161. */
export function makeToken({ imprint, authority, chain, time, faults }: TokenRequest): Promise<Buffer> {
  const content = sequence(
    integer(1),
    oid('1.2.3.4.1'),
    sequence(SHA256(), octets(imprint)),
    integer(7),
    tlv(0x18, Buffer.from(generalizedTime(time))),
  );
  return signedData({
    type: TST_INFO,
    content,
    digest: sha256(content),
    signer: authority,
    chain,
    ...(faults ? { faults } : {}),
  });
}
