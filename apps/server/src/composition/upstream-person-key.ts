import type { Config } from '../config.ts';
import type { Keyring } from '../kernel/security/keyring.ts';
import { type PersonKeyOf, RecordsError } from '../modules/eid-console/index.ts';
import { createUpstreamTokens, type SsoPort } from '../modules/sso/index.ts';

/** Identifies people by their upstream token, when their eID records come through the upstream. */
export function upstreamKeyOf(
  config: Config,
  deps: { sso: SsoPort; keyring: Keyring; now: () => Date },
): PersonKeyOf | undefined {
  if (config.SSO_EID_PROXY_BASE_URL === undefined) return undefined;
  const tokenOf = createUpstreamTokens(deps);
  return async (db, userId) => {
    const found = await tokenOf(db, userId);
    if (found.ok) return found.token;
    if (found.failure === 'nobody') return null;
    throw new RecordsError(found.failure === 'gone' ? 'reauth' : 'unavailable', 'no token of the upstream');
  };
}
