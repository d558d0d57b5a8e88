import type { Module } from '../../kernel/module.ts';
import { downloadMount } from './download.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { createRenderer } from './render.ts';
import { rows } from './routes.ts';
import { names } from './schemas.ts';
import { createDocuments, type DocumentDeps, type DocumentOf } from './stored-document.ts';

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
export { countIssued, findOwnReference, type Holder, listReferences } from './store.ts';
export type { DocumentOf } from './stored-document.ts';
export { isRegisterType, registerCodes } from './types.ts';

export interface ReferenceDeps extends Omit<DocumentDeps, 'render' | 'seal' | 'form'> {
  /** With the name of what it makes; a document stored before is made again. */
  seal?: { form: string; seal: DocumentDeps['seal'] };
}

/** For the module itself and for others that keep a copy of a document. */
export const referenceDocuments = ({ seal, ...deps }: ReferenceDeps): DocumentOf =>
  createDocuments({
    ...deps,
    render: createRenderer(),
    ...(seal ?? { form: 'plain-1', seal: async (document) => document }),
  });

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
