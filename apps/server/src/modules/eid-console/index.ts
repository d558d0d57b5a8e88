import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type EidConsoleDeps, eidConsoleRows } from './routes.ts';
import { names } from './schemas.ts';

export { errors as eidConsoleErrors } from './errors.ts';
export { events as eidConsoleEvents } from './events.ts';
export {
  OrganisationLookupError,
  type OrganisationLookupPort,
  type RegisteredOrganisation,
} from './organisation-port.ts';
export { linkOrganisation } from './organisations.ts';
export { type Change, change, recordsErrors, recordUnconfirmed } from './provider-calls.ts';
export { readActivity, readCertificates, readDevices, readRepresentations, readSummary } from './reads.ts';
export { type EidRecordsPort, RecordsError, type RightType } from './records-port.ts';
export {
  type PersonKeyOf,
  type RepresentativeCall,
  type Represented,
  type RightsDeps,
  requireRight,
} from './rights.ts';
export type { EidConsoleDeps } from './routes.ts';
export {
  ActivityQuery,
  ActivityView,
  ByRegNo,
  CertificatesView,
  DevicesView,
  isRegNo,
  RepresentationList,
  SignerList,
  SummaryView,
} from './schemas.ts';
export {
  listRepresentations,
  listSigners,
  viewActivity,
  viewCertificates,
  viewDevices,
  viewSummary,
} from './views.ts';

export function eidConsole(deps: EidConsoleDeps): Module {
  return { name: 'eid-console', rows: eidConsoleRows(deps), errors, events, schemas: names };
}
