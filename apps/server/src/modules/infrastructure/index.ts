import type { Module } from '../../kernel/module.ts';
import { type InfrastructureDeps, infrastructureRows, Ready } from './routes.ts';
import { swaggerMounts } from './swagger.ts';

export function infrastructure(deps: InfrastructureDeps): Module {
  return {
    name: 'infrastructure',
    rows: infrastructureRows(deps),
    mounts: swaggerMounts(),
    errors: {},
    events: {},
    schemas: { Readiness: Ready },
  };
}
