import { createHash } from 'node:crypto';
import { Constructed, GeneralizedTime, type OctetString } from 'asn1js';
import type * as pkijs from 'pkijs';
import { judgeCrl, parseCrl } from '../../../kernel/pki/crl.ts';
import { findAuthorisedResponder, parseOcspAnswer } from '../../../kernel/pki/ocsp.ts';
import type { Certificate } from './certificates.ts';
import type { RevocationItem } from './evidence.ts';

const OCSP_NO_CHECK = '1.3.6.1.5.5.7.48.1.5';
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
};
/** Answers in one response that are looked at. */
const ANSWERS_READ = 16;

/** Every certificate of every path asks every item; a list of megabytes is parsed once. */
function parsedOnce<T>(parse: (der: Uint8Array) => T | undefined) {
  const known = new WeakMap<RevocationItem, { value: T | undefined }>();
  return (item: RevocationItem): T | undefined => {
    const found = known.get(item) ?? { value: parse(item.der) };
    known.set(item, found);
    return found.value;
  };
}
const parsed = { ocsp: parsedOnce(parseOcspAnswer), crl: parsedOnce(parseCrl) };

interface Times {
  kind: 'ocsp' | 'crl';
  thisUpdate: Date;
  nextUpdate: Date | null;
}
export type RevocationFact = Times & ({ status: 'good' | 'unknown' } | { status: 'revoked'; at: Date });

export interface RevocationQuestion {
  subject: Certificate;
  issuer: Certificate;
  /** When the evidence is proven to have existed: its signer must have been valid then. */
  existedAt: Date;
}

/**
 * What a piece of evidence says about a certificate. Undefined when it is unreadable, about another certificate or
 * not signed by somebody entitled. The caller judges freshness, because only it knows the moment in question.
 */
export async function readFact(
  item: RevocationItem,
  question: RevocationQuestion,
): Promise<RevocationFact | undefined> {
  const answers = answered.get(item) ?? new Map<string, RevocationFact | undefined>();
  answered.set(item, answers);
  const { subject, issuer, existedAt } = question;
  const key = [subject.fingerprint, issuer.fingerprint, existedAt.getTime()].join();
  if (!answers.has(key) && !mayBeAbout(item, question)) answers.set(key, undefined);
  if (!answers.has(key))
    answers.set(key, await (item.kind === 'ocsp' ? readOcsp(item, question) : readCrl(item, question)));
  return answers.get(key);
}

/** Parsing an answer costs milliseconds, and every answer holds the serial number that it is about. */
const mayBeAbout = ({ kind, der }: RevocationItem, { subject }: RevocationQuestion): boolean =>
  kind === 'crl' || der.includes(Buffer.from(subject.parsed.serialNumber.valueBlock.valueHexView));

/** The authority of several timestamps is asked about several times. */
const answered = new WeakMap<RevocationItem, Map<string, RevocationFact | undefined>>();

async function readOcsp(
  item: RevocationItem,
  question: RevocationQuestion,
): Promise<RevocationFact | undefined> {
  const issuer = question.issuer.parsed;
  const answer = parsed.ocsp(item);
  if (!answer) return undefined;
  for (const single of answer.tbsResponseData.responses.slice(0, ANSWERS_READ)) {
    if (!isAbout(single, question.subject.parsed, issuer)) continue;
    const responder = await findAuthorisedResponder(answer, issuer, question.existedAt);
    // RFC 6960 4.2.2.2.1: without this extension the responder's certificate would need evidence of its own.
    if (!responder || (responder !== issuer && !hasNoCheck(responder))) return undefined;
    const { thisUpdate, nextUpdate = null } = single;
    const times = { thisUpdate, nextUpdate, kind: 'ocsp' } as const;
    const status = single.certStatus?.idBlock?.tagNumber;
    if (status === 1) return { status: 'revoked', at: revokedAt(single) ?? thisUpdate, ...times };
    return { status: status === 0 ? 'good' : 'unknown', ...times };
  }
  return undefined;
}

const hasNoCheck = (responder: pkijs.Certificate): boolean =>
  responder.extensions?.some(({ extnID }) => extnID === OCSP_NO_CHECK) ?? false;

/** RFC 6960 4.1.1. */
function isAbout(
  { certID }: pkijs.SingleResponse,
  subject: pkijs.Certificate,
  issuer: pkijs.Certificate,
): boolean {
  const hash = HASHES[certID.hashAlgorithm.algorithmId];
  if (hash === undefined || !certID.serialNumber.isEqual(subject.serialNumber)) return false;
  const matches = (stated: OctetString, bytes: Uint8Array) =>
    createHash(hash).update(bytes).digest().equals(stated.valueBlock.valueHexView);
  return (
    matches(certID.issuerNameHash, new Uint8Array(issuer.subject.toSchema().toBER())) &&
    matches(certID.issuerKeyHash, issuer.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView)
  );
}

/** RevokedInfo begins with its time. */
function revokedAt({ certStatus }: pkijs.SingleResponse): Date | undefined {
  const [time] = certStatus instanceof Constructed ? certStatus.valueBlock.value : [];
  return time instanceof GeneralizedTime ? time.toDate() : undefined;
}

async function readCrl(
  item: RevocationItem,
  { subject, issuer }: RevocationQuestion,
): Promise<RevocationFact | undefined> {
  const list = parsed.crl(item);
  if (!list) return undefined;
  const thisUpdate = list.thisUpdate.value;
  // At the moment of its issue a list is never stale, so this asks for everything but freshness.
  const verdict = await judgeCrl(list, { leaf: subject.parsed, issuer: issuer.parsed, now: thisUpdate });
  if (verdict.status === 'unusable') return undefined;
  const times = { thisUpdate, nextUpdate: list.nextUpdate?.value ?? null, kind: 'crl' } as const;
  return verdict.status === 'revoked' ? { ...verdict, ...times } : { status: 'good', ...times };
}
