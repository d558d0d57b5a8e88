import { randomBytes } from 'node:crypto';
import type { Citizen } from '../citizens.ts';
import { problem } from '../problem.ts';
import type { Attempt } from './attempt.ts';
import { RP_FAULTS, type RpFaultId } from './faults.ts';
import { judge } from './verdict.ts';

const MOST_RUNS = 200;
const MOST_ATTEMPTS = 100;
const MOST_REQUESTS = 300;

interface SeenRequest {
  at: Date;
  endpoint: string;
  method: string;
  parameters: Record<string, string>;
  /** The status, and the OAuth error if it was one. */
  answer: string;
  attempt: number | null;
}

export interface Run {
  id: string;
  clientId: string;
  clientSecret: string | undefined;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  citizen: Citizen;
  fault: RpFaultId;
  slowMs: number;
  createdAt: Date;
  attempts: Attempt[];
  requests: SeenRequest[];
  startedAttempts: number;
  isBeingChecked: boolean;
}

export type NewRun = Pick<
  Run,
  'clientId' | 'clientSecret' | 'redirectUris' | 'postLogoutRedirectUris' | 'citizen' | 'fault' | 'slowMs'
>;

export function createRuns(now: () => Date) {
  const runs = new Map<string, Run>();
  return {
    list: () => [...runs.values()],
    /** The id is part of the issuer address, and is not guessable, so that runs do not disturb each other. */
    add(wanted: NewRun): Run {
      const id = randomBytes(16).toString('base64url');
      const counts = { startedAttempts: 0, isBeingChecked: false };
      const run: Run = { ...wanted, ...counts, id, createdAt: now(), attempts: [], requests: [] };
      runs.set(id, run);
      const [oldest = ''] = runs.keys();
      if (runs.size > MOST_RUNS) runs.delete(oldest);
      return run;
    },
    require(id: string): Run {
      const run = runs.get(id);
      if (run === undefined) throw problem(404, 'unknown_run', 'There is no such run, or it was removed.');
      return run;
    },
    remove: (id: string) => void runs.delete(id),
  };
}

export type Runs = ReturnType<typeof createRuns>;

export function startAttempt(
  run: Run,
  now: Date,
  asked: Pick<Attempt, 'redirectUri' | 'scope' | 'nonce' | 'hasState' | 'challenge'>,
): Attempt {
  run.startedAttempts += 1;
  const attempt: Attempt = {
    ...asked,
    number: run.startedAttempts,
    fault: run.fault,
    startedAt: now,
    citizen: run.citizen,
    code: null,
    accessToken: null,
    clientAuthentication: null,
    codePresented: false,
    userinfoCalled: false,
    waitedToTheEnd: false,
    reportedSignedIn: null,
    drive: null,
  };
  run.attempts.push(attempt);
  if (run.attempts.length > MOST_ATTEMPTS) run.attempts.shift();
  return attempt;
}

export function recordRequest(run: Run, seen: SeenRequest): void {
  run.requests.push(seen);
  if (run.requests.length > MOST_REQUESTS) run.requests.shift();
}

export function describeRun(run: Run, issuer: string) {
  const { expected, clause, does } = RP_FAULTS[run.fault];
  return {
    id: run.id,
    issuer,
    client_id: run.clientId,
    redirect_uris: run.redirectUris,
    post_logout_redirect_uris: run.postLogoutRedirectUris,
    citizen: run.citizen.nationalId,
    fault: run.fault,
    expected,
    clause,
    does,
    slow_ms: run.slowMs,
    created_at: run.createdAt.toISOString(),
    attempts: run.attempts.map(describeAttempt),
    requests: run.requests.map(({ at, ...seen }) => ({ at: at.toISOString(), ...seen })),
  };
}

export function describeAttempt(attempt: Attempt) {
  const { expected, clause } = RP_FAULTS[attempt.fault];
  return {
    number: attempt.number,
    fault: attempt.fault,
    expected,
    clause,
    ...judge(attempt),
    started_at: attempt.startedAt.toISOString(),
    used: {
      pkce: attempt.challenge?.method ?? null,
      state: attempt.hasState,
      nonce: attempt.nonce !== undefined,
      client_authentication: attempt.clientAuthentication,
    },
    drive: attempt.drive,
  };
}
