import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type KeyDeps, keyPurpose, readEnvironmentKeys } from './keys.ts';
import { adminApiRows } from './routes.ts';

export { makeKey, removeKey } from './keys.ts';
export { listKeys } from './store.ts';

export interface AdminApiDeps extends Omit<KeyDeps, 'environmentKeys'> {
  /** SSO_ADMIN_API_KEYS. */
  environmentKeys: readonly string[];
}

export function adminApi(deps: AdminApiDeps): Module {
  return {
    name: 'admin-api',
    rows: adminApiRows({ ...deps, environmentKeys: readEnvironmentKeys(deps.environmentKeys) }),
    errors,
    events,
    sealed: [{ table: 'admin_keys', column: 'sealed_hash', purpose: keyPurpose }],
  };
}
