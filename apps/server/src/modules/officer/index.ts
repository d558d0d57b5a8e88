import type { Module } from '../../kernel/module.ts';
import { type CaseFileDeps, caseFileMount } from './case-file.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { figureNames } from './figures/schemas.ts';
import { filterNames } from './filters/schemas.ts';
import { officerRows } from './routes.ts';
import { names } from './schemas.ts';
import { templateNames } from './templates/schemas.ts';
import { workRows } from './work-routes.ts';

export { seedDemoOfficer } from './demo.ts';
export { readAuthorities } from './store.ts';

export type OfficerDeps = CaseFileDeps & Parameters<typeof officerRows>[0];

/** The state machine of `gov` defines what may be done to an application; this module defines who may do it. */
export function officer(deps: OfficerDeps): Module {
  return {
    name: 'officer',
    rows: [...officerRows(deps), ...workRows],
    mounts: [caseFileMount(deps)],
    errors,
    events,
    schemas: { ...names, ...filterNames, ...templateNames, ...figureNames },
  };
}
