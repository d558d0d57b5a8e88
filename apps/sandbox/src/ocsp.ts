import { createHash, type X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as pkijs from 'pkijs';
import { toCryptoKey } from './keys.ts';
import type { CitizenCredential, Pki } from './pki.ts';
import type { Provider } from './provider.ts';

const NONCE = '1.3.6.1.5.5.7.48.1.2';
const HASHES: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const FRESH_MS = 10 * 60_000;
/** Far beyond `FRESH_MS` and any allowed difference of clocks. */
export const STALE_MS = 24 * 60 * 60_000;
const KEY_COMPROMISE = 1;

/** RFC 6960 section 4.2.1. */
const RESPONSE_STATUS = { successful: 0, malformedRequest: 1 } as const;

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

const parsed = new WeakMap<X509Certificate, pkijs.Certificate>();

/** Parsing the same two authorities was half of the work of an answer. */
function readCertificate(certificate: X509Certificate): pkijs.Certificate {
  const found = parsed.get(certificate) ?? pkijs.Certificate.fromBER(toArrayBuffer(certificate.raw));
  parsed.set(certificate, found);
  return found;
}

function readKeyBits(certificate: pkijs.Certificate): Uint8Array {
  return certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
}

/** A CertID names the issuer by the hashes of its name and key, in any hash that the client chose. */
function isOurs(certId: pkijs.CertID, issuer: pkijs.Certificate): boolean {
  const hash = HASHES[certId.hashAlgorithm.algorithmId];
  if (hash === undefined) return false;
  const digest = (bytes: Uint8Array) => createHash(hash).update(bytes).digest();
  const name = new Uint8Array(issuer.subject.toSchema().toBER());
  return (
    digest(name).equals(certId.issuerNameHash.valueBlock.valueHexView) &&
    digest(readKeyBits(issuer)).equals(certId.issuerKeyHash.valueBlock.valueHexView)
  );
}

function readSerial(certId: pkijs.CertID): string {
  return Buffer.from(certId.serialNumber.valueBlock.valueHexView)
    .toString('hex')
    .replace(/^(00)+/, '')
    .toUpperCase();
}

/** CertStatus is an implicitly tagged choice: good [0] NULL, revoked [1] RevokedInfo, unknown [2] NULL. */
function encodeStatus(pki: Pki, certId: pkijs.CertID, issuer: pkijs.Certificate): asn1js.BaseBlock {
  const status = isOurs(certId, issuer) ? pki.status(readSerial(certId)) : { kind: 'unknown' as const };
  if (status.kind !== 'revoked') {
    return new asn1js.Primitive({ idBlock: { tagClass: 3, tagNumber: status.kind === 'good' ? 0 : 2 } });
  }
  return new asn1js.Constructed({
    idBlock: { tagClass: 3, tagNumber: 1 },
    value: [
      new asn1js.GeneralizedTime({ valueDate: status.at }),
      new asn1js.Constructed({
        idBlock: { tagClass: 3, tagNumber: 0 },
        value: [new asn1js.Enumerated({ value: KEY_COMPROMISE })],
      }),
    ],
  });
}

function wrapResponse(status: number, basic?: pkijs.BasicOCSPResponse): Buffer {
  const response = new pkijs.OCSPResponse({ responseStatus: new asn1js.Enumerated({ value: status }) });
  if (basic) {
    response.responseBytes = new pkijs.ResponseBytes({
      responseType: pkijs.id_PKIX_OCSP_Basic,
      response: new asn1js.OctetString({ valueHex: basic.toSchema().toBER() }),
    });
  }
  return Buffer.from(response.toSchema().toBER());
}

/** Lies that a relying party must detect. */
export interface OcspLies {
  stale: boolean;
  wrongCertificate: boolean;
  signer: CitizenCredential | null;
}

function otherSerial(certId: pkijs.CertID): pkijs.CertID {
  const other = pkijs.CertID.fromBER(certId.toSchema().toBER());
  const serial = Buffer.from(other.serialNumber.valueBlock.valueHexView);
  serial[serial.length - 1] = (serial.at(-1) ?? 0) ^ 1;
  other.serialNumber = new asn1js.Integer({ valueHex: toArrayBuffer(serial) });
  return other;
}

/** Answers a DER request with a DER response signed by the delegated responder (RFC 6960). */
export async function answerOcsp(
  pki: Pki,
  now: Date,
  requestDer: Uint8Array,
  lies: OcspLies,
): Promise<Buffer> {
  let request: pkijs.OCSPRequest;
  try {
    request = pkijs.OCSPRequest.fromBER(toArrayBuffer(requestDer));
  } catch {
    return wrapResponse(RESPONSE_STATUS.malformedRequest);
  }
  const authority = pki.authority();
  const issuer = readCertificate(authority.issuing);
  const signer = lies.signer ?? authority.responder;
  const responder = readCertificate(signer.certificate);
  const producedAt = new Date(Math.floor(now.getTime() / 1000) * 1000 - (lies.stale ? STALE_MS : 0));

  const basic = new pkijs.BasicOCSPResponse();
  basic.tbsResponseData.responderID = new asn1js.OctetString({
    valueHex: toArrayBuffer(createHash('sha1').update(readKeyBits(responder)).digest()),
  });
  basic.tbsResponseData.producedAt = producedAt;
  for (const { reqCert } of request.tbsRequest.requestList) {
    const certID = lies.wrongCertificate ? otherSerial(reqCert) : reqCert;
    const single = new pkijs.SingleResponse({ certID });
    single.certStatus = encodeStatus(pki, reqCert, issuer);
    single.thisUpdate = producedAt;
    single.nextUpdate = new Date(producedAt.getTime() + FRESH_MS);
    basic.tbsResponseData.responses.push(single);
  }
  // The nonce is returned unchanged, so that a client can detect a replayed answer.
  const nonce = request.tbsRequest.requestExtensions?.find(({ extnID }) => extnID === NONCE);
  if (nonce) basic.tbsResponseData.responseExtensions = [nonce];
  basic.certs = [responder];
  await basic.sign(toCryptoKey(signer.privateKey), 'SHA-256');
  return wrapResponse(RESPONSE_STATUS.successful, basic);
}

export function registerOcsp(
  app: FastifyInstance,
  { pki, faults, now, foreign }: Pick<Provider, 'pki' | 'faults' | 'now' | 'foreign'>,
): void {
  async function answer(reply: FastifyReply, requestDer: Uint8Array) {
    if (faults.take('ocsp_down')) return reply.code(503).send();
    const late = faults.take('ocsp_late');
    if (late) await faults.pause(late.ms);
    const response = await answerOcsp(pki, now(), requestDer, {
      stale: faults.take('ocsp_stale') !== null,
      wrongCertificate: faults.take('ocsp_wrong_certificate') !== null,
      signer: faults.take('ocsp_foreign') ? await foreign.credential('responder') : null,
    });
    return reply.header('content-type', 'application/ocsp-response').send(response);
  }

  app.register(async (scope) => {
    scope.addContentTypeParser('application/ocsp-request', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/ocsp', { bodyLimit: 16_384 }, (request, reply) =>
      answer(reply, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
    );
    // Standard base64 contains slashes, so the rest of the path is the request (RFC 6960 appendix A.1).
    scope.get<{ Params: { '*': string } }>('/ocsp/*', (request, reply) =>
      answer(reply, Buffer.from(request.params['*'], 'base64')),
    );
  });
}
