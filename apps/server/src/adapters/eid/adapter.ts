import { randomBytes, randomUUID } from 'node:crypto';
import type * as pkijs from 'pkijs';
import {
  type CertificateLevel,
  EidError,
  type EidPoll,
  type EidPort,
  type EidSession,
} from '../../modules/identity/eid-port.ts';
import { checkAnswerShape } from './check-answer-shape.ts';
import { readTrustStore } from './check-chain.ts';
import { checkRevocation, hostWithPort } from './check-revocation.ts';
import { checkStartAnswer, verificationCodeOf } from './check-start-answer.ts';
import { createCircuitBreaker, type Permit } from './circuit-breaker.ts';
import { deepLinkOf, qrAt } from './device-link.ts';
import { createProviderHttp, type HttpOutcome } from './provider-http.ts';
import { refusalOf, refusalOfEndResult } from './refusal.ts';
import { verifyAnswer } from './verify-answer.ts';

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

export function createEidAdapter(options: EidAdapterOptions): EidPort {
  const { now } = options;
  if ([...options.displayText].length > DISPLAY_TEXT_LENGTH)
    throw new Error(
      `EID_DISPLAY_TEXT is too long: the phone shows at most ${DISPLAY_TEXT_LENGTH} characters`,
    );
  const base = new URL(options.baseUrl.replace(/\/*$/, '/'));
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
  const interactions = Buffer.from(
    JSON.stringify([{ type: 'displayTextAndPIN', displayText60: options.displayText }]),
  ).toString('base64');

  async function start(
    path: string,
    asked: Pick<EidSession, 'kind' | 'callbackUrl' | 'nationalId'>,
    signal: AbortSignal | undefined,
  ): Promise<EidSession> {
    const permit = breaker.admit();
    if (!permit) throw new EidError('unavailable', 'start: the provider failed repeatedly and is left alone');
    const rpChallenge = randomBytes(64).toString('base64');
    const outcome = await http.call({
      url: new URL(path, base),
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        relyingPartyUUID: options.rpUuid,
        relyingPartyName: options.rpName,
        certificateLevel: options.level,
        signatureProtocol: 'ACSP_V2',
        signatureProtocolParameters: {
          rpChallenge,
          signatureAlgorithm: 'ecdsa',
          signatureAlgorithmParameters: { hashAlgorithm: 'SHA-256' },
        },
        interactions,
        ...(asked.callbackUrl === null ? {} : { initialCallbackUrl: asked.callbackUrl }),
      }),
      timeoutMs: SHORT_CALL_TIMEOUT_MS,
      signal,
    });
    const body = readAnswer(
      'start',
      outcome,
      permit,
      asked.kind === 'notification' ? 'unknown_person' : 'rejected',
    );
    const verificationCode = verificationCodeOf(rpChallenge);
    const started = checkStartAnswer(body, {
      kind: asked.kind,
      verificationCode,
      plainHttpAllowed: base.protocol === 'http:',
    });
    if (!started.ok) throw new EidError('unavailable', `start: ${started.reason}`);
    return {
      ...asked,
      providerSessionId: started.providerSessionId,
      rpChallenge,
      interactions,
      level: options.level,
      device: started.device,
      verificationCode,
      startedAtMs: now().getTime(),
      expiresAtMs: started.expiresAtMs,
    };
  }

  async function holdPoll(session: EidSession, holdMs: number, signal: AbortSignal): Promise<HttpOutcome> {
    const timeoutMs = Math.round(Math.min(Math.max(holdMs, LEAST_HOLD_MS), LONGEST_HOLD_MS));
    const url = new URL(`session/${session.providerSessionId}?timeoutMs=${timeoutMs}`, base);
    // A shorter glance than the protocol knows is cut off here; what was answered by then is still verified in full.
    const patienceMs = holdMs < LEAST_HOLD_MS ? holdMs : timeoutMs + POLL_GRACE_MS;
    return http.poll({ url, method: 'GET', headers, timeoutMs: patienceMs, signal });
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
      return start(
        'authentication/device-link/anonymous',
        { kind: 'device-link', callbackUrl, nationalId: null },
        signal,
      );
    },

    startNotification({ nationalId, signal }) {
      const asked = nationalId.trim().toUpperCase();
      const path = `authentication/notification/etsi/${encodeURIComponent(`PNOMN-${asked}`)}`;
      return start(path, { kind: 'notification', callbackUrl: null, nationalId: asked }, signal);
    },

    qr: (session, at, language) => qrAt(party, session, at, language),
    deepLink: (session, language) => deepLinkOf(party, session, language),

    async poll(session, { holdMs, userChallengeVerifier, signal }) {
      const permit = breaker.observe();
      const beganAt = performance.now();
      let outcome = await holdPoll(session, holdMs, signal);
      // A kept-alive socket may die just as it is used again. Reading is safe to repeat, once.
      if (outcome.kind === 'reset')
        outcome = await holdPoll(session, holdMs - (performance.now() - beganAt), signal);
      if (outcome.kind === 'aborted' || outcome.kind === 'timeout') return PENDING;

      const shape = checkAnswerShape(readAnswer('poll', outcome, permit, 'unknown_session'));
      if (!shape.ok) return { state: 'REFUSED', reason: refusalOf(shape.reason) };
      if (shape.kind === 'running') return { ...PENDING, scanned: shape.deviceSeen };
      if (shape.kind === 'ended') {
        if (shape.endResult === 'TIMEOUT') return { state: 'EXPIRED' };
        return { state: 'REFUSED', reason: refusalOfEndResult(shape.endResult) };
      }

      const at = now();
      const revocation = (leaf: pkijs.Certificate, issuer: pkijs.Certificate) =>
        checkRevocation({
          leaf,
          issuer,
          now: at,
          allowedHosts,
          post: (url, request) => postOcsp(url, request, signal),
        });
      const verified = await verifyAnswer(session, shape.answer, {
        party,
        trust,
        now: at,
        userChallengeVerifier,
        revocation: options.ocsp === 'required' ? revocation : null,
      });
      if (verified.ok) return { state: 'COMPLETE', identity: verified.identity };
      if (verified.reason === 'return_missing')
        return { state: 'PENDING', scanned: true, returnRequired: true };
      if (verified.reason !== 'ocsp_unreachable')
        return { state: 'REFUSED', reason: refusalOf(verified.reason) };
      if (signal.aborted) return PENDING;
      throw new EidError('unavailable', 'ocsp: the responder did not answer');
    },

    /** A session nobody has: 404 proves the address and our credentials without starting anything. */
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

/**
 * The parsed JSON of a 200, or the EidError of the house. The provider's own words are not passed on: a
 * problem's detail may name the person.
 */
function readAnswer(
  operation: 'start' | 'poll' | 'probe',
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
