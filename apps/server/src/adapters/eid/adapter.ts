import { randomBytes, randomUUID } from 'node:crypto';
import type * as pkijs from 'pkijs';
import { createCircuitBreaker, type Permit } from '../../kernel/http/circuit-breaker.ts';
import { parseCertificate } from '../../kernel/pki/certificate.ts';
import { checkChain, readTrustStore } from '../../kernel/pki/check-chain.ts';
import {
  type CertificateLevel,
  EidError,
  type EidPoll,
  type EidPort,
  type EidRefusal,
  type EidSession,
} from '../../modules/identity/eid-port.ts';
import { hostWithPort } from '../pki-http/index.ts';
import { type AnswerShape, checkAnswerShape, checkDigestAnswerShape } from './check-answer-shape.ts';
import { checkSigningKeyUsage } from './check-key-usage.ts';
import { higherLevel } from './check-level.ts';
import { checkRevocation } from './check-revocation.ts';
import { checkStartAnswer, verificationCodeOf } from './check-start-answer.ts';
import { deepLinkOf, qrAt } from './device-link.ts';
import { createProviderHttp, type HttpOutcome } from './provider-http.ts';
import { type RefusingCheck, refusalOf, refusalOfEndResult } from './refusal.ts';
import { verifyAnswer } from './verify-answer.ts';
import { verifySignedDigest } from './verify-signed-digest.ts';

export interface EidAdapterOptions {
  baseUrl: string;
  rpUuid: string;
  rpName: string;
  rpSecret: string;
  scheme: string;
  level: CertificateLevel;
  displayText: string;
  trustRootsPem: string;
  ocsp: 'required' | 'off';
  /** `host:port` values; empty means the host of `baseUrl`. */
  ocspAllowedHosts: string[];
  now: () => Date;
}

const SHORT_CALL_TIMEOUT_MS = 30_000;
const OCSP_TIMEOUT_MS = 5_000;
/** eid-protocol, Polling: the bounds of `timeoutMs`. */
const LEAST_HOLD_MS = 1_000;
const LONGEST_HOLD_MS = 120_000;
const POLL_GRACE_MS = 5_000;
const DISPLAY_TEXT_LENGTH = 60;

const PENDING: EidPoll = { state: 'PENDING', scanned: false, returnRequired: false };

/** Request fields of one session, beside those that every start sends. */
interface SessionRequest {
  kind: EidSession['kind'];
  callbackUrl: string | null;
  level: CertificateLevel;
  interactions: string;
  protocol: { name: 'ACSP_V2'; rpChallenge: string } | { name: 'RAW_DIGEST_SIGNATURE'; digest: string };
  notFound: 'unknown_person' | 'rejected';
}

type Seen<Answer> =
  | { state: 'RUNNING'; deviceSeen: boolean }
  | { state: 'EXPIRED' }
  | { state: 'REFUSED'; reason: EidRefusal }
  | { state: 'APPROVED'; answer: Answer };

