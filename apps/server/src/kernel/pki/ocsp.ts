import { randomBytes } from 'node:crypto';
import { type BaseBlock, Constructed, fromBER, GeneralizedTime, OctetString } from 'asn1js';
import * as pkijs from 'pkijs';
import { engine, isStrongSignature } from './algorithm.ts';
import {
  copyBytes,
  extendedKeyUsages,
  KEY_USAGE,
  keyUsageBits,
  OCSP_SIGNING,
  parseCertificate,
} from './certificate.ts';
import { type Element, elements, firstElement, oid, sequence } from './der.ts';

const NONCE = '1.3.6.1.5.5.7.48.1.2';
const BASIC_RESPONSE = oid('1.3.6.1.5.5.7.48.1.1');
const SUCCESSFUL = 0;
/** Tags of DER. */
const [OCTET_STRING, ENUMERATED, SEQUENCE, TAGGED_0] = [0x04, 0x0a, 0x30, 0xa0];

/** Allowed difference between two clocks. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** RFC 6960 4.2.2.1: without nextUpdate newer information is always available, so old information is stale. */
const AGE_WITHOUT_NEXT_UPDATE_MS = 15 * 60_000;
/** Further certificates in an answer are ignored: each costs a signature verification. */
const RESPONDERS_TRIED = 4;

export type OcspVerdict =
  | { status: 'good'; responder: pkijs.Certificate }
  | { status: 'revoked'; at: Date | undefined; responder: pkijs.Certificate }
  | {
      status: 'unusable';
      reason:
        | 'ocsp_signer_not_authorised'
        | 'ocsp_nonce_differs'
        | 'ocsp_for_another_certificate'
        | 'ocsp_stale'
        | 'unknown_to_ocsp';
    };

export interface OcspQuestion {
  certId: pkijs.CertID;
  nonce: Uint8Array;
}

export async function askOcsp(leaf: pkijs.Certificate, issuer: pkijs.Certificate) {
  const certId = new pkijs.CertID();
  // SHA-1 only identifies the issuer here and protects nothing; every responder supports it.
  await certId.createForCertificate(leaf, { hashAlgorithm: 'SHA-1', issuerCertificate: issuer });
  const question: OcspQuestion = { certId, nonce: randomBytes(32) };
  return { question, request: encodeRequest(question) };
}

/** RFC 6960 3.2: signer, nonce, certificate and freshness, then the status. */
export async function judgeOcspAnswer(
  answer: pkijs.BasicOCSPResponse,
  asked: OcspQuestion & { issuer: pkijs.Certificate; now: Date },
): Promise<OcspVerdict> {
  const responder = await findAuthorisedResponder(answer, asked.issuer, asked.now);
  if (!responder) return { status: 'unusable', reason: 'ocsp_signer_not_authorised' };
  // RFC 9654: a responder may omit the nonce (it answers from a cache), but may not send another.
  const echoed = nonceOf(answer);
  if (echoed && !echoed.equals(asked.nonce)) return { status: 'unusable', reason: 'ocsp_nonce_differs' };
  const single = answer.tbsResponseData.responses.find((response) => response.certID.isEqual(asked.certId));
  if (!single) return { status: 'unusable', reason: 'ocsp_for_another_certificate' };
  if (!isFresh(single, asked.now)) return { status: 'unusable', reason: 'ocsp_stale' };
  const status = single.certStatus as BaseBlock | undefined;
  switch (status?.idBlock.tagNumber) {
    case 0:
      return { status: 'good', responder };
    case 1:
      return { status: 'revoked', at: revocationTime(status), responder };
    default:
      return { status: 'unusable', reason: 'unknown_to_ocsp' };
  }
}

function revocationTime(status: BaseBlock): Date | undefined {
  const [time] = status instanceof Constructed ? status.valueBlock.value : [];
  return time instanceof GeneralizedTime ? time.toDate() : undefined;
}

function encodeRequest({ certId, nonce }: OcspQuestion): Uint8Array {
  const value = new OctetString({ valueHex: copyBytes(nonce) });
  const request = new pkijs.OCSPRequest({
    tbsRequest: new pkijs.TBSRequest({
      requestList: [new pkijs.Request({ reqCert: certId })],
      requestExtensions: [new pkijs.Extension({ extnID: NONCE, extnValue: value.toBER() })],
    }),
  });
  return new Uint8Array(request.toSchema(true).toBER());
}

