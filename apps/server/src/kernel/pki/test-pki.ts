import 'reflect-metadata';
import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  type webcrypto,
} from 'node:crypto';
import * as x509 from '@peculiar/x509';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { copyBytes, parseCertificate } from './certificate.ts';

/** For tests only: a certificate authority that also issues invalid certificates. */

// Re-exported because it must not be loaded before the polyfill above.
export { x509 };

x509.cryptoProvider.set(globalThis.crypto);

const { digitalSignature, keyCertSign, cRLSign } = x509.KeyUsageFlags;
const DAY_MS = 86_400_000;

/** The current time in every test. */
export const NOW = new Date('2031-05-06T07:08:09Z');
export const daysFromNow = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

export const LEVEL_OID = {
  ADVANCED: '0.4.0.2042.1.2',
  QUALIFIED: '0.4.0.194112.1.0',
  QSCD: '0.4.0.194112.1.2',
} as const;
export const OCSP_URL = 'http://ocsp.test:8080/ocsp';

export interface Issued {
  certificate: pkijs.Certificate;
  der: Buffer;
  pem: string;
  privateKey: KeyObject;
}

export interface IssueRequest {
  subject?: x509.JsonNameParams;
  notBefore?: Date;
  notAfter?: Date;
  key?: { privateKey: KeyObject; publicKey: KeyObject };
  signingHash?: 'SHA-1' | 'SHA-256' | 'SHA-384';
  extensions?: x509.Extension[];
}

export const commonName = (name: string): x509.JsonNameParams => [{ '2.5.4.3': [{ utf8String: name }] }];
export const ecKey = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve });

export async function issue(request: IssueRequest, issuer: Issued | null): Promise<Issued> {
  const { privateKey, publicKey } = request.key ?? ecKey();
  const subject = request.subject ?? commonName('Somebody');
  const spki = new x509.PublicKey(publicKey.export({ type: 'spki', format: 'der' }));
  const generated = await x509.X509CertificateGenerator.create({
    serialNumber: `00${randomBytes(12).toString('hex')}`,
    subject: new x509.Name(subject),
    issuer: issuer ? new x509.X509Certificate(issuer.der).subjectName : new x509.Name(subject),
    notBefore: request.notBefore ?? daysFromNow(-1),
    notAfter: request.notAfter ?? daysFromNow(365),
    publicKey: spki,
    signingKey: toCryptoKey(issuer?.privateKey ?? privateKey),
    signingAlgorithm: { name: 'ECDSA', hash: request.signingHash ?? 'SHA-256' },
    // Other verifiers refuse certificates that do not name their keys.
    extensions: [...(request.extensions ?? []), await x509.SubjectKeyIdentifierExtension.create(spki)],
  });
  const der = Buffer.from(generated.rawData);
  const certificate = parseCertificate(der);
  if (!certificate) throw new Error('issued what cannot be read');
  return { certificate, der, pem: generated.toString('pem'), privateKey };
}

function toCryptoKey(key: KeyObject): webcrypto.CryptoKey {
  return key.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
}

export const asAuthority = (pathLength?: number): x509.Extension[] => [
  new x509.BasicConstraintsExtension(true, pathLength, true),
  new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
];

export interface LeafRequest extends IssueRequest {
  usage?: number | null;
  extendedUsage?: string[];
  policies?: string[];
  ocspUrl?: string | null;
  civilId?: string;
  surname?: string;
  givenName?: string;
  more?: x509.Extension[];
}

export function issueLeaf(request: LeafRequest, issuer: Issued): Promise<Issued> {
  const usage = request.usage === undefined ? digitalSignature : request.usage;
  const extendedUsage = request.extendedUsage ?? [x509.ExtendedKeyUsage.clientAuth];
  const policies = request.policies ?? [LEVEL_OID.QUALIFIED];
  const ocspUrl = request.ocspUrl === undefined ? OCSP_URL : request.ocspUrl;
  const surname = request.surname ?? 'Dorj';
  const givenName = request.givenName ?? 'Bold';
  return issue(
    {
      ...request,
      subject: request.subject ?? [
        { '2.5.4.6': [{ printableString: 'MN' }] },
        { '2.5.4.4': [{ utf8String: surname }] },
        { '2.5.4.42': [{ utf8String: givenName }] },
        { '2.5.4.5': [{ printableString: `CI:MN-${request.civilId ?? '1001'}` }] },
        { '2.5.4.3': [{ utf8String: `${surname},${givenName}`.toUpperCase() }] },
      ],
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        ...(usage === null ? [] : [new x509.KeyUsagesExtension(usage, true)]),
        ...(extendedUsage.length ? [new x509.ExtendedKeyUsageExtension(extendedUsage)] : []),
        ...(policies.length ? [new x509.CertificatePolicyExtension(policies)] : []),
        ...(ocspUrl === null ? [] : [new x509.AuthorityInfoAccessExtension({ ocsp: ocspUrl })]),
        ...(request.more ?? []),
      ],
    },
    issuer,
  );
}

