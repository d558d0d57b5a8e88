import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { flowPurpose } from './flow.ts';
import { ssoJobs } from './jobs.ts';
import { logoutPurpose } from './logout.ts';
import { type SsoRowDeps, ssoRows } from './routes.ts';
import { names } from './schemas.ts';
import { tokensPurpose } from './sign-in.ts';

export type {
  OfflineTokens,
  SsoClientKind,
  SsoFailure,
  SsoOutcome,
  SsoPerson,
  SsoPort,
} from './sso-port.ts';

export { createUpstreamTokens, type UpstreamToken } from './upstream-tokens.ts';

export type SsoDeps = SsoRowDeps & { database: Database };

/** Sign-in through an upstream OIDC provider, with Tamga as its client. */
export function sso(deps: SsoDeps): Module {
  return {
    name: 'sso',
    openInMaintenance: true,
    rows: ssoRows(deps),
    errors,
    events,
    schemas: names,
    jobs: ssoJobs(deps.database),
    sealed: [
      { table: 'sso_flows', column: 'sealed', purpose: flowPurpose },
      { table: 'sso_identities', column: 'sealed_tokens', purpose: tokensPurpose },
      { table: 'sso_logouts', column: 'sealed', purpose: logoutPurpose },
    ],
  };
}
