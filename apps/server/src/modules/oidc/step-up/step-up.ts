import { createHash, randomBytes } from 'node:crypto';
import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { type Unchanged, unchanged } from '../../../kernel/http/row.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import {
  EidError,
  type EidPort,
  type EidSignature,
  type EidSignaturePoll,
  identityErrors,
  markPin2,
  observeSignature,
  type StartedSignature,
  signatureText,
  signerOf,
  startSignature,
  takePush,
} from '../../identity/index.ts';
import { findUser } from '../../users/index.ts';
import { stepUpBy } from '../assurance.ts';
import type { Question } from '../challenges/decisions.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { wantedAcr } from '../library/requests.ts';
import type { StepUpPollView } from '../schemas.ts';
import { findLogin } from '../tokens/store.ts';
import { endStepUp, findStepUp, insertStepUp, type StepUpRow } from './store.ts';

export const stepUpPurpose = 'oidc.step_up';
/** A signed-in browser must not make a phone ring again and again. */
const allowance = { windowSeconds: 600, allowed: 3 };

export interface StepUpDeps {
  eid: EidPort;
  keyring: Keyring;
  /** Our name on the person's phone. */
  platformName: string;
}

const hashOfSid = (sid: string): string => createHash('sha256').update(sid).digest('hex');

interface Asked {
  sid: string;
  statement: string;
  digest: string;
  clientId: string;
  started: StartedSignature;
}

/** Sends a PIN2 request to the person's phone; the signed statement and the shown text name the client. */
export async function askForPin2(
  deps: StepUpDeps,
  db: Reader,
  actor: Actor,
  { interaction, client }: Question,
  now: Date,
): Promise<Asked> {
  const login = await findLogin(db, { sessionId: actor.sessionId, userId: actor.userId, now });
  if (login?.alive !== true) fail(kernelErrors.unauthorized);
  const wanted = wantedAcr(interaction.params);
  const user = await findUser(db, actor.userId);
  const signer = user === undefined ? undefined : signerOf(user);
  if (wanted === undefined || stepUpBy(login, wanted) !== 'pin2' || signer === undefined)
    fail(errors.step_up_impossible);
  const targetHash = createHash('sha256').update(`pin2|${actor.userId}`).digest('hex');
  if (!(await takePush(db, { targetHash, now, ...allowance })))
    fail(kernelErrors.rate_limited, { retryAfterSeconds: allowance.windowSeconds });
  const sid = randomBytes(16).toString('hex');
  const statement = JSON.stringify({
    purpose: 'tamga.sign_in.confirmation',
    platform: deps.platformName,
    sid: hashOfSid(sid),
    user_id: actor.userId,
    client_id: client.id,
    client_name: client.name,
    at: now.toISOString(),
  });
  const digest = createHash('sha256').update(statement).digest();
  const displayText = signatureText(deps.platformName, client.name, 'нэвтрэх үү?');
  try {
    const ask = { signer, digest, displayText, sealedPurpose: stepUpPurpose, now };
    const started = await startSignature(deps, ask);
    return { sid, statement, digest: digest.toString('hex'), clientId: client.id, started };
  } catch (error) {
    if (error instanceof EidError) fail(errors.step_up_impossible, { detail: error.message });
    throw error;
  }
}

export async function keepAsked(tx: WriteTx, actor: Actor, asked: Asked) {
  const { started, sid, clientId, digest } = asked;
  await insertStepUp(tx, {
    sidHash: hashOfSid(sid),
    sessionId: actor.sessionId,
    userId: actor.userId,
    clientId,
    statement: asked.statement,
    digest,
    sealed: started.sealed,
    now: tx.now,
    expiresAt: started.expiresAt,
  });
  tx.audit(events.stepUpAsked, {
    target: clientId,
    subject: actor.userId,
    metadata: { client_id: clientId, digest },
  });
  return {
    sid,
    verification_code: started.verificationCode,
    expires_at: started.expiresAt.toISOString(),
    state: 'PENDING' as const,
  };
}

export interface ObservedStepUp {
  row: StepUpRow;
  poll: EidSignaturePoll | undefined;
}

/** Only the session that asked finds its confirmation; every other caller gets 404. */
export async function observeStepUp(
  deps: StepUpDeps,
  db: Reader,
  actor: Actor,
  call: { sid: string; clientId: string; now: Date; signal: AbortSignal },
): Promise<ObservedStepUp> {
  const key = { sidHash: hashOfSid(call.sid), sessionId: actor.sessionId, clientId: call.clientId };
  const row = (await findStepUp(db, key)) ?? fail(kernelErrors.not_found);
  if (row.state !== 'pending') return { row, poll: undefined };
  const context = { sealedPurpose: stepUpPurpose, now: call.now, signal: call.signal };
  return { row, poll: await observeSignature(deps, row, context) };
}

/** Records the end once. The confirmation belongs to the session: it counts until it is too old. */
export async function settleStepUp(
  tx: WriteTx,
  actor: Actor,
  { row, poll }: ObservedStepUp,
): Promise<StepUpPollView | Unchanged<StepUpPollView>> {
  if (poll === undefined) return unchanged(viewEnded(row));
  switch (poll.state) {
    case 'PENDING':
      return unchanged({ state: 'PENDING' });
    case 'EXPIRED':
      return settleEnd(tx, actor, row, { state: 'expired', reason: 'timeout' });
    case 'REFUSED':
      return settleEnd(tx, actor, row, { state: 'refused', reason: poll.reason });
    case 'COMPLETE':
      return confirm(tx, actor, row, poll.signature);
  }
}

async function confirm(
  tx: WriteTx,
  actor: Actor,
  row: StepUpRow,
  signature: EidSignature,
): Promise<StepUpPollView | Unchanged<StepUpPollView>> {
  const { value, certificate, certificateSerial } = signature;
  const proof = { signature: value, certificate, certificateSerial };
  const end = { state: 'confirmed', reason: null, ...proof } as const;
  if (!(await endStepUp(tx, row.sid_hash, end, tx.now))) fail(identityErrors.already_consumed);
  if ((await markPin2(tx, actor.sessionId, tx.now)) === 0) fail(kernelErrors.unauthorized);
  tx.audit(events.steppedUp, {
    target: row.client_id,
    subject: actor.userId,
    metadata: {
      client_id: row.client_id,
      session_id: actor.sessionId,
      digest: row.digest,
      certificate_serial: certificateSerial,
      level: signature.level,
    },
  });
  return { state: 'COMPLETE' };
}

async function settleEnd(
  tx: WriteTx,
  actor: Actor,
  row: StepUpRow,
  end: { state: 'expired' | 'refused'; reason: string },
): Promise<StepUpPollView | Unchanged<StepUpPollView>> {
  const view = viewEnded({ ...row, ...end });
  const proof = { signature: null, certificate: null, certificateSerial: null };
  if (!(await endStepUp(tx, row.sid_hash, { ...end, ...proof }, tx.now))) return unchanged(view);
  tx.audit(events.stepUpEnded, {
    target: row.client_id,
    subject: actor.userId,
    metadata: { client_id: row.client_id, ...end },
  });
  return view;
}

function viewEnded(row: Pick<StepUpRow, 'state' | 'reason'>): StepUpPollView {
  if (row.state === 'confirmed') return { state: 'COMPLETE' };
  return {
    state: row.state === 'expired' ? 'EXPIRED' : 'REFUSED',
    ...(row.reason === null ? {} : { reason: row.reason }),
  };
}
