import { describe, expect, it } from 'vitest';
import { adviseOn } from './problem-advice.ts';

describe('the advice on a refused request', () => {
  it.each([
    ['invalid_request', 'Authorization Server policy requires PKCE to be used for this request', 'pkce'],
    ['invalid_request', 'send code_challenge with code_challenge_method=S256 (PKCE), or nonce', 'nonce'],
    ['invalid_request', 'post_logout_redirect_uri not registered', 'logoutUri'],
    [
      'invalid_redirect_uri',
      "redirect_uri did not match any of the client's registered redirect_uris",
      'redirect',
    ],
    ['invalid_client', 'client authentication failed (invalid secret provided)', 'secret'],
    [
      'invalid_client',
      'client authentication failed (the provided authentication mechanism does not match the registered client authentication method)',
      'method',
    ],
    [
      'invalid_client',
      'client authentication failed (aud of the client assertion must be the issuer alone, as a string)',
      'assertion',
    ],
    ['unsupported_response_type', 'unsupported response_type requested', 'responseType'],
    ['unsupported_response_mode', 'unsupported response_mode requested', 'responseMode'],
    ['invalid_scope', 'the application may not ask for the scope svc:x', 'scope'],
    ['invalid_grant', 'grant request is invalid (authorization code is expired)', 'codeExpired'],
    ['invalid_grant', 'grant request is invalid (authorization code already consumed)', 'codeUsed'],
    ['invalid_grant', 'grant request is invalid (refresh token not found)', 'refresh'],
    ['invalid_grant', 'grant request is invalid (code_verifier does not match code_challenge)', 'verifier'],
    ['server_error', 'oops', undefined],
  ])('%s, %s: %s', (error, description, advice) => {
    expect(adviseOn({ error, description })).toBe(advice);
  });
});
