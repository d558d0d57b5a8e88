import type { Module } from '../../kernel/module.ts';
import { createDocuments, type DocumentOf, type DownloadDeps, downloadMount } from './download.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { createRenderer } from './render.ts';
import { rows } from './routes.ts';
import { names } from './schemas.ts';

export {
  type Certificate,
  type Certified,
  type CertifyDeps,
  certify,
  certifyDecision,
} from './certify.ts';
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
export { countIssued, findOwnReference, type Holder } from './store.ts';
export { isRegisterType, registerCodes } from './types.ts';

export interface ReferenceDeps extends Omit<DownloadDeps, 'render' | 'seal'> {
  seal?: DownloadDeps['seal'];
}

/** For the module itself and for others that keep a copy of a document. */
export const referenceDocuments = (deps: ReferenceDeps): DocumentOf =>
  createDocuments({ ...deps, render: createRenderer(), seal: deps.seal ?? (async (document) => document) });

export function references({ documentOf }: { documentOf: DocumentOf }): Module {
  return {
    name: 'references',
    rows,
    mounts: [downloadMount(documentOf)],
    errors,
    events,
    schemas: names,
  };
}
