import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { identityJobs } from './jobs.ts';
import { type IdentityDeps, identityRows } from './routes.ts';

import { sealedPurpose } from './start.ts';

export { EidError, type EidPort } from './eid-port.ts';
export { createGate } from './gate.ts';
export { createTokens, type TokenService } from './tokens.ts';
export type { IdentityDeps };

export function identity(
  deps: Omit<IdentityDeps, 'usual'> & {
    database: Parameters<typeof identityJobs>[0];
    loginEventRetentionMonths: number;
  },
): Module {
  return {
    name: 'identity',
    rows: identityRows({ ...deps, usual: { lifeMs: 120_000 } }),
    errors,
    events,
    sealed: [{ table: 'eid_sessions', column: 'sealed', purpose: sealedPurpose }],
    jobs: identityJobs(deps.database, deps.loginEventRetentionMonths),
  };
}
