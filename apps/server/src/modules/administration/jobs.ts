import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { AppError } from '../../kernel/http/errors.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { EidError, type EidSignaturePoll } from '../identity/index.ts';
import { findUser, findUserForUpdate } from '../users/index.ts';
import { applyApproval, isStillEntitled, managerRole, recordAsked, recordEnd } from './approvals.ts';
import { type AskingDeps, askForApproval, graceMs, observeApproval, signerOf } from './asking.ts';
import { type ApprovalRow, findOpenApproval, listPendingApprovals } from './store.ts';

export interface ApprovalJobDeps extends AskingDeps {
  database: Database;
  outbox: Outbox;
}

export const askQueue = 'administration.approval_ask';
const watchedAtOnce = 200;
/** Two rounds before the provider may have forgotten how it ended. */
const tellMs = graceMs - 2 * 60_000;

/** For the sign-in: a person for whom a role waits is asked as soon as this sign-in commits. */
export async function askAfterSignIn(tx: WriteTx, userId: string): Promise<void> {
  const open = await findOpenApproval(tx, userId);
  if (open?.state === 'wanted') tx.enqueue(askQueue, { user_id: userId });
}

export function approvalJobs(deps: ApprovalJobDeps): readonly Job[] {
  return [
    {
      name: askQueue,
      about: 'Asks a person registered as a manager for their PIN2, after their first sign-in with eID',
      run: (data, { now }) => askRegistered(deps, String(data['user_id']), now),
    },
    {
      name: 'administration.approval_watch',
      about: 'Gives a role that was approved while nobody looked, and ends approvals that ran out',
      schedule: '* * * * *',
      run: async (_data, { now, log }) => {
        const pending = await listPendingApprovals(deps.database.reader(systemIdentity), watchedAtOnce);
        const outcomes = await Promise.allSettled(pending.map((approval) => settle(deps, approval, now)));
        const failed = outcomes.filter((outcome) => outcome.status === 'rejected').length;
        if (failed > 0) log.warn({ failed }, 'approvals could not be looked at; the next minute tries again');
      },
    },
  ];
}

async function askRegistered(deps: ApprovalJobDeps, userId: string, now: Date): Promise<void> {
  const reader = deps.database.reader(systemIdentity);
  const [target, wanted] = [await findUser(reader, userId), await findOpenApproval(reader, userId)];
  if (target === undefined || target.deleted_at !== null || wanted?.state !== 'wanted') return;
  const role = await managerRole(reader);
  if (!(await isStillEntitled(reader, wanted, target, role))) {
    const end = { state: 'withdrawn', reason: 'granter_not_entitled' } as const;
    await decide(deps, wanted, now, (tx) => recordEnd(tx, wanted, end));
    return;
  }
  const signer = signerOf(target);
  if (signer === undefined) return;
  try {
    const asked = await askForApproval(deps, { target, signer, role, grantedBy: wanted.granted_by, now });
    await decide(deps, wanted, now, (tx) => recordAsked(tx, asked));
  } catch (error) {
    // Nobody's phone: the next sign-in tries again. Anything else is tried again by the queue.
    if (!(error instanceof EidError)) throw error;
  }
}

/**
 * A refusal is left to the administrator's next PUT, which is told of it, for as long as the provider can say so; after
 * that nobody is waiting any more and it is written down here.
 */
async function settle(deps: ApprovalJobDeps, approval: ApprovalRow, now: Date): Promise<void> {
  const poll = await observeApproval(deps, approval, { now, signal: new AbortController().signal });
  const waitsUntil = new Date(approval.expires_at ?? 0).getTime() + tellMs;
  if (poll.state === 'PENDING' || (poll.state !== 'COMPLETE' && now.getTime() < waitsUntil)) return;
  try {
    await decide(deps, approval, now, (tx) => conclude(tx, approval, poll));
  } catch (error) {
    // Somebody else's look was first, or the account changed: it is settled either way.
    if (!(error instanceof AppError)) throw error;
  }
}

async function conclude(tx: WriteTx, approval: ApprovalRow, poll: EidSignaturePoll): Promise<boolean> {
  if (poll.state === 'PENDING') return false;
  if (poll.state !== 'COMPLETE') {
    const end =
      poll.state === 'REFUSED'
        ? { state: 'refused' as const, reason: poll.reason }
        : { state: 'expired' as const, reason: 'timeout' };
    return recordEnd(tx, approval, end);
  }
  const target = await findUserForUpdate(tx, approval.user_id);
  if (target === undefined || target.deleted_at !== null) return false;
  await applyApproval(tx, target, await managerRole(tx), approval, poll.signature);
  return true;
}

/** In the name of the administrator whose grant it carries out. */
function decide(
  deps: ApprovalJobDeps,
  approval: ApprovalRow,
  now: Date,
  work: (tx: WriteTx) => Promise<boolean>,
): Promise<boolean> {
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: approval.granted_by, requestId: null, now },
    { what: 'an approval', auditRequired: (changed) => changed },
    work,
  );
}
