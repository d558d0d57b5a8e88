import type { EidSession, PollAnswer, SessionKind } from '../../api/eid.ts';
import type { ApiFailure } from '../../api/errors.ts';

/** Failures that end an attempt; each has one text and one next step. */
export type Problem =
  | 'offline'
  | 'provider_down'
  | 'rate_limited'
  | 'invalid_national_id'
  | 'sso_required'
  | 'private_platform'
  | 'account_disabled'
  | 'account_locked'
  | 'mfa_unavailable'
  | 'already_linked_elsewhere'
  | 'session_lost'
  | 'unexpected';

export type SignInState =
  | { step: 'idle' }
  | { step: 'starting'; kind: SessionKind }
  /** `connected` is false while answers are missing; the session itself continues. */
  | { step: 'waiting'; session: EidSession; connected: boolean }
  | { step: 'scanned'; session: EidSession; connected: boolean }
  /** Approved in the app on this device: the page that the app opens must finish it. */
  | { step: 'returning'; session: EidSession; connected: boolean }
  /** Confirmed; `detour` is the step before the requested page. */
  | { step: 'complete'; detour?: Detour }
  | { step: 'refused'; kind: SessionKind; reason: string }
  | { step: 'expired'; kind: SessionKind }
  | { step: 'failed'; kind: SessionKind; problem: Problem; retryAtMs: number | null };

/** A second factor, or the reason why the waiting social account was not linked to this eID. */
export type Detour = 'second_factor' | 'linked_elsewhere' | 'another_linked' | 'link_expired';

export type SignInEvent =
  | { type: 'start'; kind: SessionKind }
  | { type: 'started'; session: EidSession }
  | { type: 'start_failed'; kind: SessionKind; problem: Problem; retryAtMs: number | null }
  | { type: 'polled'; sid: string; answer: PollAnswer }
  | { type: 'poll_failed'; sid: string; problem: Problem; retryAtMs: number | null }
  | { type: 'scanned'; sid: string }
  | { type: 'connection_lost'; sid: string }
  | { type: 'connection_back'; sid: string }
  | { type: 'time_over'; sid: string }
  | { type: 'reset' };

export type LiveState = Extract<SignInState, { session: EidSession }>;

export function isLive(state: SignInState): state is LiveState {
  return state.step === 'waiting' || state.step === 'scanned' || state.step === 'returning';
}

/** The kind of the attempt; idle and complete have none. */
export function readKind(state: SignInState): SessionKind | null {
  if (isLive(state)) return state.session.kind;
  return 'kind' in state ? state.kind : null;
}

export function findDetour(answer: PollAnswer): Detour | null {
  if (answer.mfa_required) return 'second_factor';
  switch (answer.social_link) {
    case undefined:
    case 'linked':
      return null;
    case 'another_linked':
      return 'another_linked';
    case 'expired':
      return 'link_expired';
    default:
      return 'linked_elsewhere';
  }
}

function applyAnswer(state: LiveState, answer: PollAnswer): SignInState {
  switch (answer.state) {
    case 'COMPLETE': {
      const detour = findDetour(answer);
      return detour ? { step: 'complete', detour } : { step: 'complete' };
    }
    case 'EXPIRED':
      return { step: 'expired', kind: state.session.kind };
    case 'REFUSED':
      return { step: 'refused', kind: state.session.kind, reason: answer.reason ?? '' };
    default: {
      // PENDING, and any state that a later server may add: keep waiting. Steps only move forward.
      const { session } = state;
      if (answer.return_required || state.step === 'returning')
        return { step: 'returning', session, connected: true };
      if (answer.scanned || state.step === 'scanned') return { step: 'scanned', session, connected: true };
      return { step: 'waiting', session, connected: true };
    }
  }
}

/**
 * The whole sign-in as a pure function. An event of another session comes from an abandoned attempt and changes
 * nothing.
 */
export function reduceSignIn(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case 'reset':
      return { step: 'idle' };
    case 'start':
      return state.step === 'complete' ? state : { step: 'starting', kind: event.kind };
    case 'started':
      return state.step === 'starting' && state.kind === event.session.kind
        ? { step: 'waiting', session: event.session, connected: true }
        : state;
    case 'start_failed':
      return state.step === 'starting' && state.kind === event.kind
        ? { step: 'failed', kind: event.kind, problem: event.problem, retryAtMs: event.retryAtMs }
        : state;
  }
  if (!isLive(state) || state.session.sid !== event.sid) return state;
  switch (event.type) {
    case 'polled':
      return applyAnswer(state, event.answer);
    case 'poll_failed':
      return { step: 'failed', kind: state.session.kind, problem: event.problem, retryAtMs: event.retryAtMs };
    case 'scanned':
      return state.step === 'waiting' ? { ...state, step: 'scanned' } : state;
    case 'connection_lost':
      return state.connected ? { ...state, connected: false } : state;
    case 'connection_back':
      return state.connected ? state : { ...state, connected: true };
    case 'time_over':
      return { step: 'expired', kind: state.session.kind };
  }
}

/** A refused number is corrected in the form, not on a separate page. */
export function showsPushForm(state: SignInState): boolean {
  return (
    state.step === 'idle' ||
    state.step === 'starting' ||
    (state.step === 'failed' && state.problem === 'invalid_national_id')
  );
}

const PROBLEM_CODES: ReadonlySet<string> = new Set<Problem>([
  'invalid_national_id',
  'sso_required',
  'private_platform',
  'account_disabled',
  'account_locked',
  'mfa_unavailable',
  'already_linked_elsewhere',
]);

/** Maps a failed call to a problem, with the earliest time for a retry. */
export function explainFailure(
  failure: ApiFailure,
  nowMs: number,
): { problem: Problem; retryAtMs: number | null } {
  switch (failure.kind) {
    case 'network':
    case 'timeout':
      return { problem: 'offline', retryAtMs: null };
    case 'rate_limited':
      return { problem: 'rate_limited', retryAtMs: nowMs + failure.retryAfterSeconds * 1000 };
    case 'unavailable':
      return { problem: 'provider_down', retryAtMs: null };
    case 'invalid':
      return {
        problem: failure.errors.some((error) => error.field === 'national_id')
          ? 'invalid_national_id'
          : 'unexpected',
        retryAtMs: null,
      };
    case 'unauthorized':
      return { problem: 'session_lost', retryAtMs: null };
    case 'refused': {
      if (PROBLEM_CODES.has(failure.code)) return { problem: failure.code as Problem, retryAtMs: null };
      // Another tab has already taken this step, or the session is gone.
      const lost = failure.status === 404 || failure.status === 409 || failure.code === 'wrong_step';
      return { problem: lost ? 'session_lost' : 'unexpected', retryAtMs: null };
    }
  }
}

/** The state's name for `data-state`, shared by browser tests and the page's words. */
export type StateName =
  | 'idle'
  | 'starting'
  | 'waiting'
  | 'reconnecting'
  | 'scanned'
  | 'returning'
  | 'complete'
  | 'refused'
  | 'expired'
  | Problem;

export function nameState(state: SignInState): StateName {
  if (state.step === 'failed') return state.problem;
  if (isLive(state) && !state.connected) return 'reconnecting';
  return state.step;
}
