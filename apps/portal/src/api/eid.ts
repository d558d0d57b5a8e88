import type { EidPoll, EidQr, EidStart } from '@tamga/client';
import { request } from './http.ts';
import { computeLocalDeadline } from './session.ts';

/** `link` is scanned or opened by the person; `push` was sent to their phone by register number. */
export type SessionKind = 'link' | 'push';

export interface EidSession {
  sid: string;
  kind: SessionKind;
  qr: string;
  deepLink: string;
  verificationCode: string;
  startedAtMs: number;
  /** On this browser's clock; null when the provider tells nothing. */
  deadlineMs: number | null;
}

/**
 * `mfa_required`: the eID was right, and this person shows a second factor before there is a session. `social_link`:
 * what became of the social account that waited for this eID. The tokens beside them end at the proxy.
 */
export type PollAnswer = Pick<
  EidPoll,
  'state' | 'scanned' | 'return_required' | 'reason' | 'mfa_required' | 'social_link'
>;

/** The calls of one use of eID: what the page does is the same, whatever the confirmation is for. */
export interface EidCalls {
  startLink(callbackUrl: string, signal: AbortSignal): Promise<EidSession>;
  startPush(nationalId: string, signal: AbortSignal): Promise<EidSession>;
  fetchQr(sid: string, signal: AbortSignal): Promise<{ qr: string; scanned: boolean }>;
  poll(sid: string, userChallengeVerifier: string | null, signal: AbortSignal): Promise<PollAnswer>;
}

/** The server holds a poll for up to 25 seconds; what is longer is a broken line. */
const POLL_TIMEOUT_MS = 35_000;
/** A QR older than three seconds must not be shown, so an answer slower than that is of no use. */
const QR_TIMEOUT_MS = 3_000;
const START_TIMEOUT_MS = 20_000;

export async function startEid(
  kind: SessionKind,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<EidSession> {
  const { data, clockSkewMs } = await request<EidStart>(path, {
    method: 'POST',
    body,
    signal,
    timeoutMs: START_TIMEOUT_MS,
  });
  const startedAtMs = Date.now();
  const deadlineMs = computeLocalDeadline(data.expires_at, clockSkewMs);
  return {
    sid: data.sid,
    kind,
    qr: data.qr ?? '',
    deepLink: data.deep_link ?? '',
    verificationCode: data.verification_code ?? '',
    startedAtMs,
    // A fresh session that is already over means a clock is off: the server's polls then tell the end.
    deadlineMs: deadlineMs !== null && deadlineMs > startedAtMs ? deadlineMs : null,
  };
}

export async function askForQr(
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<{ qr: string; scanned: boolean }> {
  const { data } = await request<Partial<EidQr>>(path, {
    method: body ? 'POST' : 'GET',
    body,
    signal,
    timeoutMs: QR_TIMEOUT_MS,
  });
  return { qr: data.qr ?? '', scanned: data.scanned === true };
}

export async function pollEid(
  path: string,
  sid: string,
  userChallengeVerifier: string | null,
  signal: AbortSignal,
): Promise<PollAnswer> {
  const { data } = await request<PollAnswer>(path, {
    method: 'POST',
    body: { sid, ...(userChallengeVerifier ? { user_challenge_verifier: userChallengeVerifier } : {}) },
    signal,
    timeoutMs: POLL_TIMEOUT_MS,
  });
  return data;
}

export const signInCalls: EidCalls = {
  startLink: (callbackUrl, signal) =>
    startEid('link', '/api/auth/eid/start', { callback_url: callbackUrl }, signal),
  startPush: (nationalId, signal) =>
    startEid('push', '/api/auth/eid/start-id', { national_id: nationalId }, signal),
  fetchQr: (sid, signal) => askForQr(`/api/auth/eid/qr/${encodeURIComponent(sid)}`, undefined, signal),
  poll: (sid, verifier, signal) => pollEid('/api/auth/eid/poll', sid, verifier, signal),
};
