import { problem } from '../problem.ts';
import { type Drive, driveSignIn, isOpenToStrangers } from './driver.ts';
import { RP_FAULTS, type RpFaultId } from './faults.ts';
import type { Run } from './runs.ts';
import { because, type Judgement, judge } from './verdict.ts';

export interface CheckWishes {
  start_url: string;
  session_url?: string;
  faults: readonly RpFaultId[];
  timeout_ms: number;
}

export interface CheckParts {
  mayVisit: (url: URL) => boolean;
  /** Aborts on shutdown. */
  closing: AbortSignal;
}

/** Drives one sign-in per fault through the application, each in a new browser, and judges what was seen. */
export async function checkApplication(run: Run, wishes: CheckWishes, parts: CheckParts) {
  requireVisitable(wishes.start_url, 'start_url', parts);
  if (wishes.session_url !== undefined) requireVisitable(wishes.session_url, 'session_url', parts);
  if (run.isBeingChecked) throw problem(409, 'check_running', 'A check of this run has not ended yet.');
  const { fault: faultBefore } = run;
  run.isBeingChecked = true;
  try {
    return await driveAll(run, wishes, parts);
  } finally {
    run.isBeingChecked = false;
    run.fault = faultBefore;
  }
}

async function driveAll(run: Run, wishes: CheckWishes, { mayVisit, closing }: CheckParts) {
  const { start_url: startUrl, session_url: sessionUrl, timeout_ms: timeoutMs } = wishes;
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  if (sessionUrl !== undefined && (await isOpenToStrangers(sessionUrl, signal)))
    throw problem(
      422,
      'session_url_open',
      'session_url answers 2xx to a person who is not signed in, so it proves nothing.',
    );
  // The sign-in without a fault comes first: if it fails, no refusal proves anything.
  const order = wishes.faults.toSorted((a, b) => Number(b === 'none') - Number(a === 'none'));
  const results: ReturnType<typeof resultOf>[] = [];
  let isBaselineBroken = false;
  for (const fault of order) {
    if (closing.aborted) break;
    if (isBaselineBroken) {
      results.push(resultOf(fault, because('baseline_failed'), null));
      continue;
    }
    run.fault = fault;
    const firstNew = run.startedAttempts + 1;
    const drive = await driveSignIn({ startUrl, sessionUrl, timeoutMs, mayVisit, signal: closing });
    const judgement = judgeDrive(run, firstNew, drive);
    isBaselineBroken = fault === 'none' && judgement.verdict !== 'pass';
    results.push(resultOf(fault, judgement, drive));
  }
  const count = (verdict: Judgement['verdict']) => results.filter((one) => one.verdict === verdict).length;
  return {
    passed: results.every(({ verdict }) => verdict !== 'fail' && verdict !== 'open'),
    counts: {
      pass: count('pass'),
      fail: count('fail'),
      advice: count('advice'),
      open: count('open'),
      not_applicable: count('not_applicable'),
    },
    results,
  };
}

/** An application may start again by itself after a failure: the worst of its attempts counts. */
function judgeDrive(run: Run, firstNew: number, drive: Drive): Judgement {
  const attempts = run.attempts.filter(({ number }) => number >= firstNew);
  for (const attempt of attempts) attempt.drive = drive;
  const judgements = attempts.map(judge);
  const worst = judgements.find(({ verdict }) => verdict === 'fail') ?? judgements.at(-1);
  if (worst !== undefined) return worst;
  return because(drive.end === 'address_refused' ? 'address_refused' : 'not_started');
}

function resultOf(id: RpFaultId, judgement: Judgement, drive: Drive | null) {
  const { expected, clause, does } = RP_FAULTS[id];
  return { fault: id, expected, clause, does, ...judgement, drive };
}

function requireVisitable(address: string, name: string, { mayVisit }: CheckParts): void {
  if (!URL.canParse(address) || !mayVisit(new URL(address)))
    throw problem(
      403,
      'address_refused',
      `${name} is neither on this machine nor one of SANDBOX_APPLICATION_HOSTS.`,
    );
}