/** Undefined for tryLater, internalError and anything unreadable, which count as no answer. */
export function parseOcspAnswer(der: Uint8Array): pkijs.BasicOCSPResponse | undefined {
  try {
    const [status, wrapped] = insideOf(firstElement(der), SEQUENCE);
    if (status?.tag !== ENUMERATED || status.content.length !== 1 || status.content[0] !== SUCCESSFUL)
      return undefined;
    const [type, octets] = insideOf(insideOf(wrapped, TAGGED_0)[0], SEQUENCE);
    if (!type?.raw.equals(BASIC_RESPONSE)) return undefined;
    const parts = insideOf(insideOf(octets, OCTET_STRING)[0], SEQUENCE);
    // Nearly all answers carry the same responder, so its certificate is parsed separately.
    const brought = parts.at(-1)?.tag === TAGGED_0 ? parts.pop() : undefined;
    const light = fromBER(copyBytes(sequence(...parts.map(({ raw }) => raw))), {
      parseEmbedded: false,
      copyInput: false,
    });
    const answer = new pkijs.BasicOCSPResponse({ schema: light.result });
    if (brought)
      answer.certs = insideOf(insideOf(brought, TAGGED_0)[0], SEQUENCE).flatMap(
        ({ raw }) => parseCertificate(raw) ?? [],
      );
    return answer;
  } catch {
    return undefined;
  }
}

function insideOf(element: Element | undefined, tag: number): Element[] {
  if (element?.tag !== tag) throw new Error('the answer is malformed');
  return elements(element.content);
}

/**
 * RFC 6960 4.2.2.2. pkijs supports this only for the present moment and never for an answer without
 * certificates.
 */
export async function findAuthorisedResponder(
  answer: pkijs.BasicOCSPResponse,
  issuer: pkijs.Certificate,
  now: Date,
): Promise<pkijs.Certificate | undefined> {
  if (!isStrongSignature(answer.signatureAlgorithm)) return undefined;
  for (const responder of (answer.certs ?? []).slice(0, RESPONDERS_TRIED)) {
    if ((await isDelegate(responder, issuer, now)) && (await isSignedWith(answer, responder)))
      return responder;
  }
  return (await isSignedWith(answer, issuer)) ? issuer : undefined;
}

async function isSignedWith(answer: pkijs.BasicOCSPResponse, signer: pkijs.Certificate): Promise<boolean> {
  try {
    return await engine.verifyWithPublicKey(
      copyBytes(answer.tbsResponseData.tbsView),
      answer.signature,
      signer.subjectPublicKeyInfo,
      answer.signatureAlgorithm,
    );
  } catch {
    return false;
  }
}

async function isDelegate(
  responder: pkijs.Certificate,
  issuer: pkijs.Certificate,
  now: Date,
): Promise<boolean> {
  if (!extendedKeyUsages(responder).includes(OCSP_SIGNING)) return false;
  if (!((keyUsageBits(responder) ?? KEY_USAGE.digitalSignature) & KEY_USAGE.digitalSignature)) return false;
  if (responder.notBefore.value > now || responder.notAfter.value < now) return false;
  if (!responder.issuer.isEqual(issuer.subject) || !isStrongSignature(responder.signatureAlgorithm))
    return false;
  return responder.verify(issuer, engine).catch(() => false);
}

/** For an OCSP answer or a revocation list. */
export function isFresh(
  { thisUpdate, nextUpdate }: { thisUpdate: Date; nextUpdate?: Date | undefined },
  now: Date,
): boolean {
  const until = nextUpdate
    ? nextUpdate.getTime() + CLOCK_SKEW_MS
    : thisUpdate.getTime() + AGE_WITHOUT_NEXT_UPDATE_MS + CLOCK_SKEW_MS;
  return thisUpdate.getTime() <= now.getTime() + CLOCK_SKEW_MS && now.getTime() <= until;
}

function nonceOf(answer: pkijs.BasicOCSPResponse): Buffer | undefined {
  const extension = answer.tbsResponseData.responseExtensions?.find(
    (candidate) => candidate.extnID === NONCE,
  );
  if (!extension) return undefined;
  const parsed: unknown = extension.parsedValue;
  const octets = parsed instanceof OctetString ? parsed : extension.extnValue;
  return Buffer.from(octets.valueBlock.valueHexView);
}
