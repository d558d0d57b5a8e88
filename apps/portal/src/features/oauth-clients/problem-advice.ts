import type { Problem } from '../../api/applications.ts';

export type Advice =
  | 'pkce'
  | 'nonce'
  | 'redirect'
  | 'secret'
  | 'method'
  | 'assertion'
  | 'responseType'
  | 'responseMode'
  | 'scope'
  | 'codeExpired'
  | 'codeUsed'
  | 'codeRedirect'
  | 'verifier'
  | 'refresh'
  | 'dpop'
  | 'par'
  | 'grant'
  | 'logoutUri'
  | 'logoutHint'
  | 'token';

/** The first rule that fits gives the advice, so a special one stands before a general one. */
const rules: readonly [error: RegExp, description: RegExp, advice: Advice][] = [
  [/^invalid_request$/, /or nonce/, 'nonce'],
  [/^invalid_request$/, /requires PKCE|code_challenge/, 'pkce'],
  [/^invalid_request$/, /post_logout_redirect_uri/, 'logoutUri'],
  [/^invalid_request$/, /id_token_hint/, 'logoutHint'],
  [/^invalid_request$/, /Pushed Authorization Request/i, 'par'],
  [/^invalid_redirect_uri$/, /./, 'redirect'],
  [/^invalid_request$/, /redirect_uri/, 'redirect'],
  [/^unsupported_response_type$/, /^/, 'responseType'],
  [/^unsupported_response_mode$/, /^/, 'responseMode'],
  [/^invalid_scope$/, /^/, 'scope'],
  [/^invalid_client$/, /does not match the registered/, 'method'],
  [/^invalid_client$/, /secret/, 'secret'],
  [/^invalid_client$/, /assertion|audience|\baud\b|jti|\bexp\b|signature|JWT/i, 'assertion'],
  [/^invalid_client$/, /^/, 'secret'],
  [/^(invalid_dpop_proof|use_dpop_nonce)$/, /^/, 'dpop'],
  [/^invalid_(grant|request)$/, /DPoP|jkt/, 'dpop'],
  [/^invalid_grant$/, /code is expired/, 'codeExpired'],
  [/^invalid_grant$/, /code already consumed|code not found/, 'codeUsed'],
  [/^invalid_grant$/, /redirect_uri mismatch/, 'codeRedirect'],
  [/^invalid_grant$/, /refresh token/, 'refresh'],
  [/^invalid_grant$/, /PKCE|verif/i, 'verifier'],
  [/^unauthorized_client$/, /^/, 'grant'],
  [/^invalid_token$/, /^/, 'token'],
];

/** What the developer should change; undefined for a rare problem, whose own text has to do. */
export function adviseOn({ error, description }: Pick<Problem, 'error' | 'description'>): Advice | undefined {
  return rules.find(([name, text]) => name.test(error) && text.test(description))?.[2];
}
