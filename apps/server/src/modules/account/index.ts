import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type AccountDeps, accountRows } from './routes.ts';
import { names } from './schemas.ts';

export { EndedCount, OwnSession } from './schemas.ts';
export { endOtherSessions, endOwnSession, listOpenSessions } from './store.ts';
export { describeAgent } from './user-agent.ts';

/** The person's own sign-ins: where they are signed in, and what happened to their account. */
export const account = (deps: AccountDeps): Module => ({
  name: 'account',
  // A person who sees a stranger in their account must not wait.
  openInMaintenance: true,
  rows: accountRows(deps),
  errors,
  events,
  schemas: names,
});
