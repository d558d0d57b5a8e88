import type { Access } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import type { Mount, Row } from '../../kernel/http/row.ts';
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

export type OfficerDeps = CaseFileDeps &
  Parameters<typeof officerRows>[0] & {
    /** Before every row of the desk: the database hides cases of the officer's own children. */
    knowFamily: (officerId: string) => Promise<void>;
  };

/** The state machine of `gov` defines what may be done to an application; this module defines who may do it. */
export function officer(deps: OfficerDeps): Module {
  const guarded = <T extends Pick<Row, 'access'> | Pick<Mount, 'access'>>(row: T): T => {
    const access = row.access as Access<Actor>;
    const admit: Access<Actor>['admit'] = async (gate, caller) => {
      const actor = await access.admit(gate, caller);
      await deps.knowFamily(actor.userId);
      return actor;
    };
    return { ...row, access: { ...access, admit } };
  };
  return {
    name: 'officer',
    rows: [...officerRows(deps), ...workRows].map(guarded),
    mounts: [caseFileMount(deps)].map(guarded),
    errors,
    events,
    schemas: { ...names, ...filterNames, ...templateNames, ...figureNames },
  };
}