export function createEidAdapter(options: EidAdapterOptions): EidPort {
  const { now } = options;
  const signInInteractions = interactionsOf('EID_DISPLAY_TEXT', options.displayText);
  const base = new URL(options.baseUrl.replace(/(?<!\/)\/*$/, '/'));
  const trust = readTrustStore(options.trustRootsPem);
  const allowedHosts = new Set(
    options.ocspAllowedHosts.length > 0
      ? options.ocspAllowedHosts.map((host) => host.toLowerCase())
      : [hostWithPort(base)],
  );
  const party = { scheme: options.scheme, rpName: options.rpName };
  const http = createProviderHttp();
  const breaker = createCircuitBreaker(now);
  const headers = { authorization: `Bearer ${options.rpSecret}`, accept: 'application/json' };

  async function start(path: string, asked: SessionRequest, signal: AbortSignal | undefined) {
    const permit = breaker.admit();
    if (!permit) throw new EidError('unavailable', 'start: the provider failed repeatedly and is left alone');
    const { name, ...challenge } = asked.protocol;
    const outcome = await http.call({
      url: new URL(path, base),
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        relyingPartyUUID: options.rpUuid,
        relyingPartyName: options.rpName,
        certificateLevel: asked.level,
        signatureProtocol: name,
        signatureProtocolParameters: {
          ...challenge,
          signatureAlgorithm: 'ecdsa',
          signatureAlgorithmParameters: { hashAlgorithm: 'SHA-256' },
        },
        interactions: asked.interactions,
        ...(asked.callbackUrl === null ? {} : { initialCallbackUrl: asked.callbackUrl }),
      }),
      timeoutMs: SHORT_CALL_TIMEOUT_MS,
      signal,
    });
    const body = readAnswer('start', outcome, permit, asked.notFound);
    const verificationCode = verificationCodeOf(
      asked.protocol.name === 'ACSP_V2' ? asked.protocol.rpChallenge : asked.protocol.digest,
    );
    const started = checkStartAnswer(body, {
      kind: asked.kind,
      verificationCode,
      plainHttpAllowed: base.protocol === 'http:',
    });
    if (!started.ok) throw new EidError('unavailable', `start: ${started.reason}`);
    const { providerSessionId, device, expiresAtMs } = started;
    return { providerSessionId, device, expiresAtMs, verificationCode };
  }

  async function startSignIn(
    path: string,
    asked: Pick<EidSession, 'kind' | 'callbackUrl' | 'nationalId'>,
    signal: AbortSignal | undefined,
    interactions = signInInteractions,
  ): Promise<EidSession> {
    const rpChallenge = randomBytes(64).toString('base64');
    const { level } = options;
    const started = await start(
      path,
      {
        kind: asked.kind,
        callbackUrl: asked.callbackUrl,
        level,
        interactions,
        protocol: { name: 'ACSP_V2', rpChallenge },
        notFound: asked.kind === 'notification' ? 'unknown_person' : 'rejected',
      },
      signal,
    );
    return {
      ...asked,
      ...started,
      rpChallenge,
      interactions,
      level,
      startedAtMs: now().getTime(),
    };
  }

  async function holdPoll(sessionId: string, holdMs: number, signal: AbortSignal): Promise<HttpOutcome> {
    const timeoutMs = Math.round(Math.min(Math.max(holdMs, LEAST_HOLD_MS), LONGEST_HOLD_MS));
    const url = new URL(`session/${sessionId}?timeoutMs=${timeoutMs}`, base);
    // A hold shorter than the protocol's minimum is cut off here; an answer that came by then is still
    // verified in full.
    const patienceMs = holdMs < LEAST_HOLD_MS ? holdMs : timeoutMs + POLL_GRACE_MS;
    return http.poll({ url, method: 'GET', headers, timeoutMs: patienceMs, signal });
  }

  async function watch<Answer>(
    sessionId: string,
    { holdMs, signal }: { holdMs: number; signal: AbortSignal },
    checkShape: (body: unknown) => AnswerShape<Answer>,
  ): Promise<Seen<Answer>> {
    const permit = breaker.observe();
    const beganAt = performance.now();
    let outcome = await holdPoll(sessionId, holdMs, signal);
    // A kept-alive socket may die just as it is used again; reading is safe to repeat once.
    if (outcome.kind === 'reset')
      outcome = await holdPoll(sessionId, holdMs - (performance.now() - beganAt), signal);
    if (outcome.kind === 'aborted' || outcome.kind === 'timeout')
      return { state: 'RUNNING', deviceSeen: false };

    const shape = checkShape(readAnswer('poll', outcome, permit, 'unknown_session'));
    if (!shape.ok) return { state: 'REFUSED', reason: refusalOf(shape.reason) };
    if (shape.kind === 'running') return { state: 'RUNNING', deviceSeen: shape.deviceSeen };
    if (shape.kind === 'approved') return { state: 'APPROVED', answer: shape.answer };
    if (shape.endResult === 'TIMEOUT') return { state: 'EXPIRED' };
    return { state: 'REFUSED', reason: refusalOfEndResult(shape.endResult) };
  }

  function verificationContext(signal: AbortSignal) {
    const at = now();
    const revocation = (leaf: pkijs.Certificate, issuer: pkijs.Certificate) =>
      checkRevocation({
        leaf,
        issuer,
        now: at,
        allowedHosts,
        post: (url, request) => postOcsp(url, request, signal),
      });
    return { trust, now: at, revocation: options.ocsp === 'required' ? revocation : null };
  }

  /** A responder outage is no verdict: the caller polls again. */
  function refuse<Pending>(
    reason: RefusingCheck | 'ocsp_unreachable',
    signal: AbortSignal,
    pending: Pending,
  ) {
    if (reason !== 'ocsp_unreachable') return { state: 'REFUSED' as const, reason: refusalOf(reason) };
    if (signal.aborted) return pending;
    throw new EidError('unavailable', 'ocsp: the responder did not answer');
  }

  async function readChain(
    der: Uint8Array,
  ): Promise<{ leaf: pkijs.Certificate; chain: readonly Uint8Array[] }> {
    const leaf = parseCertificate(der);
    if (!leaf) throw new EidError('rejected', 'certificate: it cannot be read');
    const checked = await checkChain(leaf, trust, now());
    if (!checked.ok) throw new EidError('rejected', `certificate: ${checked.reason}`);
    return { leaf, chain: checked.path.slice(1).map((each) => new Uint8Array(each.toSchema().toBER())) };
  }

  async function postOcsp(
    url: URL,
    request: Uint8Array,
    signal: AbortSignal,
  ): Promise<Uint8Array | undefined> {
    const outcome = await http.call({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
      body: request,
      timeoutMs: OCSP_TIMEOUT_MS,
      signal,
    });
    return outcome.kind === 'answer' && outcome.status === 200 ? outcome.body : undefined;
  }

  return {
    startDeviceLink({ callbackUrl, signal }) {
      return startSignIn(
        'authentication/device-link/anonymous',
        { kind: 'device-link', callbackUrl, nationalId: null },
        signal,
      );
    },

    startNotification({ nationalId, displayText, signal }) {
      const asked = nationalId.trim().toUpperCase();
      const path = `authentication/notification/etsi/${encodeURIComponent(`PNOMN-${asked}`)}`;
      const session = { kind: 'notification', callbackUrl: null, nationalId: asked } as const;
      const interactions =
        displayText === undefined ? undefined : interactionsOf('The text of a push', displayText);
      return startSignIn(path, session, signal, interactions);
    },

    qr: (session, at, language) => qrAt(party, session, at, language),
    deepLink: (session, language) => deepLinkOf(party, session, language),

    async poll(session, { holdMs, userChallengeVerifier, signal }) {
      const seen = await watch(session.providerSessionId, { holdMs, signal }, checkAnswerShape);
      if (seen.state === 'RUNNING') return { ...PENDING, scanned: seen.deviceSeen };
      if (seen.state !== 'APPROVED') return seen;
      const verified = await verifyAnswer(session, seen.answer, {
        ...verificationContext(signal),
        party,
        userChallengeVerifier,
      });
      if (verified.ok) return { state: 'COMPLETE', identity: verified.identity };
      if (verified.reason === 'return_missing')
        return { state: 'PENDING', scanned: true, returnRequired: true };
      return refuse(verified.reason, signal, PENDING);
    },

    async signingCertificate({ documentNumber, signal }) {
      const outcome = await http.call({
        url: new URL(`signature/certificate/${encodeURIComponent(documentNumber)}`, base),
        method: 'GET',
        headers,
        timeoutMs: SHORT_CALL_TIMEOUT_MS,
        ...(signal === undefined ? {} : { signal }),
      });
      const body = readAnswer('certificate', outcome, breaker.observe(), 'unknown_person');
      const der = readCertificateAnswer(body);
      const { leaf, chain } = await readChain(der);
      const usage = checkSigningKeyUsage(leaf);
      if (!usage.ok) throw new EidError('rejected', `certificate: ${usage.reason}`);
      return { certificate: der, chain };
    },

    authoritiesOf: async (certificate) => (await readChain(certificate)).chain,

    async startSignature({ signer, digest, displayText, signal }) {
      const person =
        signer.nationalId === null
          ? `document/${encodeURIComponent(signer.documentNumber)}`
          : `etsi/${encodeURIComponent(`PNOMN-${signer.nationalId}`)}`;
      // A binding signature is at least qualified, even when the sign-in level is set lower.
      const level = higherLevel(options.level, 'QUALIFIED');
      const sent = Buffer.from(digest).toString('base64');
      const { device: _none, ...started } = await start(
        `signature/notification/${person}`,
        {
          kind: 'notification',
          callbackUrl: null,
          level,
          interactions: interactionsOf('The text of a signature', displayText),
          protocol: { name: 'RAW_DIGEST_SIGNATURE', digest: sent },
          notFound: 'unknown_person',
        },
        signal,
      );
      return { ...started, digest: sent, level, civilId: signer.civilId, nationalId: signer.nationalId };
    },

    async pollSignature(session, { holdMs, signal }) {
      const seen = await watch(session.providerSessionId, { holdMs, signal }, checkDigestAnswerShape);
      if (seen.state === 'RUNNING') return { state: 'PENDING' };
      if (seen.state !== 'APPROVED') return seen;
      const verified = await verifySignedDigest(session, seen.answer, verificationContext(signal));
      if (verified.ok) return { state: 'COMPLETE', signature: verified.signature };
      return refuse(verified.reason, signal, { state: 'PENDING' as const });
    },

    /**
     * Asks for a session that does not exist: 404 proves the address and our credentials without starting
     * anything.
     */
    async probe() {
      const outcome = await http.call({
        url: new URL(`session/${randomUUID()}?timeoutMs=${LEAST_HOLD_MS}`, base),
        method: 'GET',
        headers,
        timeoutMs: SHORT_CALL_TIMEOUT_MS,
      });
      if (outcome.kind === 'answer' && outcome.status === 404) return;
      readAnswer('probe', outcome, breaker.observe(), 'rejected');
      throw new EidError('rejected', 'probe: an unknown session was answered as if it existed');
    },
  };
}

/** A document that is suspended or locked has no certificate to sign with. */
function readCertificateAnswer(body: unknown): Buffer {
  const { state, cert } = (body ?? {}) as { state?: unknown; cert?: { value?: unknown } };
  if (state !== 'OK' || typeof cert?.value !== 'string' || cert.value.length > 20_000)
    throw new EidError('rejected', 'certificate: the document cannot sign');
  return Buffer.from(cert.value, 'base64');
}

function interactionsOf(what: string, displayText: string): string {
  if ([...displayText].length > DISPLAY_TEXT_LENGTH)
    throw new Error(`${what} is too long: the phone shows at most ${DISPLAY_TEXT_LENGTH} characters`);
  const list = [{ type: 'displayTextAndPIN', displayText60: displayText }];
  return Buffer.from(JSON.stringify(list)).toString('base64');
}

/**
 * The parsed JSON of a 200, or an EidError. The provider's text is not passed on: a problem's detail may name
 * the person.
 */
function readAnswer(
  operation: 'start' | 'poll' | 'probe' | 'certificate',
  outcome: HttpOutcome,
  permit: Permit,
  notFound: 'unknown_session' | 'unknown_person' | 'rejected',
): unknown {
  if (outcome.kind === 'aborted') {
    permit.undecided();
    throw new EidError('unavailable', `${operation}: given up by the caller`);
  }
  if (outcome.kind !== 'answer') {
    permit.failed();
    throw new EidError(
      'unavailable',
      `${operation}: ${outcome.kind === 'timeout' ? 'no answer in time' : outcome.code}`,
    );
  }
  const { status } = outcome;
  if (status >= 500 || status === 480) {
    permit.failed();
    throw new EidError('unavailable', `${operation}: status ${status}`);
  }
  permit.succeeded();
  if (status === 404) throw new EidError(notFound, `${operation}: status 404`);
  if (status !== 200) throw new EidError('rejected', `${operation}: status ${status}`);
  try {
    return JSON.parse(Buffer.from(outcome.body).toString('utf8'));
  } catch {
    throw new EidError('unavailable', `${operation}: the answer is not JSON`);
  }
}
