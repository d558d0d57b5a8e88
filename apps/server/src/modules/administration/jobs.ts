import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { AppError } from '../../kernel/http/errors.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { EidError, type EidSignaturePoll, signatureGraceMs, signerOf } from '../identity/index.ts';
import { findUser, findUserForUpdate } from '../users/index.ts';
import { type ApprovalDeps, askForApproval, observeApproval } from './approval-session.ts';
import { applyApproval, isStillEntitled, managerRole, recordAsked, recordEnd } from './approvals.ts';
import { type ApprovalRow, findOpenApproval, listPendingApprovals } from './store.ts';

export interface ApprovalJobDeps extends ApprovalDeps {
  database: Database;
  outbox: Outbox;
}

export const askQueue = 'administration.approval_ask';
const pollBatch = 200;
/** Ends two rounds before the provider may forget the outcome. */
const reportWindowMs = signatureGraceMs - 2 * 60_000;

/** The sign-in calls this, so that a person with a planned role is asked as soon as the sign-in commits. */
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
      about: 'Grants a role approved while no administrator polled, and ends expired approvals',
      schedule: '* * * * *',
      run: async (_data, { now, log }) => {
        const pending = await listPendingApprovals(deps.database.reader(systemIdentity), pollBatch);
        const outcomes = await Promise.allSettled(pending.map((approval) => settle(deps, approval, now)));
        const failed = outcomes.filter((outcome) => outcome.status === 'rejected').length;
        if (failed > 0) log.warn({ failed }, 'approvals could not be polled; the next run retries');
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
    // The provider does not know this phone: the next sign-in retries, and the queue retries any other error.
    if (!(error instanceof EidError)) throw error;
  }
}

/**
 * A refusal first waits for the administrator's next PUT, which reports it; this job records it only shortly before
 * the provider forgets the outcome.
 */
async function settle(deps: ApprovalJobDeps, approval: ApprovalRow, now: Date): Promise<void> {
  const poll = await observeApproval(deps, approval, { now, signal: new AbortController().signal });
  const waitsUntil = new Date(approval.expires_at ?? 0).getTime() + reportWindowMs;
  if (poll.state === 'PENDING' || (poll.state !== 'COMPLETE' && now.getTime() < waitsUntil)) return;
  try {
    await decide(deps, approval, now, (tx) => conclude(tx, approval, poll));
  } catch (error) {
    // Another poll was first or the account changed: the approval is settled either way.
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

/** The audit entry names the administrator whose grant is carried out. */
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
