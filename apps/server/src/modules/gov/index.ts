import type { Bus } from '../../kernel/bus/bus.ts';
import type { Module } from '../../kernel/module.ts';
import { draftUploadMount } from './drafts/files.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { FactDeps } from './facts/facts.ts';
import { factRows } from './facts/routes.ts';
import { factNames } from './facts/schemas.ts';
import { factJob } from './facts/sweep.ts';
import { issueJobs } from './issue-job.ts';
import { OverviewView } from './overview/overview.ts';
import { PartiesOverview } from './overview/parties.ts';
import { applicationUploadMount, downloadMount, type FileJobDeps, fileJobs } from './papers/files.ts';
import { type FromSpaceDeps, fromSpaceRows } from './papers/from-space.ts';
import { type RecordDeps, recordMount } from './record/record.ts';
import { govRows, type RouteDeps } from './routes.ts';
import { names } from './schemas.ts';
import { handOverJob } from './services/authorities.ts';
import { openServices } from './services/services.ts';
import { type SweepDeps, sweepJobs } from './sweep.ts';

export { requireApplicant } from './applicant-facts.ts';
export { list as listApplications, viewApplication, whenPaid } from './applications.ts';
export {
  type Certified,
  type CertifyDeps,
  certifyApplication,
  requireCertificate,
} from './certificates.ts';
export { collectionOf } from './collection.ts';
export { findCaseSignature, SignatureView } from './decisions/evidence.ts';
export type { SignedDecision } from './decisions/signed-decision.ts';
export { isSignatureUsed, keepSignature } from './decisions/store.ts';
export { renderStateMachine } from './diagram.ts';
export { countDrafts } from './drafts/store.ts';
export { errors as govErrors } from './errors.ts';
export { factAnswers } from './facts/answers.ts';
export { type ExchangeEvidence, listFacts } from './facts/facts.ts';
export { FactView } from './facts/schemas.ts';
export { listMostUsed } from './most-used.ts';
export { move, recordedBy, requireMovable } from './moves.ts';
export { listPapers, sendPaper } from './papers/files.ts';
export { describePaper, findFile } from './papers/store.ts';
export {
  applicationFields,
  ByFile,
  EventView,
  FileView,
  nullableText,
  ServiceDetail,
  storable,
} from './schemas.ts';
export { checkAnswers } from './services/check-answers.ts';
export { findFormProblem } from './services/form.ts';
export { findRuleProblem } from './services/rule-problems.ts';
export {
  codeListWord,
  type GovServiceRow,
  LifeEventView,
  type ProjectedService,
  serviceFields,
} from './services/service-fields.ts';
export {
  type Projection,
  projectService,
  viewServiceDetail,
  withdrawService,
} from './services/services.ts';
export { findProjected, serviceById, serviceOf } from './services/store.ts';
export {
  type Action,
  findTransition,
  openStatuses,
  type Result,
  type Status,
  statuses,
  type Transition,
  transitions,
} from './state-machine.ts';
export { type ApplicationRow, applicationRow, findApplication, listEvents, listedColumns } from './store.ts';
export { openCondition } from './sweep-store.ts';

export type GovDeps = Omit<RouteDeps, 'services'> &
  FileJobDeps &
  FromSpaceDeps &
  SweepDeps &
  RecordDeps &
  FactDeps & { bus: Bus };

export function gov(deps: GovDeps): Module {
  const services = openServices(deps);
  return {
    name: 'gov',
    rows: [...govRows({ ...deps, services }), ...fromSpaceRows(deps), ...factRows(deps)],
    mounts: [applicationUploadMount(deps), downloadMount(deps), draftUploadMount(deps), recordMount(deps)],
    errors,
    events,
    schemas: { ...names, ...factNames, Overview: OverviewView, PartiesOverview },
    jobs: [...sweepJobs(deps), ...issueJobs(deps), ...fileJobs(deps), handOverJob(deps), factJob(deps)],
  };
}
