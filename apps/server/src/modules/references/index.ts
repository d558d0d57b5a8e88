import type { Database } from '../../kernel/db/database.ts';
import type { Module } from '../../kernel/module.ts';
import { type DownloadDeps, downloadMount } from './download.ts';
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
  database: Database;
  seal?: DownloadDeps['seal'];
}

export function references(deps: ReferenceDeps): Module {
  return {
    name: 'references',
    rows,
    mounts: [
      downloadMount({ ...deps, render: createRenderer(), seal: deps.seal ?? (async (document) => document) }),
    ],
    errors,
    events,
    schemas: names,
  };
}
