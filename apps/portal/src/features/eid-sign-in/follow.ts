import type { EidCalls } from '../../api/eid.ts';
import { readFailure } from '../../api/errors.ts';
import { explainFailure, findDetour, type SignInEvent } from './machine.ts';

/** Polls begin at least this far apart, unless one of them brought news. */
const POLL_EVERY_MS = 2_500;
const QR_EVERY_MS = 1_000;
const MAX_BACKOFF_MS = 8_000;
/** A poll that is held this long without breaking shows that the line is back. */
const STEADY_MS = 2_000;
/** The provider may stumble once or twice; then the person is told. */
const TOLERATED_OUTAGES = 3;

type Dispatch = (event: SignInEvent) => void;

/** Ends early when the page is looked at again or the line comes back: then waiting has lost its reason. */
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
  /** Asks the server whether this browser has what the confirmation was for; throws when it cannot be asked. */
  isDone(): Promise<boolean>;
}

async function settle({ sid, dispatch, isDone }: FollowOptions, otherwise: SignInEvent): Promise<void> {
  // Also true when another tab (the one the eID app opened) has finished this very sign-in.
  const done = await isDone().catch(() => false);
  dispatch(done ? { type: 'polled', sid, answer: { state: 'COMPLETE' } } : otherwise);
}

/** Polls until the session has ended or the signal aborts. A lost line is waited out, never taken for an end. */
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
      // The phone has the request and the PIN comes next: whoever waits for a pause now would wait for nothing.
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
          // One broken call is no news: a wave of words for a moment's hiccup would only unsettle.
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
  /** When it was asked for, which is never later than when it was made. */
  atMs: number;
}

export interface RotateOptions {
  fetchQr: EidCalls['fetchQr'];
  sid: string;
  signal: AbortSignal;
  dispatch: Dispatch;
  onFrame(frame: QrFrame): void;
}

/** Draws the QR anew each second while somebody can see it, one request at a time. */
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
      // Whether the session itself has ended is for the poll to say; here the code only stays covered.
      if (failure.kind === 'rate_limited') waitMs = failure.retryAfterSeconds * 1000;
      else if (failure.kind === 'refused') return;
    }
    await pause(Math.max(0, waitMs - (Date.now() - atMs)), signal);
  }
}
