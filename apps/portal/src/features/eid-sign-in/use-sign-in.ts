import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { EidSession, SessionKind } from '../../api/eid.ts';
import { readFailure } from '../../api/errors.ts';
import { type EidUse, signInUse } from './eid-use.ts';
import { followSession, type QrFrame, rotateQr } from './follow.ts';
import { explainFailure, isLive, reduceSignIn, type SignInState } from './machine.ts';
import { forgetPending, rememberPending } from './pending.ts';

/** Extra time after the deadline for a person who is entering the PIN. */
const GRACE_MS = 30_000;

interface ResumedSignIn {
  sid: string;
  userChallengeVerifier: string | null;
}

export interface SignInOptions {
  /** The use case of the confirmation; sign-in by default. */
  use?: EidUse;
  next: string;
  /** The QR code is fetched only while its panel is open. */
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

/** The address that the eID app on the same device returns to. */
function buildReturnAddress(): string {
  return `${window.location.origin}/auth/eid/callback`;
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

export function useSignIn({ use = signInUse, next, showsQr, resumed }: SignInOptions): SignIn {
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
        if (kind === 'link') rememberPending({ sid: started.sid, next, use: use.name });
        if (started.qr) setFrame({ text: started.qr, atMs: started.startedAtMs });
        dispatch({ type: 'started', session: started });
      } catch (error) {
        if (attempt.signal.aborted) return;
        dispatch({ type: 'start_failed', kind, ...explainFailure(readFailure(error), Date.now()) });
      }
    },
    [next, use],
  );

  useEffect(() => () => starting.current?.abort(), []);

  useEffect(() => {
    if (!sid) return;
    const controller = new AbortController();
    void followSession({
      poll: use.calls.poll,
      sid,
      userChallengeVerifier: verifier,
      signal: controller.signal,
      dispatch,
      isDone: () => use.isDone(client),
    });
    return () => controller.abort();
  }, [sid, verifier, client, use]);

  const rotates = showsQr && state.step === 'waiting' && state.session.kind === 'link';
  useEffect(() => {
    if (!sid || !rotates) return;
    const controller = new AbortController();
    void rotateQr({
      fetchQr: use.calls.fetchQr,
      sid,
      signal: controller.signal,
      dispatch,
      onFrame: setFrame,
    });
    return () => controller.abort();
  }, [sid, rotates, use]);

  const deadlineMs = session?.deadlineMs ?? null;
  // An unscanned code ends at its deadline; a phone that has scanned it may still show the PIN.
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
    beginLink: useCallback(
      () => void begin('link', (signal) => use.calls.startLink(buildReturnAddress(), signal)),
      [begin, use],
    ),
    beginPush: useCallback(
      (nationalId) => void begin('push', (signal) => use.calls.startPush(nationalId, signal)),
      [begin, use],
    ),
    reset: useCallback(() => {
      starting.current?.abort();
      dispatch({ type: 'reset' });
    }, []),
  };
}
