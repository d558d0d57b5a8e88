import { randomBytes } from 'node:crypto';
import { OctetString } from 'asn1js';
import * as pkijs from 'pkijs';
import {
  copyBytes,
  extendedKeyUsages,
  isStrongSignature,
  KEY_USAGE,
  keyUsageBits,
  ocspAddresses,
} from './certificate.ts';

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const NONCE = '1.3.6.1.5.5.7.48.1.2';
const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1';
const SUCCESSFUL = 0;

/** Allowed difference between two clocks. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** RFC 6960 4.2.2.1: without nextUpdate newer information is always available, so old information is stale. */
const AGE_WITHOUT_NEXT_UPDATE_MS = 15 * 60_000;
/** Further certificates in an answer are ignored: each costs a signature verification. */
const RESPONDERS_TRIED = 4;

export type RevocationCheck =
  | { ok: true }
  | {
      ok: false;
      reason:
        | 'no_ocsp_address'
        | 'ocsp_host_not_allowed'
        | 'ocsp_unreachable'
        | 'ocsp_signer_not_authorised'
        | 'ocsp_nonce_differs'
        | 'ocsp_for_another_certificate'
        | 'ocsp_stale'
        | 'unknown_to_ocsp'
        | 'revoked';
    };

export interface RevocationInput {
  leaf: pkijs.Certificate;
  issuer: pkijs.Certificate;
  now: Date;
  /** `host:port`, lower case. */
  allowedHosts: ReadonlySet<string>;
  /** Undefined when the responder could not be reached or did not answer 200. */
  post: (url: URL, request: Uint8Array) => Promise<Uint8Array | undefined>;
}

/**
 * RFC 6960. The address comes from the certificate, so only hosts that the operator allows are called:
 * otherwise a certificate could make this server call any address inside its network (SSRF).
 */
export async function checkRevocation(input: RevocationInput): Promise<RevocationCheck> {
  const addresses = ocspAddresses(input.leaf).filter((address) => URL.canParse(address));
  if (addresses.length === 0) return { ok: false, reason: 'no_ocsp_address' };
  const url = addresses
    .map((address) => new URL(address))
    .find((address) => isAllowed(address, input.allowedHosts));
  if (!url) return { ok: false, reason: 'ocsp_host_not_allowed' };

  const certId = new pkijs.CertID();
  // SHA-1 only identifies the issuer here and protects nothing; every responder supports it.
  await certId.createForCertificate(input.leaf, { hashAlgorithm: 'SHA-1', issuerCertificate: input.issuer });
  const nonce = randomBytes(32);
  const der = await input.post(url, encodeRequest(certId, nonce));
  const answer = der && parseAnswer(der);
  if (!answer) return { ok: false, reason: 'ocsp_unreachable' };
  return judgeAnswer(answer, { certId, nonce, issuer: input.issuer, now: input.now });
}

export function hostWithPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

function isAllowed(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  return (url.protocol === 'http:' || url.protocol === 'https:') && allowedHosts.has(hostWithPort(url));
}

function encodeRequest(certId: pkijs.CertID, nonce: Uint8Array): Uint8Array {
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
function parseAnswer(der: Uint8Array): pkijs.BasicOCSPResponse | undefined {
  try {
    const response = pkijs.OCSPResponse.fromBER(copyBytes(der));
    if (response.responseStatus.valueBlock.valueDec !== SUCCESSFUL) return undefined;
    if (response.responseBytes?.responseType !== BASIC_RESPONSE) return undefined;
    return pkijs.BasicOCSPResponse.fromBER(
      copyBytes(response.responseBytes.response.valueBlock.valueHexView),
    );
  } catch {
    return undefined;
  }
}

async function judgeAnswer(
  answer: pkijs.BasicOCSPResponse,
  asked: { certId: pkijs.CertID; nonce: Uint8Array; issuer: pkijs.Certificate; now: Date },
): Promise<RevocationCheck> {
  if (!(await isSignedByAuthorisedResponder(answer, asked.issuer, asked.now)))
    return { ok: false, reason: 'ocsp_signer_not_authorised' };
  // RFC 9654: a responder may omit the nonce (it answers from a cache), but may not send another.
  const echoed = nonceOf(answer);
  if (echoed && !echoed.equals(asked.nonce)) return { ok: false, reason: 'ocsp_nonce_differs' };
  const single = answer.tbsResponseData.responses.find((response) => response.certID.isEqual(asked.certId));
  if (!single) return { ok: false, reason: 'ocsp_for_another_certificate' };
  if (!isFresh(single, asked.now)) return { ok: false, reason: 'ocsp_stale' };
  switch (single.certStatus?.idBlock?.tagNumber) {
    case 0:
      return { ok: true };
    case 1:
      return { ok: false, reason: 'revoked' };
    default:
      return { ok: false, reason: 'unknown_to_ocsp' };
  }
}

/**
 * RFC 6960 4.2.2.2. pkijs supports this only for the present moment and never for an answer without
 * certificates.
 */
async function isSignedByAuthorisedResponder(
  answer: pkijs.BasicOCSPResponse,
  issuer: pkijs.Certificate,
  now: Date,
): Promise<boolean> {
  if (!isStrongSignature(answer.signatureAlgorithm)) return false;
  for (const responder of (answer.certs ?? []).slice(0, RESPONDERS_TRIED)) {
    if ((await isDelegate(responder, issuer, now)) && (await isSignedWith(answer, responder))) return true;
  }
  return isSignedWith(answer, issuer);
}

async function isSignedWith(answer: pkijs.BasicOCSPResponse, signer: pkijs.Certificate): Promise<boolean> {
  try {
    return await pkijs
      .getCrypto(true)
      .verifyWithPublicKey(
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
  return responder.verify(issuer).catch(() => false);
}

function isFresh({ thisUpdate, nextUpdate }: pkijs.SingleResponse, now: Date): boolean {
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
