import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { invitationRows } from './invitation-routes.ts';
import { cleanJob } from './invitations.ts';
import { memberRows } from './member-routes.ts';
import { noticeJob } from './notices.ts';
import { type OrganisationsDeps, organisationRows } from './routes.ts';
import { names } from './schemas.ts';
import { signersJob } from './signer-notices.ts';

export { errors as organisationErrors } from './errors.ts';
export { events as organisationEvents } from './events.ts';
export { invitationJob, inviteAdministrator } from './invitations.ts';
export { type Mail, MailError, type MailPort } from './mail-port.ts';
export {
  type MembersApp,
  membersChanged,
  orgIdOf,
  readOrgId,
  requireManager,
  requireMember,
} from './membership.ts';
export { createNaming, type Naming, type NamingDeps } from './naming.ts';
export { listRepresentatives } from './naming-store.ts';
export { canonicalRegNo, type InstallFirstApps } from './organisations.ts';
export type { AskRegister, ListSigners, NamedRepresentative, ProveRepresentation } from './register-port.ts';
export type { Confirmed } from './representation.ts';
export { MemberRole } from './schemas.ts';
export { type StateOrganisation, StateRegistryError, type StateRegistryPort } from './state-registry-port.ts';
export {
  findOrganisation,
  isVerifiedPerson,
  listOrganisations,
  listUnverified,
} from './store.ts';
export { appointAdministrator, createTenant, isSlug, isTenantName } from './tenants.ts';

export function organisations(deps: OrganisationsDeps): Module {
  return {
    name: 'organisations',
    rows: [...organisationRows(deps), ...memberRows(deps), ...invitationRows(deps)],
    errors,
    events,
    schemas: names,
    jobs: [noticeJob(deps), signersJob(deps), cleanJob(deps.database), deps.naming.job],
  };
}
