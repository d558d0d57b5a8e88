/** Error words of contract 3.4 that a social sign-in can show on the page, and those of onboarding. */
const known = [
  'stale_request',
  'state_mismatch',
  'no_code',
  'provider_unreachable',
  'exchange_failed',
  'email_unverified',
  'domain_not_allowed',
  'session_failed',
  'sso_required',
  'social_disabled',
  'social_cancelled',
  'social_failed',
  'private_platform',
  'account_disabled',
  'account_locked',
  'not_invited',
] as const;
export type SocialError = (typeof known)[number];

const named: Record<string, SocialError> = {
  not_configured: 'social_disabled',
  upstream_failed: 'provider_unreachable',
};

/** Translates a backend error code; an unknown code becomes the general failure. */
export function explainFailure(code: string | undefined): SocialError {
  if (code === undefined) return 'session_failed';
  return named[code] ?? known.find((word) => word === code) ?? 'social_failed';
}
