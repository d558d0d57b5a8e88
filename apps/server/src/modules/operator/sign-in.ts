import { createHash } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import {
  type Refused,
  type RequestFacts,
  refused,
  type Unchanged,
  unchanged,
} from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import type { EidFlow, EidIdentity, Observed } from '../identity/index.ts';
import { recordSecurityEvent } from '../security-events/index.ts';
import { findTotpStep } from '../superadmin/index.ts';
import { joinNames } from '../users/index.ts';
import type { Operator } from './access.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { PollView, SessionView } from './schemas.ts';
import { createCookieValue, hashCookieValue } from './session-cookie.ts';
import {
  deleteSession,
  findOperator,
  findOperatorById,
  findProof,
  insertProof,
  insertSession,
  type OperatorRow,
  takeProof,
  useStep,
  writeFailures,
  writeSignIn,
  writeStepUp,
} from './store.ts';

export interface SignInDeps {
  keyring: Keyring;
  eidFlow: EidFlow;
  /** A sealed dummy secret, opened if there is no operator, so that timing reveals nothing. */
  decoy: string;
}

const proofLifeMs = 10 * 60_000;
export const sessionLifeSeconds = 8 * 3600;
const stepUpLifeMs = 5 * 60_000;
const windowMs = 15 * 60_000;
const allowedFailures = 5;
export const totpPurpose = 'operator-totp';
export const proofPurpose = 'operator-proof';

/** The eID identity, sealed until the code is entered. */
interface ProvenPerson {
  civilId: string;
  nationalId: string | null;
  name: string;
}

/** Used for lookups and counters if there is no operator, so that the work is the same. */
const noOperatorId = '00000000-0000-0000-0000-000000000000';

/**
 * Keeps the identity until the code is entered. Every person gets COMPLETE here, so that the answer does not
 * reveal operators.
 */
export async function concludeEid(
  deps: SignInDeps,
  tx: WriteTx,
  call: { sid: string; binding: string; observed: Observed },
): Promise<PollView | Unchanged<PollView>> {
  const settled = await deps.eidFlow.settle(tx, call.observed);
  switch (settled.state) {
    case 'PENDING':
      return unchanged({
        state: 'PENDING',
        scanned: settled.scanned,
        ...(settled.returnRequired ? { return_required: true } : {}),
      });
    case 'COMPLETE': {
      const sealed = deps.keyring.seal(JSON.stringify(personOf(settled.identity)), proofPurpose);
      const expiresAt = new Date(tx.now.getTime() + proofLifeMs);
      await insertProof(tx, {
        sidHash: hashSid(call.sid),
        bindingHash: hashCookieValue(call.binding),
        sealed,
        expiresAt,
      });
      tx.audit(events.eidProven, { metadata: { level: settled.identity.level } });
      return { state: 'COMPLETE' };
    }
    default: {
      const answer: PollView = { state: settled.state, reason: settled.reason };
      if (!settled.isNews) return unchanged(answer);
      tx.audit(events.eidFailed, { metadata: { state: settled.state, reason: settled.reason } });
      return answer;
    }
  }
}

function personOf(identity: EidIdentity): ProvenPerson {
  return {
    civilId: identity.civilId,
    nationalId: identity.nationalId,
    name: joinNames(identity.surname, identity.givenName),
  };
}

function hashSid(sid: string): string {
  return createHash('sha256').update(sid).digest('hex');
}

export interface OpenedSession {
  cookie: string;
  view: SessionView;
}

/**
 * Opens a session for a proven person with a valid code. An unknown sid, a person who is no operator, a wrong
 * or replayed code, a lock and a disabled operator get the same answer after the same work: the same
 * statements and comparisons.
 */
export async function openSession(
  deps: SignInDeps,
  tx: WriteTx,
  call: { sid: string; code: string; binding: string | undefined; request: RequestFacts },
): Promise<OpenedSession | Refused> {
  const sidHash = hashSid(call.sid);
  const bindingHash = hashCookieValue(call.binding ?? '');
  const proof = await findProof(tx, { sidHash, bindingHash, now: tx.now });
  const person: ProvenPerson =
    proof === undefined
      ? { civilId: noOperatorId, nationalId: null, name: '' }
      : (JSON.parse(deps.keyring.open(proof.sealed, proofPurpose)) as ProvenPerson);
  const operator = await findOperator(tx, person);
  const passed = await tryCode(deps, tx, operator, call);
  if (passed !== 'passed' || operator === undefined) {
    const reason = proof === undefined ? 'no_proof' : passed;
    tx.audit(events.signInFailed, {
      ...(operator === undefined ? {} : { target: operator.id }),
      metadata: { operator_id: operator?.id ?? null, reason },
    });
    return refused(kernelErrors.unauthorized, { detail: `console sign-in: ${reason}` });
  }
  // Two calls with one proof wait for each other on the operator's row; the second finds the proof gone.
  if ((await takeProof(tx, sidHash)) === 0) fail(kernelErrors.unauthorized);
  await writeSignIn(tx, { id: operator.id, civilId: person.civilId, name: person.name, now: tx.now });
  const cookie = createCookieValue();
  const expiresAt = new Date(tx.now.getTime() + sessionLifeSeconds * 1000);
  const tokenHash = hashCookieValue(cookie);
  await insertSession(tx, { tokenHash, operatorId: operator.id, now: tx.now, expiresAt });
  tx.audit(events.signedIn, {
    target: operator.id,
    metadata: { operator_id: operator.id, role: operator.role },
  });
  const { id, email, role } = operator;
  return {
    cookie,
    view: { operator: { id, email, name: person.name, role }, expires_at: expiresAt.toISOString() },
  };
}

