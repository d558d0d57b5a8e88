import { describe, expect, it } from 'vitest';
import { stripTokensFromJson } from './strip-tokens.ts';

const strip = (text: string) => stripTokensFromJson(Buffer.from(text))?.toString('utf8');

describe('stripTokensFromJson', () => {
  it('removes tokens at any depth and keeps everything else', () => {
    const body = {
      data: {
        items: [{ token: 'a', name: 'б' }, [{ refresh_token: 'b' }]],
        access_token: { token: 'c' },
        verification: 'token',
      },
    };
    expect(strip(JSON.stringify(body))).toBe('{"data":{"items":[{"name":"б"},[{}]],"verification":"token"}}');
  });

  it('finds a name written with escapes', () => {
    expect(strip('{"\\u0074oken":"a","b":1}')).toBe('{"b":1}');
  });

  it('keeps a body without tokens unchanged, byte for byte', () => {
    const text = '{ "amount": 12345678901234567890, "csrf_token_hint": 1 }\n';
    expect(strip(text)).toBe(text);
  });

  it('refuses a body that names a token and is not JSON', () => {
    expect(strip('{"token":"a"')).toBeUndefined();
  });
});
