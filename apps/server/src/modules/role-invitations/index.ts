import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { invitationJobs, type LetterDeps } from './letters.ts';
import { invitationRows } from './routes.ts';
import { names } from './schemas.ts';
import { isExpected } from './store.ts';

export { tellInvited } from './accept.ts';

/** A closed platform lets an invited person in, although nobody registered them. */
export const isInvited = (tx: WriteTx, nationalId: string): Promise<boolean> =>
  isExpected(tx, nationalId, tx.now);

export const roleInvitations = (deps: LetterDeps): Module => ({
  name: 'role-invitations',
  rows: invitationRows,
  errors,
  events,
  schemas: names,
  jobs: invitationJobs(deps),
});
