import type * as pkijs from 'pkijs';
import { crlAddresses, ocspAddresses, parseCertificate } from '../../kernel/pki/certificate.ts';
import { judgeCrl, parseCrl } from '../../kernel/pki/crl.ts';
import { askOcsp, judgeOcspAnswer, parseOcspAnswer } from '../../kernel/pki/ocsp.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import {
  RevocationError,
  type RevocationEvidence,
  type RevocationPort,
} from '../../modules/signing/revocation-port.ts';
import { createPkiHttp, hostWithPort, type PkiAnswer, type PkiCall } from '../pki-http/index.ts';

export interface RevocationAdapterOptions {
  /** `host:port` of the services of the national authorities; called wherever they are. */
  allowedHosts: readonly string[];
  /** Other hosts are called only with a guard, at addresses that it allows. */
  guard?: AddressGuard<'revocation'>;
  now: () => Date;
  timeoutMs?: number;
}

const TIMEOUT_MS = 8_000;
/** A list is parsed on the main thread: about 7,000 entries take some ten milliseconds. */
const LARGEST_ANSWER_BYTES = 256 * 1024;
/** The list of a root changes a few times a year; each signature would fetch it again. */
const LIST_KEPT_MS = 10 * 60_000;
const LISTS_KEPT = 32;

interface Asked {
  leaf: pkijs.Certificate;
  issuer: pkijs.Certificate;
  signal: AbortSignal | undefined;
  since: Date | null;
}

/** OCSP (RFC 6960) where the certificate offers it, else a complete list (RFC 5280), both verified. */
export function createRevocationAdapter(options: RevocationAdapterOptions): RevocationPort {
  const { now, guard } = options;
  const limits = { timeoutMs: options.timeoutMs ?? TIMEOUT_MS, largestBytes: LARGEST_ANSWER_BYTES };
  const allowedHosts = new Set(options.allowedHosts.map((host) => host.toLowerCase()));
  const sendListed = createPkiHttp(limits);
  const sendGuarded = guard && createPkiHttp({ ...limits, guard });
  const lists = new Map<string, { der: Uint8Array; fetchedAt: number }>();

  /** The addresses come from a certificate, which must not make this server call into its own network (SSRF). */
  function send(call: PkiCall): Promise<PkiAnswer> | undefined {
    if (allowedHosts.has(hostWithPort(call.url))) return sendListed(call);
    return sendGuarded?.(call);
  }

  async function fetchFirst(
    addresses: readonly string[],
    call: Omit<PkiCall, 'url'>,
  ): Promise<PkiAnswer | undefined> {
    let last: PkiAnswer | undefined;
    for (const address of addresses.filter((text) => URL.canParse(text))) {
      last = (await send({ ...call, url: new URL(address) })) ?? last;
      if (last?.ok) return last;
    }
    return last;
  }

  async function byOcsp({
    leaf,
    issuer,
    signal,
  }: Asked): Promise<RevocationEvidence | PkiAnswer | undefined> {
    const addresses = ocspAddresses(leaf);
    if (addresses.length === 0) return undefined;
    const { question, request } = await askOcsp(leaf, issuer);
    const headers = { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' };
    const answer = await fetchFirst(addresses, { method: 'POST', headers, body: request, signal });
    if (!answer?.ok) return answer;
    const parsed = parseOcspAnswer(answer.body);
    if (!parsed) return { ok: false, detail: 'no OCSP answer' };
    const verdict = await judgeOcspAnswer(parsed, { ...question, issuer, now: now() });
    if (verdict.status === 'unusable') throw new RevocationError('invalid', verdict.reason);
    const single = parsed.tbsResponseData.responses.find(({ certID }) => certID.isEqual(question.certId));
    return {
      kind: 'ocsp',
      der: answer.body,
      revokedAt: revocationTime(verdict),
      certificates: [derOf(verdict.responder)],
      thisUpdate: single?.thisUpdate ?? new Date(0),
      freshUntil: single?.nextUpdate ?? null,
    };
  }

  /** A revocation without a readable time counts from the beginning. */
  function revocationTime(
    verdict: { status: 'good' } | { status: 'revoked'; at: Date | undefined },
  ): Date | null {
    return verdict.status === 'good' ? null : (verdict.at ?? new Date(0));
  }

  async function byList({
    leaf,
    issuer,
    signal,
    since,
  }: Asked): Promise<RevocationEvidence | PkiAnswer | undefined> {
    const addresses = crlAddresses(leaf);
    const key = addresses.join(' ');
    const kept = lists.get(key);
    const isKept =
      kept &&
      now().getTime() - kept.fetchedAt < LIST_KEPT_MS &&
      (since === null || kept.fetchedAt >= since.getTime());
    const answer: PkiAnswer | undefined = isKept
      ? { ok: true, body: kept.der }
      : await fetchFirst(addresses, { method: 'GET', headers: { accept: 'application/pkix-crl' }, signal });
    if (!answer?.ok) return answer;
    const list = parseCrl(answer.body);
    if (!list) throw new RevocationError('invalid', 'the list cannot be read');
    const verdict = await judgeCrl(list, { leaf, issuer, now: now() });
    if (verdict.status === 'unusable' && isKept) {
      lists.delete(key);
      return byList({ leaf, issuer, signal, since });
    }
    if (verdict.status === 'unusable') throw new RevocationError('invalid', verdict.reason);
    if (!isKept) keep(key, answer.body);
    return {
      kind: 'crl',
      der: answer.body,
      revokedAt: revocationTime(verdict),
      certificates: [],
      thisUpdate: list.thisUpdate.value,
      freshUntil: list.nextUpdate?.value ?? null,
    };
  }

  function keep(key: string, der: Uint8Array): void {
    const [oldest] = lists.keys();
    if (lists.size >= LISTS_KEPT && oldest !== undefined) lists.delete(oldest);
    lists.set(key, { der, fetchedAt: now().getTime() });
  }

  return {
    async evidence(certificate, issuerCertificate, signal, since = null) {
      const leaf = parseCertificate(certificate);
      const issuer = parseCertificate(issuerCertificate);
      if (!leaf || !issuer) throw new RevocationError('invalid', 'the certificate cannot be read');
      const asked = { leaf, issuer, signal, since };
      const first = await byOcsp(asked);
      if (first && 'kind' in first) return first;
      const second = await byList(asked);
      if (second && 'kind' in second) return second;
      const failed = first ?? second;
      if (!failed)
        throw new RevocationError('no_address', 'the certificate names no service that may be called');
      throw new RevocationError('unavailable', failed.ok ? 'unknown' : failed.detail);
    },
  };
}

function derOf(certificate: pkijs.Certificate): Uint8Array {
  return new Uint8Array(certificate.toSchema().toBER());
}
