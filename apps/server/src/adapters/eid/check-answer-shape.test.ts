import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkAnswerShape } from './check-answer-shape.ts';

const approved = {
  state: 'COMPLETE',
  result: { endResult: 'OK', documentNumber: 'PNOMN-1001-DOBO-Q' },
  cert: { value: 'AAAA', certificateLevel: 'QUALIFIED' },
  person: { givenName: 'Болд', surname: 'Дорж', givenNameEn: 'Bold', surnameEn: 'Dorj', civilId: '1001' },
  signature: {
    value: 'AAAA',
    signatureAlgorithm: 'ecdsa',
    signatureAlgorithmParameters: { hashAlgorithm: 'SHA-256' },
    serverRandom: randomBytes(32).toString('base64'),
    userChallenge: randomBytes(32).toString('base64url'),
    flowType: 'QR',
  },
  interactionTypeUsed: 'displayTextAndPIN',
};
const malformed = { ok: false, reason: 'malformed_answer' };

describe('the shape of a poll answer', () => {
  it('is running, ended or approved', () => {
    expect(checkAnswerShape({ state: 'RUNNING' })).toEqual({ ok: true, kind: 'running', deviceSeen: false });
    expect(checkAnswerShape({ state: 'RUNNING', deviceSeen: true })).toMatchObject({ deviceSeen: true });
    expect(checkAnswerShape({ state: 'COMPLETE', result: { endResult: 'TIMEOUT' } })).toEqual({
      ok: true,
      kind: 'ended',
      endResult: 'TIMEOUT',
    });
    expect(checkAnswerShape(approved)).toMatchObject({ ok: true, kind: 'approved' });
  });

  it('may contain members that the protocol does not name', () => {
    expect(checkAnswerShape({ ...approved, onBehalfOf: { orgName: 'x' } })).toMatchObject({
      kind: 'approved',
    });
  });

  it('is malformed when it is not an object of the protocol', () => {
    for (const body of [null, [], 'COMPLETE', 1, {}, { state: 'DONE' }, { state: 'COMPLETE' }])
      expect(checkAnswerShape(body)).toEqual(malformed);
  });

  it('is malformed when OK comes without certificate, person or signature', () => {
    for (const missing of ['cert', 'person', 'signature', 'interactionTypeUsed'] as const) {
      const { [missing]: _, ...rest } = approved;
      expect(checkAnswerShape(rest)).toEqual(malformed);
    }
    expect(checkAnswerShape({ ...approved, result: { endResult: 'OK' } })).toEqual(malformed);
  });

  it('cannot contain the separator of the signed payload', () => {
    for (const change of [
      { serverRandom: 'AAAAAAAAAAAAAAA|' },
      { userChallenge: `${'A'.repeat(42)}|` },
      { flowType: 'QR|QR' },
    ])
      expect(checkAnswerShape({ ...approved, signature: { ...approved.signature, ...change } })).toEqual(
        malformed,
      );
  });

  it('bounds every text', () => {
    const long = 'x'.repeat(300);
    for (const person of [{ civilId: long }, { givenName: long }, { surname: '' }, { regNo: long }])
      expect(checkAnswerShape({ ...approved, person: { ...approved.person, ...person } })).toEqual(malformed);
    expect(checkAnswerShape({ ...approved, cert: { ...approved.cert, value: 'A'.repeat(20_000) } })).toEqual(
      malformed,
    );
    expect(checkAnswerShape({ ...approved, cert: { ...approved.cert, certificateLevel: 'GOLD' } })).toEqual(
      malformed,
    );
  });
});
