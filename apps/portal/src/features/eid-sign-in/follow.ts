import type { EidCalls } from '../../api/eid.ts';
import { readFailure } from '../../api/errors.ts';
import { explainFailure, findDetour, type SignInEvent } from './machine.ts';

/** Minimum interval between polls, unless a poll brought news. */
const POLL_EVERY_MS = 2_500;
const QR_EVERY_MS = 1_000;
const MAX_BACKOFF_MS = 8_000;
/** A poll that is held this long without an error shows that the connection is back. */
const STEADY_MS = 2_000;
/** Number of provider outages before the person sees an error. */
const TOLERATED_OUTAGES = 3;

type Dispatch = (event: SignInEvent) => void;

/** Ends early if the page becomes visible again or the connection returns. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const wake = () => {
      clearTimeout(timer);
      stop.abort();
      resolve();
    };
    const timer = setTimeout(wake, ms);
    const listen = { signal: stop.signal };
    signal.addEventListener('abort', wake, listen);
    window.addEventListener('online', wake, listen);
    document.addEventListener('visibilitychange', () => document.hidden || wake(), listen);
    if (signal.aborted) wake();
  });
}

export function waitUntilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden || signal.aborted) return resolve();
    const stop = new AbortController();
    const finish = () => {
      if (document.hidden && !signal.aborted) return;
      stop.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', finish, { signal: stop.signal });
    signal.addEventListener('abort', finish, { signal: stop.signal });
  });
}

export interface FollowOptions {
  poll: EidCalls['poll'];
  sid: string;
  userChallengeVerifier: string | null;
  signal: AbortSignal;
  dispatch: Dispatch;
  /** Asks the server whether the confirmation took effect in this browser; throws if the call fails. */
  isDone(): Promise<boolean>;
}

async function settle({ sid, dispatch, isDone }: FollowOptions, otherwise: SignInEvent): Promise<void> {
  // Also true if another tab (opened by the eID app) has finished this sign-in.
  const done = await isDone().catch(() => false);
  dispatch(done ? { type: 'polled', sid, answer: { state: 'COMPLETE' } } : otherwise);
}

/** Polls until the session has ended or the signal aborts. A lost connection is retried and never treated as an end. */
export async function followSession(options: FollowOptions): Promise<void> {
  const { poll, sid, userChallengeVerifier, signal, dispatch } = options;
  let outages = 0;
  let losses = 0;
  let isScanned = false;
  while (!signal.aborted) {
    const beganAt = performance.now();
    const steady = setTimeout(() => dispatch({ type: 'connection_back', sid }), STEADY_MS);
    try {
      const answer = await poll(sid, userChallengeVerifier, signal);
      clearTimeout(steady);
      outages = 0;
      losses = 0;
      if (answer.state === 'COMPLETE') {
        if (findDetour(answer)) return dispatch({ type: 'polled', sid, answer });
        return await settle(options, { type: 'poll_failed', sid, problem: 'unexpected', retryAtMs: null });
      }
      dispatch({ type: 'polled', sid, answer });
      if (answer.state === 'EXPIRED' || answer.state === 'REFUSED') return;
      // The phone has the request and the PIN comes next, so the next poll starts without a pause.
      const isNews: boolean = answer.scanned === true && !isScanned;
      isScanned ||= isNews;
      if (!isNews) await pause(Math.max(0, POLL_EVERY_MS - (performance.now() - beganAt)), signal);
    } catch (error) {
      clearTimeout(steady);
      if (signal.aborted) return;
      const failure = readFailure(error);
      const ended: SignInEvent = { type: 'poll_failed', sid, ...explainFailure(failure, Date.now()) };
      switch (failure.kind) {
        case 'network':
        case 'timeout':
          // A single failed call is not shown, because a short interruption would only worry people.
          if (losses > 0 || !navigator.onLine) dispatch({ type: 'connection_lost', sid });
          await pause(Math.min(1000 * 2 ** losses, MAX_BACKOFF_MS), signal);
          losses += 1;
          break;
        case 'rate_limited':
          await pause(failure.retryAfterSeconds * 1000, signal);
          break;
        case 'unavailable':
          outages += 1;
          if (outages > TOLERATED_OUTAGES) return dispatch(ended);
          await pause(POLL_EVERY_MS, signal);
          break;
        default:
          if (ended.problem === 'session_lost') return await settle(options, ended);
          return dispatch(ended);
      }
    }
  }
}

export interface QrFrame {
  text: string;
  /** The time of the request, which is never later than the creation of the code. */
  atMs: number;
}

export interface RotateOptions {
  fetchQr: EidCalls['fetchQr'];
  sid: string;
  signal: AbortSignal;
  dispatch: Dispatch;
  onFrame(frame: QrFrame): void;
}

/** Refreshes the QR code every second while it is visible, one request at a time. */
export async function rotateQr({ fetchQr, sid, signal, dispatch, onFrame }: RotateOptions): Promise<void> {
  while (!signal.aborted) {
    await waitUntilVisible(signal);
    if (signal.aborted) return;
    const atMs = Date.now();
    let waitMs = QR_EVERY_MS;
    try {
      const { qr, scanned } = await fetchQr(sid, signal);
      if (scanned) return dispatch({ type: 'scanned', sid });
      if (qr) onFrame({ text: qr, atMs });
    } catch (error) {
      if (signal.aborted) return;
      const failure = readFailure(error);
      // The poll reports the end of the session; here the code only stays covered.
      if (failure.kind === 'rate_limited') waitMs = failure.retryAfterSeconds * 1000;
      else if (failure.kind === 'refused') return;
    }
    await pause(Math.max(0, waitMs - (Date.now() - atMs)), signal);
  }
}
