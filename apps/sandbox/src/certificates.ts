import 'reflect-metadata';
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { CertificateLevel } from './certificate-level.ts';
import type { Citizen } from './citizens.ts';
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

export function issueIssuingAuthority(root: Credential, validity: Validity): Promise<Credential> {
  const extensions = [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ];
  return issue(
    { ...validity, subject: authorityName('Sandbox eID Issuing CA'), extensions },
    createKeyPem(),
    root,
  );
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
    new x509.AuthorityInfoAccessExtension({
      ocsp: `${publicUrl}/ocsp`,
      caIssuers: `${publicUrl}/pki/issuing.cer`,
    }),
  ];
  if (purpose === 'AUTH')
    extensions.push(new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]));
  return issue({ subject, extensions, notBefore, notAfter }, keyPem, authority);
}
