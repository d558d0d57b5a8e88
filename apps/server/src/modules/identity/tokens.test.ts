import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTokens, type TokenClaims } from './tokens.ts';

const secret = 'tokens-test-key-0123456789-abcdefgh';
const tokens = createTokens(secret, 'here');
const nowMs = 1_800_000_000_000;
const claims: Omit<TokenClaims, 'iss'> = {
  sub: randomUUID(),
  role_id: 4,
  kind: 'access',
  fid: randomUUID(),
  jti: randomUUID(),
  iat: nowMs / 1000,
  exp: nowMs / 1000 + 900,
};
const token = tokens.sign(claims);
const [header = '', payload = '', signature = ''] = token.split('.');

const encode = (text: string) => Buffer.from(text).toString('base64url');
const seal = (text: string, key = secret) =>
  `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
/** Valid signature over arbitrary content. */
const signed = (body: string) => seal(`${header}.${encode(body)}`);

const refusedBoth = (text: string) => {
  expect(tokens.verify(text, 'access', nowMs)).toBeUndefined();
  expect(tokens.recognise(text, 'access')).toBeUndefined();
};

describe('a token', () => {
  it('returns the signed claims with the issuer', () => {
    expect(tokens.verify(token, 'access', nowMs)).toEqual({ ...claims, iss: 'here' });
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
  });

  it('is rejected under another secret or issuer', () => {
    expect(createTokens(`${secret}x`, 'here').verify(token, 'access', nowMs)).toBeUndefined();
    expect(createTokens(secret, 'there').verify(token, 'access', nowMs)).toBeUndefined();
    expect(createTokens(secret, 'there').recognise(token, 'access')).toBeUndefined();
  });

  it('is accepted only for its own kind', () => {
    const refresh = tokens.sign({ ...claims, kind: 'refresh' });
    expect(tokens.verify(token, 'refresh', nowMs)).toBeUndefined();
    expect(tokens.verify(refresh, 'access', nowMs)).toBeUndefined();
    expect(tokens.recognise(refresh, 'access')).toBeUndefined();
    expect(tokens.verify(refresh, 'refresh', nowMs)).toBeDefined();
  });

  it('expires at the millisecond of exp, and is still recognised afterwards', () => {
    const endMs = claims.exp * 1000;
    expect(tokens.verify(token, 'access', endMs - 1)).toBeDefined();
    expect(tokens.verify(token, 'access', endMs)).toBeUndefined();
    expect(tokens.verify(token, 'access', endMs * 2)).toBeUndefined();
    expect(tokens.recognise(token, 'access')?.fid).toBe(claims.fid);
  });

  it('has one spelling: no character can be changed, added or removed', () => {
    for (let at = 0; at < token.length; at += 1) {
      for (const other of ['A', 'B', 'c', '-', '.', '='])
        if (token[at] !== other) refusedBoth(token.slice(0, at) + other + token.slice(at + 1));
      refusedBoth(token.slice(0, at) + token.slice(at + 1));
      refusedBoth(token.slice(0, at));
    }
    for (const extra of ['=', ' ', '\n', '!', '.', 'A', '%', '\u0000']) {
      refusedBoth(token + extra);
      refusedBoth(extra + token);
    }
  });

  it('has a pinned algorithm, even with a valid signature over another header', () => {
    for (const other of [
      '{"alg":"none","typ":"JWT"}',
      '{"alg":"HS512","typ":"JWT"}',
      '{"alg":"RS256","typ":"JWT"}',
      '{"typ":"JWT","alg":"HS256"}',
      '{"alg":"HS256"}',
      '{"alg":"HS256","typ":"JWT","kid":"1"}',
      '{"alg":"HS256","typ":"JWT"} ',
      '{}',
      '',
    ])
      refusedBoth(seal(`${encode(other)}.${payload}`));
    refusedBoth(`${encode('{"alg":"none","typ":"JWT"}')}.${payload}.`);
  });

  it('is rejected without exp', () => {
    const { exp: _, ...endless } = { ...claims, iss: 'here' };
    for (const body of [
      endless,
      { ...endless, exp: null },
      { ...endless, exp: '9999999999' },
      { ...endless, exp: true },
      { ...endless, exp: 0 },
    ])
      expect(tokens.verify(signed(JSON.stringify(body)), 'access', nowMs)).toBeUndefined();
  });

  it('is rejected without an exception when the payload is no claims object', () => {
    for (const body of [
      '',
      'null',
      'true',
      '5',
      '"text"',
      '[]',
      '[null]',
      '{',
      '{}',
      '{"iss":"here"}',
      '\u0000',
    ])
      refusedBoth(signed(body));
  });

  it('is rejected for random garbage', () => {
    const pieces = [
      header,
      payload,
      signature,
      '',
      '.',
      '..',
      'a',
      '=',
      '\n',
      'é',
      '🙂',
      '{}',
      encode('null'),
    ];
    const pick = () => pieces[randomBytes(1).readUInt8(0) % pieces.length] ?? '';
    for (let round = 0; round < 3000; round += 1) {
      const length = 1 + (round % 6);
      const text = Array.from({ length }, pick).join(round % 2 === 0 ? '.' : '');
      if (text !== token) refusedBoth(text);
    }
    for (let length = 0; length < 400; length += 1) {
      refusedBoth(randomBytes(length).toString('latin1'));
      refusedBoth(`${header}.${randomBytes(length).toString('base64url')}.${signature}`);
      refusedBoth(`${header}.${payload}.${randomBytes(length).toString('base64url')}`);
    }
  });

  it('is rejected before verification when it is longer than any of ours', () => {
    refusedBoth(signed(JSON.stringify({ ...claims, iss: 'here', filler: 'x'.repeat(4096) })));
  });
});
