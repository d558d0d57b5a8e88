import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import type { SocialOutcome } from '../../modules/superadmin/social-proof-port.ts';

type Failed = Extract<SocialOutcome, { ok: false }>;

/** The provider failed; this is no verdict on the code or the person. */
const providerCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
]);

export function describeDiscoveryFailure(error: unknown): Failed {
  return { ok: false, failure: 'unavailable', detail: `discovery: ${wordOf(error)}` };
}

export function describeExchangeFailure(error: unknown): Failed {
  const detail = `exchange: ${wordOf(error)}`;
  const isVerdict =
    error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError
      ? error.status < 500
      : error instanceof ClientError && error.code !== undefined && !providerCodes.has(error.code);
  return { ok: false, failure: isVerdict ? 'rejected' : 'unavailable', detail };
}

/** One code for the log: messages and causes may quote personal data from the provider. */
function wordOf(error: unknown): string {
  const word = error instanceof ResponseBodyError ? error.error : codeOf(error);
  return /^[\w.-]{1,64}$/.test(word) ? word : 'an answer without a plain code';
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
