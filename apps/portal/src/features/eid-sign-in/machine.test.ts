import { describe, expect, it } from 'vitest';
import type { EidSession, PollAnswer, SessionKind } from '../../api/eid.ts';
import {
  explainFailure,
  nameState,
  readKind,
  reduceSignIn,
  type SignInEvent,
  type SignInState,
  showsPushForm,
} from './machine.ts';

function makeSession(kind: SessionKind, sid = 'a'): EidSession {
  return { sid, kind, qr: '', deepLink: '', verificationCode: '1234', startedAtMs: 0, deadlineMs: null };
}

const link = makeSession('link');
const push = makeSession('push');
const idle: SignInState = { step: 'idle' };
const complete: SignInState = { step: 'complete' };
const starting: SignInState = { step: 'starting', kind: 'link' };
const waiting: SignInState = { step: 'waiting', session: link, connected: true };
const scanned: SignInState = { step: 'scanned', session: link, connected: true };
const returning: SignInState = { step: 'returning', session: link, connected: true };
const refused: SignInState = { step: 'refused', kind: 'link', reason: 'user_refused' };
const expired: SignInState = { step: 'expired', kind: 'push' };
const failed: SignInState = { step: 'failed', kind: 'link', problem: 'offline', retryAtMs: null };
const live = [waiting, scanned, returning];
const still = [idle, complete, starting, refused, expired, failed];

const pending = (extra: object = {}): SignInEvent => ({
  type: 'polled',
  sid: 'a',
  answer: { state: 'PENDING', ...extra },
});

describe('a confirmation with a detour', () => {
  const end = (extra: object) =>
    reduceSignIn(waiting, { type: 'polled', sid: 'a', answer: { state: 'COMPLETE', ...extra } });

  it('is complete and names the detour', () => {
    expect(end({})).toEqual({ step: 'complete' });
    expect(end({ social_link: 'linked' })).toEqual({ step: 'complete' });
    expect(end({ mfa_required: true })).toEqual({ step: 'complete', detour: 'second_factor' });
    for (const [link, detour] of [
      ['conflict', 'linked_elsewhere'],
      ['already_linked_elsewhere', 'linked_elsewhere'],
      ['another_linked', 'another_linked'],
      ['expired', 'link_expired'],
    ])
      expect(end({ social_link: link })).toEqual({ step: 'complete', detour });
  });

  it('asks for the second factor first', () => {
    expect(end({ mfa_required: true, social_link: 'conflict' })).toMatchObject({ detour: 'second_factor' });
  });
});

describe('starting', () => {
  it('works from every state except a finished sign-in', () => {
    for (const state of [idle, starting, waiting, scanned, returning, refused, expired, failed]) {
      expect(reduceSignIn(state, { type: 'start', kind: 'push' })).toEqual({
        step: 'starting',
        kind: 'push',
      });
    }
    expect(reduceSignIn(complete, { type: 'start', kind: 'push' })).toBe(complete);
  });

  it('waits for the phone after the start', () => {
    expect(reduceSignIn(starting, { type: 'started', session: link })).toEqual(waiting);
  });

  it('ignores the answer of an abandoned start', () => {
    expect(reduceSignIn(starting, { type: 'started', session: push })).toBe(starting);
    expect(reduceSignIn(idle, { type: 'started', session: link })).toBe(idle);
    const late: SignInEvent = { type: 'start_failed', kind: 'push', problem: 'offline', retryAtMs: null };
    expect(reduceSignIn(starting, late)).toBe(starting);
    expect(reduceSignIn(waiting, { ...late, kind: 'link' })).toBe(waiting);
  });

  it('keeps the problem and the wait if it fails', () => {
    const event: SignInEvent = { type: 'start_failed', kind: 'link', problem: 'rate_limited', retryAtMs: 9 };
    expect(reduceSignIn(starting, event)).toEqual({
      step: 'failed',
      kind: 'link',
      problem: 'rate_limited',
      retryAtMs: 9,
    });
  });
});

