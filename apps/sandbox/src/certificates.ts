import 'reflect-metadata';
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { CertificateLevel } from './certificate-level.ts';
import { TIMESTAMP_POLICY } from './certificate-policies.ts';
import type { Citizen } from './citizens.ts';
import { oid, tlv } from './der.ts';
import { createKeyPem, toCryptoKey } from './keys.ts';

x509.cryptoProvider.set(globalThis.crypto);

export type CertificatePurpose = 'AUTH' | 'SIGN';

const LEVEL_OIDS: Record<CertificateLevel, string> = {
  ADVANCED: '0.4.0.2042.1.2',
  QUALIFIED: '0.4.0.194112.1.0',
  QSCD: '0.4.0.194112.1.2',
};

const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' };
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const OCSP_NO_CHECK = '1.3.6.1.5.5.7.48.1.5';
const ASN1_NULL = new Uint8Array([5, 0]);
const ANY_POLICY = '2.5.29.32.0';
/** ETSI EN 319 411-2: a qualified certificate of an organisation. */
const QUALIFIED_SEAL = '0.4.0.194112.1.1';
const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
const CRL_NUMBER = '2.5.29.20';

export interface Credential {
  keyPem: string;
  certificatePem: string;
}

export interface Validity {
  notBefore: Date;
  notAfter: Date;
}

interface CertificateRequest extends Validity {
  subject: x509.Name;
  extensions: x509.Extension[];
}

function toPublicKey(keyPem: string): x509.PublicKey {
  return new x509.PublicKey(createPublicKey(keyPem).export({ type: 'spki', format: 'der' }));
}

/** RFC 5280 requires a positive serial of at most 20 bytes; a set second bit keeps the length constant. */
function createSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

async function issue(
  request: CertificateRequest,
  keyPem: string,
  issuer: Credential | null,
): Promise<Credential> {
  const publicKey = toPublicKey(keyPem);
  const issuerCertificate = issuer === null ? null : new x509.X509Certificate(issuer.certificatePem);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: createSerial(),
    subject: request.subject,
    issuer: issuerCertificate === null ? request.subject : issuerCertificate.subjectName,
    notBefore: request.notBefore,
    notAfter: request.notAfter,
    publicKey,
    signingKey: toCryptoKey(createPrivateKey(issuer?.keyPem ?? keyPem)),
    signingAlgorithm: ECDSA_SHA256,
    extensions: [
      ...request.extensions,
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuerCertificate?.publicKey ?? publicKey),
    ],
  });
  return { keyPem, certificatePem: `${certificate.toString('pem')}\n` };
}

function authorityName(commonName: string): x509.Name {
  return new x509.Name([
    { '2.5.4.6': [{ printableString: 'MN' }] },
    { '2.5.4.10': [{ utf8String: 'Tamga sandbox' }] },
    { '2.5.4.3': [{ utf8String: commonName }] },
  ]);
}

export function issueRoot(validity: Validity): Promise<Credential> {
  const extensions = [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ];
  return issue({ ...validity, subject: authorityName('Sandbox eID Root'), extensions }, createKeyPem(), null);
}

export function issueIssuingAuthority(
  root: Credential,
  request: Validity & { publicUrl: string; keyPem?: string },
): Promise<Credential> {
  const { publicUrl, keyPem = createKeyPem(), notBefore, notAfter } = request;
  const extensions = [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    new x509.CertificatePolicyExtension([ANY_POLICY]),
    new x509.AuthorityInfoAccessExtension({ caIssuers: `${publicUrl}/pki/root.cer` }),
    new x509.CRLDistributionPointsExtension([`${publicUrl}/pki/root.crl`]),
  ];
  const subject = authorityName('Sandbox eID Issuing CA');
  return issue({ notBefore, notAfter, subject, extensions }, keyPem, root);
}

/** Where a verifier finds the issuer and the status of a certificate of the issuing authority. */
function statusPointers(publicUrl: string): x509.Extension[] {
  return [
    new x509.AuthorityInfoAccessExtension({
      ocsp: `${publicUrl}/ocsp`,
      caIssuers: `${publicUrl}/pki/issuing.cer`,
    }),
    new x509.CRLDistributionPointsExtension([`${publicUrl}/pki/issuing.crl`]),
  ];
}

/** ETSI EN 319 412-5: compliance, the kind of certificate, and a device for the key where there is one. */
function qualifiedStatements(kind: 'signature' | 'seal', inDevice: boolean): x509.Extension {
  const type = tlv(0x30, oid('0.4.0.1862.1.6'), tlv(0x30, oid(`0.4.0.1862.1.6.${kind === 'seal' ? 2 : 1}`)));
  const statements = [
    tlv(0x30, oid('0.4.0.1862.1.1')),
    ...(inDevice ? [tlv(0x30, oid('0.4.0.1862.1.4'))] : []),
    type,
  ];
  return new x509.Extension(QC_STATEMENTS, false, new Uint8Array(tlv(0x30, ...statements)));
}

