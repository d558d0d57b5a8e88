import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { GiveDeps } from './give.ts';
import { noticeJob } from './notices.ts';
import { representationJob } from './representation.ts';
import { authorisationRows } from './routes.ts';
import { names } from './schemas.ts';
import { sweepJob } from './sweep.ts';

export { events as authorisationEvents } from './events.ts';
export type { GiveDeps as AuthorisationDeps } from './give.ts';
export { listReceived, type ReceivedAuthorisation } from './received.ts';
export { endAuthorisationsOf } from './sweep.ts';

/** Authorisations to act for a person or an organisation, signed with PIN2. */
export const authorisations = (deps: GiveDeps): Module => ({
  name: 'authorisations',
  rows: authorisationRows(deps),
  errors,
  events,
  schemas: names,
  jobs: [noticeJob(deps), representationJob(deps), sweepJob(deps)],
});
