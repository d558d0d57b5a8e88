import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import type { SsoFailure } from '../../modules/sso/sso-port.ts';
import { ProviderUnavailable } from './http.ts';

/** An answer outside the protocol: a gateway's page, a wrong address. */
const notAnswered = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** An error that is neither an outage nor a verdict is our bug, and is thrown again. */
export function describeFailure(error: unknown): SsoFailure {
  // The library wraps errors of our fetch.
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1)
    if (at instanceof ProviderUnavailable) return { ok: false, failure: 'unavailable', detail: at.message };
  if (error instanceof ClientError) {
    const failure = notAnswered.has(error.code ?? '') ? 'unavailable' : 'rejected';
    return { ok: false, failure, detail: plain(error.code) };
  }
  if (error instanceof ResponseBodyError)
    return { ok: false, failure: 'rejected', detail: plain(error.error) };
  if (error instanceof WWWAuthenticateChallengeError)
    return { ok: false, failure: 'rejected', detail: `status ${error.status}` };
  throw error;
}

/** One code for the log: messages and causes may quote personal data from the provider. */
function plain(word: string | undefined): string {
  return word !== undefined && /^[\w.-]{1,64}$/.test(word) ? word : 'an answer without a plain code';
}