export async function createAuthority() {
  const validity = { notBefore: daysFromNow(-2000), notAfter: daysFromNow(4000) };
  const root = await issue(
    { ...validity, subject: commonName('Test Root'), extensions: asAuthority() },
    null,
  );
  const issuing = await issue(
    { ...validity, subject: commonName('Test Issuing CA'), extensions: asAuthority(0) },
    root,
  );
  return {
    root,
    issuing,
    responder: await issueResponder({}, issuing),
    trustPem: `${root.pem}\n${issuing.pem}\n`,
  };
}

export function issueResponder(request: IssueRequest & { extendedUsage?: string[] }, issuer: Issued) {
  return issue(
    {
      subject: commonName('Test OCSP'),
      extensions: [
        new x509.KeyUsagesExtension(digitalSignature, true),
        new x509.ExtendedKeyUsageExtension(request.extendedUsage ?? [x509.ExtendedKeyUsage.ocspSigning]),
      ],
      ...request,
    },
    issuer,
  );
}

export interface OcspAnswer {
  /** The certificate that the answer is about. */
  about: Issued;
  issuer: Issued;
  signer: Issued;
  status?: 'good' | 'revoked' | 'unknown';
  thisUpdate?: Date;
  nextUpdate?: Date | null;
  nonce?: Uint8Array;
  withCertificate?: boolean;
  signingHash?: 'SHA-1' | 'SHA-256';
}

export async function signOcspAnswer(answer: OcspAnswer): Promise<Uint8Array> {
  const single = new pkijs.SingleResponse({ certID: new pkijs.CertID() });
  await single.certID.createForCertificate(answer.about.certificate, {
    hashAlgorithm: 'SHA-1',
    issuerCertificate: answer.issuer.certificate,
  });
  single.certStatus = statusBlock(answer.status ?? 'good');
  single.thisUpdate = answer.thisUpdate ?? NOW;
  if (answer.nextUpdate !== null) single.nextUpdate = answer.nextUpdate ?? daysFromNow(1);
  const basic = new pkijs.BasicOCSPResponse();
  const keyBits = answer.signer.certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  basic.tbsResponseData.responderID = new asn1js.OctetString({
    valueHex: copyBytes(createHash('sha1').update(keyBits).digest()),
  });
  basic.tbsResponseData.producedAt = NOW;
  basic.tbsResponseData.responses = [single];
  if (answer.nonce) {
    const extnValue = new asn1js.OctetString({ valueHex: copyBytes(answer.nonce) }).toBER();
    basic.tbsResponseData.responseExtensions = [
      new pkijs.Extension({ extnID: '1.3.6.1.5.5.7.48.1.2', extnValue }),
    ];
  }
  if (answer.withCertificate !== false) basic.certs = [answer.signer.certificate];
  await basic.sign(toCryptoKey(answer.signer.privateKey), answer.signingHash ?? 'SHA-256');
  const response = new pkijs.OCSPResponse({
    responseStatus: new asn1js.Enumerated({ value: 0 }),
    responseBytes: new pkijs.ResponseBytes({
      responseType: pkijs.id_PKIX_OCSP_Basic,
      response: new asn1js.OctetString({ valueHex: basic.toSchema().toBER() }),
    }),
  });
  return new Uint8Array(response.toSchema().toBER());
}

/** RFC 6960 4.2.1: good [0] NULL, revoked [1] RevokedInfo, unknown [2] NULL, tagged implicitly. */
function statusBlock(status: 'good' | 'revoked' | 'unknown'): asn1js.BaseBlock {
  if (status !== 'revoked')
    return new asn1js.Primitive({ idBlock: { tagClass: 3, tagNumber: status === 'good' ? 0 : 2 } });
  return new asn1js.Constructed({
    idBlock: { tagClass: 3, tagNumber: 1 },
    value: [new asn1js.GeneralizedTime({ valueDate: daysFromNow(-1) })],
  });
}

export function signEcdsa(payload: string, key: KeyObject, hash = 'sha256'): string {
  return sign(hash, Buffer.from(payload), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
}

/** The nonce inside an OCSP request. */
export function nonceOfRequest(request: Uint8Array): Uint8Array {
  const parsed = pkijs.OCSPRequest.fromBER(copyBytes(request));
  const extension = parsed.tbsRequest.requestExtensions?.[0];
  if (!extension) throw new Error('the request carries no nonce');
  const inner = asn1js.fromBER(copyBytes(extension.extnValue.valueBlock.valueHexView)).result;
  if (!(inner instanceof asn1js.OctetString)) throw new Error('the nonce is not an octet string');
  return inner.valueBlock.valueHexView;
}