export function issueResponder(authority: Credential, validity: Validity): Promise<Credential> {
  const extensions = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([OCSP_SIGNING]),
    // RFC 6960 section 4.2.2.2.1: without it a client would check the responder's certificate with the
    // responder.
    new x509.Extension(OCSP_NO_CHECK, false, ASN1_NULL),
  ];
  const subject = authorityName('Sandbox eID OCSP');
  return issue({ ...validity, subject, extensions }, createKeyPem(), authority);
}

export interface CitizenCertificateRequest extends Validity {
  citizen: Citizen;
  purpose: CertificatePurpose;
  keyPem: string;
  publicUrl: string;
}

export function issueCitizenCertificate(
  authority: Credential,
  { citizen, purpose, keyPem, publicUrl, notBefore, notAfter }: CitizenCertificateRequest,
): Promise<Credential> {
  const commonName = `${citizen.surnameEn},${citizen.givenNameEn}`.toUpperCase();
  const subject = new x509.Name([
    { '2.5.4.6': [{ printableString: 'MN' }] },
    { '2.5.4.4': [{ utf8String: citizen.surnameEn }] },
    { '2.5.4.42': [{ utf8String: citizen.givenNameEn }] },
    { '2.5.4.5': [{ printableString: `CI:MN-${citizen.civilId}` }] },
    { '2.5.4.3': [{ utf8String: commonName }] },
  ]);
  const usage = purpose === 'AUTH' ? x509.KeyUsageFlags.digitalSignature : x509.KeyUsageFlags.nonRepudiation;
  const extensions: x509.Extension[] = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(usage, true),
    new x509.CertificatePolicyExtension([LEVEL_OIDS[citizen.level]]),
    ...statusPointers(publicUrl),
  ];
  if (purpose === 'AUTH')
    extensions.push(new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]));
  else if (citizen.level !== 'ADVANCED')
    extensions.push(qualifiedStatements('signature', citizen.level === 'QSCD'));
  return issue({ subject, extensions, notBefore, notAfter }, keyPem, authority);
}

/** RFC 3161 section 2.3: the only extended usage, and critical. */
export function issueTimestampAuthority(
  authority: Credential,
  { publicUrl, notBefore, notAfter }: Validity & { publicUrl: string },
): Promise<Credential> {
  const extensions = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.timeStamping], true),
    new x509.CertificatePolicyExtension([TIMESTAMP_POLICY]),
    ...statusPointers(publicUrl),
  ];
  const subject = authorityName('Sandbox Timestamp Authority');
  return issue({ notBefore, notAfter, subject, extensions }, createKeyPem(), authority);
}

export interface SealOwner {
  register: string;
  name: string;
}

export function issueSeal(
  authority: Credential,
  owner: SealOwner,
  { publicUrl, notBefore, notAfter }: Validity & { publicUrl: string },
): Promise<Credential> {
  const extensions = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.nonRepudiation, true),
    new x509.CertificatePolicyExtension([QUALIFIED_SEAL]),
    ...statusPointers(publicUrl),
    qualifiedStatements('seal', false),
  ];
  const subject = new x509.Name([
    { '2.5.4.6': [{ printableString: 'MN' }] },
    { '2.5.4.10': [{ utf8String: owner.name }] },
    { '2.5.4.97': [{ utf8String: `NTRMN-${owner.register}` }] },
    { '2.5.4.3': [{ utf8String: owner.name }] },
  ]);
  return issue({ notBefore, notAfter, subject, extensions }, createKeyPem(), authority);
}

export interface RevokedCertificate {
  serialHex: string;
  at: Date;
}

export async function issueCrl(
  authority: Credential,
  list: { thisUpdate: Date; nextUpdate: Date; revoked: readonly RevokedCertificate[] },
): Promise<Buffer> {
  const issuer = new x509.X509Certificate(authority.certificatePem);
  const number = Buffer.from(list.thisUpdate.getTime().toString(16).padStart(12, '0'), 'hex');
  const crl = await x509.X509CrlGenerator.create({
    issuer: issuer.subjectName,
    thisUpdate: list.thisUpdate,
    nextUpdate: list.nextUpdate,
    entries: list.revoked.map(({ serialHex, at }) => ({
      serialNumber: serialHex,
      revocationDate: at,
      reason: x509.X509CrlReason.keyCompromise,
    })),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      new x509.Extension(CRL_NUMBER, false, new Uint8Array(tlv(0x02, number))),
    ],
    signingKey: toCryptoKey(createPrivateKey(authority.keyPem)),
    signingAlgorithm: ECDSA_SHA256,
  });
  return Buffer.from(crl.rawData);
}