describe('waiting for the phone', () => {
  it('continues on PENDING and on unknown states', () => {
    expect(reduceSignIn(waiting, pending())).toEqual(waiting);
    const unknown: SignInEvent = {
      type: 'polled',
      sid: 'a',
      answer: { state: 'RUNNING' as string as PollAnswer['state'] },
    };
    expect(reduceSignIn(waiting, unknown)).toEqual(waiting);
  });

  it('moves forward only: PENDING never resets scanned or returning', () => {
    expect(reduceSignIn(waiting, pending({ scanned: true }))).toEqual(scanned);
    expect(reduceSignIn(scanned, pending())).toEqual(scanned);
    expect(reduceSignIn(scanned, pending({ scanned: false }))).toEqual(scanned);
    expect(reduceSignIn(waiting, pending({ return_required: true }))).toEqual(returning);
    expect(reduceSignIn(scanned, pending({ return_required: true }))).toEqual(returning);
    expect(reduceSignIn(returning, pending({ scanned: true }))).toEqual(returning);
  });

  it('also learns of the scan from the QR answer', () => {
    expect(reduceSignIn(waiting, { type: 'scanned', sid: 'a' })).toEqual(scanned);
    expect(reduceSignIn(scanned, { type: 'scanned', sid: 'a' })).toBe(scanned);
    expect(reduceSignIn(returning, { type: 'scanned', sid: 'a' })).toBe(returning);
  });

  it('ends with COMPLETE, EXPIRED or REFUSED from every waiting state', () => {
    for (const state of live) {
      const end = (answer: PollAnswer) => reduceSignIn(state, { type: 'polled', sid: 'a', answer });
      expect(end({ state: 'COMPLETE' })).toEqual(complete);
      expect(end({ state: 'EXPIRED' })).toEqual({ step: 'expired', kind: 'link' });
      expect(end({ state: 'REFUSED', reason: 'wrong_code' })).toEqual({
        step: 'refused',
        kind: 'link',
        reason: 'wrong_code',
      });
      expect(end({ state: 'REFUSED' })).toEqual({ step: 'refused', kind: 'link', reason: '' });
    }
  });

  it('ends after the deadline or a final poll failure', () => {
    for (const state of live) {
      expect(reduceSignIn(state, { type: 'time_over', sid: 'a' })).toEqual({ step: 'expired', kind: 'link' });
      expect(
        reduceSignIn(state, { type: 'poll_failed', sid: 'a', problem: 'account_locked', retryAtMs: null }),
      ).toEqual({ step: 'failed', kind: 'link', problem: 'account_locked', retryAtMs: null });
    }
  });

  it('keeps the session during a lost connection and reports it', () => {
    for (const state of live) {
      const lost = reduceSignIn(state, { type: 'connection_lost', sid: 'a' });
      expect(nameState(lost)).toBe('reconnecting');
      expect(reduceSignIn(lost, { type: 'connection_lost', sid: 'a' })).toBe(lost);
      expect(reduceSignIn(lost, { type: 'connection_back', sid: 'a' })).toEqual(state);
      expect(reduceSignIn(lost, pending())).toEqual(state);
      expect(reduceSignIn(state, { type: 'connection_back', sid: 'a' })).toBe(state);
    }
  });
});

describe('a late event', () => {
  const about = (sid: string): SignInEvent[] => [
    { type: 'polled', sid, answer: { state: 'COMPLETE' } },
    { type: 'poll_failed', sid, problem: 'offline', retryAtMs: null },
    { type: 'scanned', sid },
    { type: 'connection_lost', sid },
    { type: 'connection_back', sid },
    { type: 'time_over', sid },
  ];

  it('changes nothing if it belongs to another session', () => {
    for (const state of live) {
      for (const event of about('b')) expect(reduceSignIn(state, event)).toBe(state);
    }
  });

  it('changes nothing without a waiting session', () => {
    for (const state of still) {
      for (const event of about('a')) expect(reduceSignIn(state, event)).toBe(state);
    }
  });

  it('is cleared by a reset', () => {
    for (const state of [...live, ...still]) expect(reduceSignIn(state, { type: 'reset' })).toEqual(idle);
  });
});

describe('reading a state', () => {
  it('shows the kind of sign-in', () => {
    expect(readKind(idle)).toBeNull();
    expect(readKind(complete)).toBeNull();
    expect(readKind(starting)).toBe('link');
    expect(readKind({ step: 'waiting', session: push, connected: true })).toBe('push');
    expect(readKind(expired)).toBe('push');
  });

  it('keeps the form for a wrong number and closes it for every other end', () => {
    for (const state of [idle, starting]) expect(showsPushForm(state)).toBe(true);
    expect(showsPushForm({ ...failed, problem: 'invalid_national_id' })).toBe(true);
    for (const state of [...live, complete, refused, expired, failed])
      expect(showsPushForm(state)).toBe(false);
  });

  it('has one name per state', () => {
    expect([...live, ...still].map(nameState)).toEqual([
      'waiting',
      'scanned',
      'returning',
      'idle',
      'complete',
      'starting',
      'refused',
      'expired',
      'offline',
    ]);
  });
});

describe('explainFailure', () => {
  const explain = (failure: Parameters<typeof explainFailure>[0]) => explainFailure(failure, 1000);

  it('names the refusals the server names', () => {
    for (const code of ['sso_required', 'private_platform', 'account_disabled', 'account_locked']) {
      expect(explain({ kind: 'refused', status: 403, code }).problem).toBe(code);
    }
    expect(explain({ kind: 'refused', status: 400, code: 'invalid_national_id' }).problem).toBe(
      'invalid_national_id',
    );
    expect(explain({ kind: 'refused', status: 403, code: 'csrf_failed' }).problem).toBe('unexpected');
    expect(explain({ kind: 'refused', status: 404, code: 'not_found' }).problem).toBe('session_lost');
    expect(explain({ kind: 'refused', status: 409, code: 'already_consumed' }).problem).toBe('session_lost');
  });

  it('counts the wait of a rate limit from now', () => {
    expect(explain({ kind: 'rate_limited', retryAfterSeconds: 20 })).toEqual({
      problem: 'rate_limited',
      retryAtMs: 21_000,
    });
  });

  it('distinguishes the connection, the provider and the field', () => {
    expect(explain({ kind: 'network' }).problem).toBe('offline');
    expect(explain({ kind: 'timeout' }).problem).toBe('offline');
    expect(explain({ kind: 'unauthorized' }).problem).toBe('session_lost');
    expect(explain({ kind: 'unavailable', status: 502, code: 'upstream_failed' }).problem).toBe(
      'provider_down',
    );
    const errors = [{ field: 'national_id', tag: 'min', message: '' }];
    expect(explain({ kind: 'invalid', errors }).problem).toBe('invalid_national_id');
    expect(explain({ kind: 'invalid', errors: [] }).problem).toBe('unexpected');
  });
});
