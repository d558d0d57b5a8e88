import type { Module } from '../../kernel/module.ts';
import { sealedPurpose } from './approval-session.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type ApprovalJobDeps, approvalJobs } from './jobs.ts';
import type { PersonDeps } from './person.ts';
import { personRows } from './person-routes.ts';
import { administrationRows } from './routes.ts';
import { names } from './schemas.ts';

export { wantManager, withdrawApproval } from './approvals.ts';
export { requireAuthorities } from './authorities.ts';
export { mayGrantTo, refuseGrant } from './authority.ts';
export { events as administrationEvents } from './events.ts';
export { askAfterSignIn } from './jobs.ts';
export { AdminUser } from './schemas.ts';
export { viewAdminUser } from './view.ts';

export type AdministrationDeps = ApprovalJobDeps & PersonDeps;

export function administration(deps: AdministrationDeps): Module {
  return {
    name: 'administration',
    rows: [...administrationRows(deps), ...personRows(deps)],
    errors,
    events,
    schemas: names,
    jobs: approvalJobs(deps),
    sealed: [{ table: 'role_approvals', column: 'sealed', purpose: sealedPurpose }],
  };
}
