import { describe, expect, it } from 'vitest';
import { readCommonName, readOutcome, toneOfCertificate } from './eid-words.ts';

describe('readOutcome', () => {
  it('groups every kind of refusal', () => {
    for (const code of ['USER_REFUSED', 'USER_REFUSED_INTERACTION', 'USER_REFUSED_CERT_CHOICE']) {
      expect(readOutcome(code)).toEqual({ key: 'refused', tone: 'bad' });
    }
  });

  it('distinguishes success, timeout and a wrong code', () => {
    expect(readOutcome('OK').key).toBe('done');
    expect(readOutcome('TIMEOUT').key).toBe('timedOut');
    expect(readOutcome('WRONG_VC').key).toBe('wrongCode');
  });

  it('never calls an unknown result a success', () => {
    for (const code of ['', 'NEW_RESULT', 'PROTOCOL_FAILURE']) {
      expect(readOutcome(code)).toEqual({ key: 'other', tone: 'warn' });
    }
  });
});

describe('toneOfCertificate', () => {
  it('is green only for a valid certificate', () => {
    expect(toneOfCertificate('VALID')).toBe('good');
    for (const status of ['REVOKED', 'EXPIRED', 'SUSPENDED', 'NEW']) {
      expect(toneOfCertificate(status)).not.toBe('good');
    }
  });
});

describe('readCommonName', () => {
  it('finds the common name at any position', () => {
    expect(readCommonName('CN=National eID CA, O=State, C=MN')).toBe('National eID CA');
    expect(readCommonName('C=MN, O=State, CN=National eID CA')).toBe('National eID CA');
    expect(readCommonName('CN="State, National CA", C=MN')).toBe('State, National CA');
    expect(readCommonName('CN=State\\, National CA,C=MN')).toBe('State, National CA');
  });

  it('returns the whole text without a common name', () => {
    expect(readCommonName('O=State, C=MN')).toBe('O=State, C=MN');
  });
});
