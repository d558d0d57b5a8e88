import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkFlow } from './check-flow.ts';

const verifier = randomBytes(32).toString('base64url');
const userChallenge = createHash('sha256').update(verifier).digest('base64url');
const callbackUrl = 'https://portal.test/auth/eid/callback';
const link = { kind: 'device-link' as const, callbackUrl: null };
const linkWithReturn = { kind: 'device-link' as const, callbackUrl };
const push = { kind: 'notification' as const, callbackUrl: null };

describe('the flow that ended a session', () => {
  it('must be one that its start allows', () => {
    for (const flowType of ['QR', 'Web2App', 'App2App'] as const) {
      expect(checkFlow(link, { flowType, userChallenge }, null)).toEqual({ ok: true });
      expect(checkFlow(push, { flowType, userChallenge }, null)).toEqual({ ok: false, reason: 'other_flow' });
    }
    expect(checkFlow(push, { flowType: 'Notification', userChallenge }, null)).toEqual({ ok: true });
    expect(checkFlow(link, { flowType: 'Notification', userChallenge }, null)).toEqual({
      ok: false,
      reason: 'other_flow',
    });
  });

  it('needs no return after a QR, even when a callback address was given', () => {
    expect(
      checkFlow(linkWithReturn, { flowType: 'QR', userChallenge, initialCallbackUrl: callbackUrl }, null),
    ).toEqual({
      ok: true,
    });
  });

  it('waits for the return of the same device', () => {
    for (const flowType of ['Web2App', 'App2App'] as const) {
      const signed = { flowType, userChallenge, initialCallbackUrl: callbackUrl };
      expect(checkFlow(linkWithReturn, signed, null)).toEqual({ ok: false, reason: 'return_missing' });
      expect(checkFlow(linkWithReturn, signed, verifier)).toEqual({ ok: true });
    }
  });

  it('refuses a return with another verifier', () => {
    const signed = { flowType: 'Web2App' as const, userChallenge };
    for (const wrong of ['', randomBytes(32).toString('base64url'), userChallenge])
      expect(checkFlow(linkWithReturn, signed, wrong)).toEqual({ ok: false, reason: 'return_wrong' });
  });

  it('refuses an answer that names another return address', () => {
    const signed = { flowType: 'QR' as const, userChallenge, initialCallbackUrl: 'https://elsewhere.test/' };
    for (const session of [link, linkWithReturn])
      expect(checkFlow(session, signed, null)).toEqual({ ok: false, reason: 'other_callback' });
  });
});
