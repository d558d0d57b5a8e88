import type { Module } from '../../kernel/module.ts';
import { type DocumentDeps, type DocumentOf, sealJobs } from './documents.ts';
import { downloadMount } from './download.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { rows } from './routes.ts';
import { names } from './schemas.ts';

export {
  type Certificate,
  type Certified,
  type CertifyDeps,
  certify,
  certifyDecision,
} from './certify.ts';
export { type DocumentOf, referenceDocuments } from './documents.ts';
export { errors as referenceErrors } from './errors.ts';
export { events as referenceEvents } from './events.ts';
export { type Issued, issueReference, type ReferenceOrder, viewReference } from './issue.ts';
export {
  PersonRegisterError,
  type PersonRegistersPort,
  type RegisterAnswer,
  type RegisterCode,
} from './person-registers-port.ts';
export { ReferenceView } from './schemas.ts';
export { countIssued, findOwnReference, type Holder, listReferences } from './store.ts';
export { isRegisterType, registerCodes } from './types.ts';

export function references(deps: DocumentDeps & { documentOf: DocumentOf }): Module {
  return {
    name: 'references',
    rows,
    mounts: [downloadMount(deps.documentOf)],
    errors,
    events,
    schemas: names,
    jobs: sealJobs(deps),
  };
}
