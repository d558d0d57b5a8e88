import type { Access } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import type { Mount, Row } from '../../kernel/http/row.ts';
import type { Module } from '../../kernel/module.ts';
import { type CaseFileDeps, caseFileMount } from './case-file.ts';
import { type ConflictDeps, conflictJob, knowConflicts } from './conflicts.ts';
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

export type OfficerDeps = CaseFileDeps & Parameters<typeof officerRows>[0] & ConflictDeps;

/** Cases by their address; other ids in the address of a row are those of templates and filters. */
const isCase = /\/gov\/officer\/queue\/:id(\/|$)/;

/** The state machine of `gov` defines what may be done to an application; this module defines who may do it. */
export function officer(deps: OfficerDeps): Module {
  const guarded = <T extends Pick<Row, 'access' | 'path'> | Pick<Mount, 'access' | 'path'>>(row: T): T => {
    const access = row.access as Access<Actor>;
    const admit: Access<Actor>['admit'] = async (gate, caller) => {
      const actor = await access.admit(gate, caller);
      const { id } = (caller.params ?? {}) as { id?: unknown };
      await knowConflicts(deps, {
        officerId: actor.userId,
        caseId: isCase.test(row.path) ? id : undefined,
        isChange: caller.method !== 'GET' && caller.method !== 'HEAD',
      });
      return actor;
    };
    return { ...row, access: { ...access, admit } };
  };
  return {
    name: 'officer',
    rows: [...officerRows(deps), ...workRows].map(guarded),
    mounts: [caseFileMount(deps)].map(guarded),
    jobs: [conflictJob(deps)],
    errors,
    events,
    schemas: { ...names, ...filterNames, ...templateNames, ...figureNames },
  };
}
