import type { Module } from '../../kernel/module.ts';
import { type ApiKeyDeps, readEnvironmentKeys } from '../../kernel/security/api-keys.ts';
import type { ClientDeps } from './clients.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { adminApiRows } from './routes.ts';
import { names } from './schemas.ts';

export { makeKey, removeKey } from './keys.ts';

export interface AdminApiDeps
  extends Omit<ApiKeyDeps, 'environmentKeys'>,
    Pick<ClientDeps, 'guard' | 'gate' | 'platformName'> {
  /** SSO_ADMIN_API_KEYS. */
  environmentKeys: readonly string[];
}

export function adminApi(deps: AdminApiDeps): Module {
  return {
    name: 'admin-api',
    rows: adminApiRows({ ...deps, environmentKeys: readEnvironmentKeys(deps.environmentKeys) }),
    errors,
    events,
    schemas: names,
  };
}
