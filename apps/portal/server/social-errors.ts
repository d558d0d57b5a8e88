/** Words of contract 3.4 that this way in may leave at the page, and onboarding's own. */
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

/** The page's word for a refusal of the backend; whatever it does not know is a plain failure. */
export function explainFailure(code: string | undefined): SocialError {
  if (code === undefined) return 'session_failed';
  return named[code] ?? known.find((word) => word === code) ?? 'social_failed';
}
