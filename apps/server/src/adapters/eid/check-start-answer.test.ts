import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkStartAnswer, verificationCodeOf } from './check-start-answer.ts';

const answer = {
  sessionID: randomUUID(),
  vc: { type: 'numeric4', value: '0042' },
  expiresAt: '2031-05-06T07:10:09.000Z',
  sessionToken: 'tok_en-1.2~3',
  sessionSecret: randomBytes(32).toString('base64'),
  deviceLinkBase: 'https://eid.test/link',
};
const expected = { kind: 'device-link' as const, verificationCode: '0042', plainHttpAllowed: false };

describe('the verification code', () => {
  it('is the last two bytes of the digest of the raw challenge, modulo 10 000, with leading zeros', () => {
    // SHA-256 of no bytes ends with b8 55: 47189.
    expect(verificationCodeOf('')).toBe('7189');
    for (let i = 0; i < 200; i++)
      expect(verificationCodeOf(randomBytes(64).toString('base64'))).toMatch(/^\d{4}$/);
  });
});

describe('the answer to a start', () => {
  it('gives the session and the parts of the link', () => {
    expect(checkStartAnswer(answer, expected)).toEqual({
      ok: true,
      providerSessionId: answer.sessionID,
      expiresAtMs: Date.parse(answer.expiresAt),
      device: {
        sessionToken: answer.sessionToken,
        sessionSecret: answer.sessionSecret,
        deviceLinkBase: answer.deviceLinkBase,
      },
    });
  });

  it('may omit the expiry, and has no device after a notification', () => {
    const { sessionID, vc } = answer;
    expect(checkStartAnswer({ sessionID, vc }, { ...expected, kind: 'notification' })).toMatchObject({
      ok: true,
      expiresAtMs: null,
      device: null,
    });
  });

  it('is refused when the code differs from our computed one', () => {
    expect(checkStartAnswer(answer, { ...expected, verificationCode: '0043' })).toEqual({
      ok: false,
      reason: 'other_verification_code',
    });
  });

  it('is refused when a value could change the address that contains it', () => {
    for (const change of [
      { sessionID: '../../admin' },
      { sessionToken: 'token&sessionType=sign' },
      { sessionSecret: 'short' },
      { expiresAt: 'soon' },
      { vc: { type: 'numeric4', value: '42' } },
    ])
      expect(checkStartAnswer({ ...answer, ...change }, expected)).toEqual({
        ok: false,
        reason: 'malformed_answer',
      });
  });

  it('is refused when its link is not a web address', () => {
    const unsafe = { ok: false, reason: 'unsafe_device_link' };
    for (const deviceLinkBase of [
      'javascript:alert(1)',
      'https://eid.test/link?x=1',
      'http://eid.test/link',
      '//eid.test/link',
    ])
      expect(checkStartAnswer({ ...answer, deviceLinkBase }, expected)).toEqual(unsafe);
    expect(
      checkStartAnswer(
        { ...answer, deviceLinkBase: 'http://eid.test/link' },
        { ...expected, plainHttpAllowed: true },
      ),
    ).toMatchObject({ ok: true });
  });
});