/**
 * Checks the second factor again before dangerous changes. Wrong, replayed and locked get the same answer.
 */
export async function stepUp(
  deps: SignInDeps,
  tx: WriteTx,
  call: { operator: Operator; code: string; request: RequestFacts },
): Promise<{ stepped_up_until: string } | Refused> {
  const { operatorId, tokenHash } = call.operator;
  const row = await findOperatorById(tx, operatorId);
  const passed = await tryCode(deps, tx, row, call);
  if (passed !== 'passed') {
    tx.audit(events.stepUpFailed, { metadata: { operator_id: operatorId, reason: passed } });
    return refused(errors.invalid_code);
  }
  const until = new Date(tx.now.getTime() + stepUpLifeMs);
  await writeStepUp(tx, tokenHash, until);
  tx.audit(events.steppedUp, { target: operatorId, metadata: { operator_id: operatorId } });
  return { stepped_up_until: until.toISOString() };
}

export async function closeSession(tx: WriteTx, operator: Operator): Promise<void> {
  await deleteSession(tx, operator.tokenHash);
  tx.audit(events.signedOut, {
    target: operator.operatorId,
    metadata: { operator_id: operator.operatorId },
  });
}

type CodeOutcome = 'passed' | 'no_operator' | 'disabled' | 'locked' | 'wrong_code' | 'replayed_code';

async function tryCode(
  deps: SignInDeps,
  tx: WriteTx,
  operator: OperatorRow | undefined,
  call: { code: string; request: RequestFacts },
): Promise<CodeOutcome> {
  const secret = deps.keyring.open(operator?.totp_secret ?? deps.decoy, totpPurpose);
  const code = call.code.replace(/\s/g, '');
  const fresh = findTotpStep(secret, code, tx.now, operator?.totp_last_step ?? -1);
  const known = findTotpStep(secret, code, tx.now, -1);
  const locked = operator?.locked_until != null && new Date(operator.locked_until) > tx.now;
  if (operator?.active === true && !locked && fresh !== undefined) {
    const won = await useStep(tx, { id: operator.id, step: fresh });
    if (won === 1) return 'passed';
  }
  await recordFailure(tx, operator, locked);
  if (operator === undefined) return 'no_operator';
  if (!operator.active) return 'disabled';
  if (known !== undefined && fresh === undefined) {
    const { ip, userAgent } = call.request;
    const detail = { where: 'console', operator_id: operator.id };
    await recordSecurityEvent(tx, 'totp_replay', 'high', { ip, userAgent, detail });
    return 'replayed_code';
  }
  return locked ? 'locked' : 'wrong_code';
}

/** Five failures within fifteen minutes lock for fifteen; tries during a lock do not extend it. */
async function recordFailure(tx: WriteTx, operator: OperatorRow | undefined, locked: boolean): Promise<void> {
  const since = operator?.failed_since ?? null;
  const fresh =
    since === null ||
    operator?.locked_until != null ||
    tx.now.getTime() - new Date(since).getTime() > windowMs;
  const count = fresh ? 1 : (operator?.failures ?? 0) + 1;
  const lockedUntil = count >= allowedFailures ? new Date(tx.now.getTime() + windowMs) : null;
  // Runs the same statement without an operator or during a lock, so that timing reveals nothing.
  await writeFailures(tx, {
    id: locked ? noOperatorId : (operator?.id ?? noOperatorId),
    count,
    since: fresh ? tx.now : since,
    lockedUntil,
  });
  if (operator === undefined || locked || lockedUntil === null) return;
  tx.audit(events.locked, { target: operator.id, metadata: { operator_id: operator.id } });
  const detail = { where: 'console', operator_id: operator.id };
  await recordSecurityEvent(tx, 'account_locked', 'high', { detail });
}
