import type { EidPoll, EidQr, EidStart } from '@tamga/client';
import { request } from './http.ts';
import { computeLocalDeadline } from './session.ts';

/** The person scans or opens a `link`; a `push` goes to their phone by register number. */
export type SessionKind = 'link' | 'push';

export interface EidSession {
  sid: string;
  kind: SessionKind;
  qr: string;
  deepLink: string;
  verificationCode: string;
  startedAtMs: number;
  /** On this browser's clock; null if the provider names no deadline. */
  deadlineMs: number | null;
}

/**
 * `mfa_required`: the eID is confirmed, but this person needs a second factor before a session begins. `social_link`:
 * the result for the social account that waited for this eID. The proxy removes the tokens.
 */
export type PollAnswer = Pick<
  EidPoll,
  'state' | 'scanned' | 'return_required' | 'reason' | 'mfa_required' | 'social_link'
>;

/** Calls of one eID use case; the page flow is the same for each. */
export interface EidCalls {
  startLink(callbackUrl: string, signal: AbortSignal): Promise<EidSession>;
  startPush(nationalId: string, signal: AbortSignal): Promise<EidSession>;
  fetchQr(sid: string, signal: AbortSignal): Promise<{ qr: string; scanned: boolean }>;
  poll(sid: string, userChallengeVerifier: string | null, signal: AbortSignal): Promise<PollAnswer>;
}

/** The server holds a poll for up to 25 seconds, so a longer wait means a broken connection. */
const POLL_TIMEOUT_MS = 35_000;
/** A QR code older than three seconds must not be shown, so a slower answer is useless. */
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
    // A new session that has already expired means that a clock is wrong; the server's polls then report the end.
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
