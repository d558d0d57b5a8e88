import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import { type Client, type ClientDirectory, deviceGrant, isOwner } from '../../oauth-clients/index.ts';
import { authTimeOf } from '../assurance.ts';
import { tellConsentGiven } from '../challenges/application-events.ts';
import { rememberConsent } from '../challenges/consent-store.ts';
import { freshSince, isOtherThanRequired } from '../challenges/sign-in-needs.ts';
import { refuseWeakSignIn } from '../challenges/sign-in-strength.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { askedScopes } from '../library/requests.ts';
import { lifetimes, secondsAfter } from '../lifetimes.ts';
import type { DeviceView } from '../schemas.ts';
import type { Subjects } from '../subjects/subjects.ts';
import { findLogin } from '../tokens/store.ts';
import { allowRequest } from './allow.ts';
import { authenticationOf } from './authentication.ts';
import {
  countGuesses,
  decideRequest,
  findPendingByUserCode,
  paramsOf,
  type RequestRow,
  recordGuess,
  refusalOf,
} from './store.ts';
import { hashUserCode, normalizeUserCode } from './user-codes.ts';

export interface DeviceDeps {
  keyring: Keyring;
  directory: ClientDirectory;
  subjects: Subjects;
  stateKey: string;
}

/** Ten wrong codes of one person in ten minutes, out of 20^8. */
const guessing = { allowed: 10, windowSeconds: 600 };

export interface DeviceRequest {
  readonly row: RequestRow;
  readonly client: Client;
  readonly asked: readonly string[];
}

/** Unknown, expired, decided, or of a client without this grant: all answer the same 404 and count as a guess. */
export async function findDeviceRequest(
  deps: DeviceDeps,
  db: Reader,
  actor: Actor,
  given: { userCode: string; now: Date },
): Promise<DeviceRequest> {
  const { now } = given;
  const since = secondsAfter(now, -guessing.windowSeconds);
  // Checked before the code is looked up: after too many guesses a right one must not pass either.
  if ((await countGuesses(db, actor.userId, since)) >= guessing.allowed)
    fail(kernelErrors.rate_limited, { retryAfterSeconds: guessing.windowSeconds });
  const hash = hashUserCode(deps.stateKey, normalizeUserCode(given.userCode));
  const row = await findPendingByUserCode(db, deps.keyring, hash, now);
  const client = row === undefined ? undefined : await deps.directory.client(row.client_id);
  if (row === undefined || client?.enabled !== true || !client.grantTypes.includes(deviceGrant)) {
    await recordGuess(db, actor.userId, now);
    fail(errors.unknown_user_code);
  }
  return { row, client, asked: askedScopes(paramsOf(row), client) };
}

export function viewDeviceRequest({ row, client, asked }: DeviceRequest): DeviceView {
  const device = row.payload['deviceInfo'] as { ip?: string; userAgent?: string } | undefined;
  return {
    client_id: client.id,
    client_name: client.name,
    requested_scope: [...asked],
    subject_type: client.options.pairwise === undefined ? 'public' : 'pairwise',
    device: { ip: device?.ip ?? '', user_agent: device?.userAgent ?? '' },
    requested_at: row.created_at,
    expires_at: row.expires_at,
  };
}

/** Before the person reads more of it: consent to an application on trial would tell its owners who they are. */
export async function refuseStranger(
  db: Reader | Tx,
  actor: Actor,
  { client }: DeviceRequest,
): Promise<void> {
  if (client.stage === 'trial' && !(await isOwner(db, client.id, actor.userId)))
    fail(errors.application_on_trial);
}

/**
 * The device has a grant of its own: it does not end with the browser in which the code was typed, but with the
 * consent or when all sessions of the person are revoked.
 */
export async function allowDevice(
  deps: DeviceDeps,
  tx: WriteTx,
  actor: Actor,
  request: DeviceRequest,
  chosen: readonly string[] | undefined,
): Promise<{ client_name: string }> {
  const { row, client, asked } = request;
  await refuseStranger(tx, actor, request);
  const login = await findLogin(tx, { sessionId: actor.sessionId, userId: actor.userId, now: tx.now });
  if (login?.alive !== true) fail(kernelErrors.unauthorized);
  const params = paramsOf(row);
  const since = freshSince({ params, begunAt: new Date(row.created_at) }, tx.now);
  if (since !== undefined && authTimeOf(login, tx.now) < since) fail(errors.fresh_sign_in_required);
  if (await isOtherThanRequired(deps, { params, client, actor })) fail(errors.other_person_expected);
  refuseWeakSignIn(params, login, { withoutStepUp: true, now: tx.now });
  if (chosen?.some((scope) => !asked.includes(scope))) fail(errors.scope_not_requested);
  const allowed = asked.filter(
    (scope) => chosen === undefined || scope === 'openid' || chosen.includes(scope),
  );
  const done = await allowRequest(deps, tx, {
    row,
    userId: actor.userId,
    asked,
    allowed,
    authentication: authenticationOf(login, params, tx.now),
  });
  if (!done) fail(errors.unknown_user_code);
  if (allowed.length > 0)
    await rememberConsent(tx, {
      userId: actor.userId,
      clientId: client.id,
      asked,
      allowed,
      now: tx.now,
      expiresAt: secondsAfter(tx.now, lifetimes.consent),
    });
  tx.audit(events.deviceAllowed, {
    target: client.id,
    metadata: { client_id: client.id, scopes: allowed },
  });
  await tellConsentGiven(deps.subjects, tx, client, { userId: actor.userId, scopes: allowed });
  return { client_name: client.name };
}

export async function refuseDevice(
  deps: DeviceDeps,
  tx: WriteTx,
  actor: Actor,
  { row, client }: DeviceRequest,
): Promise<{ client_name: string }> {
  if (!(await decideRequest(tx, deps.keyring, refusalOf(row, actor.userId), tx.now)))
    fail(errors.unknown_user_code);
  tx.audit(events.deviceRefused, { target: client.id, metadata: { client_id: client.id } });
  return { client_name: client.name };
}
