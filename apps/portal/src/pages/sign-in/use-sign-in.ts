import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { type EidSession, type SessionKind, startLink, startPush } from '../../api/eid.ts';
import { readFailure } from '../../api/errors.ts';
import { loadFreshSession } from '../../api/session.ts';
import { followSession, type QrFrame, rotateQr } from './follow.ts';
import { explainFailure, isLive, reduceSignIn, type SignInState } from './machine.ts';
import { forgetPending, rememberPending } from './pending.ts';

/** Somebody who is just entering the PIN gets this long after the deadline before we call it over. */
const GRACE_MS = 30_000;

interface ResumedSignIn {
  sid: string;
  userChallengeVerifier: string | null;
}

export interface SignInOptions {
  next: string;
  /** The QR is fetched only while its panel is open. */
  showsQr: boolean;
  /** Continues a session that another page of this browser started. */
  resumed?: ResumedSignIn | null;
}

export interface SignIn {
  state: SignInState;
  frame: QrFrame | null;
  beginLink(): void;
  beginPush(nationalId: string): void;
  reset(): void;
}

function initialise(resumed: ResumedSignIn | null | undefined): SignInState {
  if (!resumed) return { step: 'idle' };
  const session: EidSession = {
    sid: resumed.sid,
    kind: 'link',
    qr: '',
    deepLink: '',
    verificationCode: '',
    startedAtMs: Date.now(),
    deadlineMs: null,
  };
  return { step: 'waiting', session, connected: true };
}

export function useSignIn({ next, showsQr, resumed }: SignInOptions): SignIn {
  const client = useQueryClient();
  const [state, dispatch] = useReducer(reduceSignIn, resumed, initialise);
  const [frame, setFrame] = useState<QrFrame | null>(null);
  const starting = useRef<AbortController | null>(null);

  const session = isLive(state) ? state.session : null;
  const sid = session?.sid ?? null;
  const verifier = resumed?.userChallengeVerifier ?? null;

  const begin = useCallback(
    async (kind: SessionKind, start: (signal: AbortSignal) => Promise<EidSession>) => {
      starting.current?.abort();
      const attempt = new AbortController();
      starting.current = attempt;
      setFrame(null);
      dispatch({ type: 'start', kind });
      try {
        const started = await start(attempt.signal);
        if (attempt.signal.aborted) return;
        if (kind === 'link') rememberPending({ sid: started.sid, next });
        if (started.qr) setFrame({ text: started.qr, atMs: started.startedAtMs });
        dispatch({ type: 'started', session: started });
      } catch (error) {
        if (attempt.signal.aborted) return;
        dispatch({ type: 'start_failed', kind, ...explainFailure(readFailure(error), Date.now()) });
      }
    },
    [next],
  );

  useEffect(() => () => starting.current?.abort(), []);

  useEffect(() => {
    if (!sid) return;
    const controller = new AbortController();
    void followSession({
      sid,
      userChallengeVerifier: verifier,
      signal: controller.signal,
      dispatch,
      isSignedIn: async () => (await loadFreshSession(client)) !== null,
    });
    return () => controller.abort();
  }, [sid, verifier, client]);

  const rotates = showsQr && state.step === 'waiting' && state.session.kind === 'link';
  useEffect(() => {
    if (!sid || !rotates) return;
    const controller = new AbortController();
    void rotateQr({ sid, signal: controller.signal, dispatch, onFrame: setFrame });
    return () => controller.abort();
  }, [sid, rotates]);

  const deadlineMs = session?.deadlineMs ?? null;
  // A code that nobody scanned is dead at its deadline; a phone that has it may still be at the PIN.
  const endsAtMs = deadlineMs === null ? null : rotates ? deadlineMs : deadlineMs + GRACE_MS;
  useEffect(() => {
    if (!sid || endsAtMs === null) return;
    const timer = setTimeout(() => dispatch({ type: 'time_over', sid }), endsAtMs - Date.now());
    return () => clearTimeout(timer);
  }, [sid, endsAtMs]);

  useEffect(() => {
    if (['complete', 'refused', 'expired'].includes(state.step)) forgetPending();
  }, [state.step]);

  return {
    state,
    frame,
    beginLink: useCallback(() => void begin('link', startLink), [begin]),
    beginPush: useCallback(
      (nationalId) => void begin('push', (signal) => startPush(nationalId, signal)),
      [begin],
    ),
    reset: useCallback(() => {
      starting.current?.abort();
      dispatch({ type: 'reset' });
    }, []),
  };
}
