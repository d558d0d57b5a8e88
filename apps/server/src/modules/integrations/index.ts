import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { flowPurpose } from './flow.ts';
import { integrationJobs } from './jobs.ts';
import { type IntegrationRowDeps, integrationRows } from './routes.ts';
import { names } from './schemas.ts';
import { tokensPurpose } from './sealed-tokens.ts';
import { createPersonTokens, type TokenDeps } from './tokens.ts';

export type { Providers } from './provider-port.ts';
export type { Caller, SavedFile, SpacePort } from './space-port.ts';

export type IntegrationDeps = TokenDeps & Pick<IntegrationRowDeps, 'appOrigin'>;

/** Connections of people to outside services, and copies of files between them and the person's own space. */
export function integrations(deps: IntegrationDeps): Module {
  const tokens = createPersonTokens(deps);
  return {
    name: 'integrations',
    rows: integrationRows({ ...deps, tokens }),
    errors,
    events,
    schemas: names,
    jobs: integrationJobs(deps),
    sealed: [
      { table: 'integrations', column: 'sealed_tokens', purpose: tokensPurpose },
      { table: 'integration_flows', column: 'sealed', purpose: flowPurpose },
      { table: 'integration_revocations', column: 'sealed_tokens', purpose: tokensPurpose },
    ],
  };
}
