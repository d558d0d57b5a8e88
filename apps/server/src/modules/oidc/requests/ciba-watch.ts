import { setTimeout as wait } from 'node:timers/promises';
import { type Outbox, unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { AppError } from '../../../kernel/http/errors.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import {
  type EidFlow,
  identityEvents,
  type Observed,
  type PushAsker,
  type Settled,
} from '../../identity/index.ts';
import { type Client, type ClientDirectory, cibaGrant } from '../../oauth-clients/index.ts';
import { findUser, isLocked, type UserRow } from '../../users/index.ts';
import { tellConsentGiven } from '../challenges/application-events.ts';
import { findConsent, rememberConsent } from '../challenges/consent-store.ts';
import { events } from '../events.ts';
import { splitScope } from '../library/scopes.ts';
import { lifetimes, secondsAfter } from '../lifetimes.ts';
import type { Subjects } from '../subjects/subjects.ts';
import { allowRequest } from './allow.ts';
import { authenticationOf, signInByPush } from './authentication.ts';
import {
  attachPhone,
  decideRequest,
  endWatch,
  findRequest,
  listUnwatched,
  paramsOf,
  phoneOf,
  type RequestRow,
  refusalOf,
  renewWatch,
} from './store.ts';

export interface CibaDeps {
  database: Database;
  keyring: Keyring;
  outbox: Outbox;
  directory: ClientDirectory;
  subjects: Subjects;
  eidFlow: EidFlow;
  now: () => Date;
  /** Aborted when the instance stops: another one goes on with its requests. */
  stopping: AbortSignal;
  onFailure: (error: Error) => void;
}

export const pingJob = 'oidc.ciba_ping';
const holdMs = 25_000;
const pauseMs = 2000;
/** Longer than one wait for the phone. */
const leaseSeconds = 45;
/** For the job that takes over requests whose instance stopped. */
const shortHoldMs = 1000;

/** Super administrators need a second factor that the phone cannot give. */
export function canBeAsked(user: UserRow, now: Date): boolean {
  return (
    user.active &&
    user.deleted_at === null &&
    user.civil_id !== null &&
    user.role !== 'superadmin' &&
    !isLocked(user, now)
  );
}

export interface Ring {
  hash: Buffer;
  nationalId: string;
  displayText: string;
  asker: PushAsker;
}

/** Runs after the client has its answer: the time of that answer must not tell whether a phone rings. */
export function ringAndWatch(deps: CibaDeps, ring: Ring): void {
  ringPhone(deps, ring).catch((error: Error) => {
    if (!deps.stopping.aborted) deps.onFailure(error);
  });
}

async function ringPhone(deps: CibaDeps, { hash, ...push }: Ring): Promise<void> {
  const started = await deps.eidFlow.ring(push);
  await unitOfWork(
    deps,
    contextAt(deps.now()),
    { what: 'oidc.ciba', auditRequired: () => false },
    async (tx) => {
      const options = { purpose: 'ciba', binding: 'none', language: 'mn' } as const;
      const { view } = await deps.eidFlow.keep(tx, started, options);
      const until = secondsAfter(tx.now, leaseSeconds);
      await attachPhone(tx, deps.keyring, hash, { sid: view.sid, until });
    },
  );
  for (;;) {
    if (deps.stopping.aborted || (await step(deps, hash, holdMs)) === 'over') return;
  }
}

/** One wait for the phone. A failure of the eID provider is no answer: the next step asks again. */
async function step(deps: CibaDeps, hash: Buffer, patienceMs: number): Promise<'pending' | 'over'> {
  const reader = deps.database.reader(systemIdentity);
  const now = deps.now();
  if (!(await renewWatch(reader, hash, secondsAfter(now, leaseSeconds)))) return 'over';
  const request = await findRequest(reader, deps.keyring, hash);
  if (request === undefined) return 'over';
  const isOver = await observe(deps, request, { holdMs: patienceMs, now });
  if (isOver) await endWatch(reader, hash);
  return isOver ? 'over' : 'pending';
}

async function observe(
  deps: CibaDeps,
  request: RequestRow,
  asking: { holdMs: number; now: Date },
): Promise<boolean> {
  const reader = deps.database.reader(systemIdentity);
  try {
    const proof = { purposes: ['ciba'], binding: undefined } as const;
    const session = await deps.eidFlow.find(reader, phoneOf(request), proof);
    const options = { ...asking, verifier: null, released: deps.stopping };
    return await conclude(deps, request, await deps.eidFlow.observe(session, options));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // 404 and 409: the sign-in was ended elsewhere; any other is an outage of the provider.
    if (error.definition.status < 500) return true;
    await wait(pauseMs, undefined, { signal: deps.stopping }).catch(() => undefined);
    return false;
  }
}

/** A scheduled job: requests whose instance stopped are taken over. */
export async function watchAbandoned(deps: CibaDeps): Promise<void> {
  const reader = deps.database.reader(systemIdentity);
  const found = await listUnwatched(reader, deps.now());
  await Promise.all(found.map(({ hash }) => step(deps, hash, shortHoldMs)));
}

const contextAt = (now: Date) => ({ identity: systemIdentity, actorUserId: null, requestId: null, now });

/** True if the sign-in on the phone has ended. */
function conclude(deps: CibaDeps, request: RequestRow, observed: Observed): Promise<boolean> {
  return unitOfWork<boolean>(
    deps,
    contextAt(deps.now()),
    {
      what: 'oidc.ciba',
      events: [
        events.cibaAllowed,
        events.cibaRefused,
        identityEvents.signInFailed,
        identityEvents.accountLocked,
      ],
      auditRequired: () => false,
    },
    async (tx) => {
      const settled = await deps.eidFlow.settle(tx, observed);
      if (settled.state === 'PENDING') return false;
      await settleRequest(deps, tx, request, settled);
      return true;
    },
  );
}

async function settleRequest(
  deps: CibaDeps,
  tx: WriteTx,
  request: RequestRow,
  settled: Exclude<Settled, { state: 'PENDING' }>,
): Promise<void> {
  const client = await deps.directory.client(request.client_id);
  const user = await findUser(tx, String(request.payload['accountId']));
  if (settled.state !== 'COMPLETE') {
    if (settled.isNews) await deps.eidFlow.recordFailure(tx, settled);
    // An unanswered push stays pending until the request expires, as that of an unknown person does.
    if (settled.state === 'REFUSED') await refuse(deps, tx, request, user, settled.reason);
    return;
  }
  if (new Date(request.expires_at) <= tx.now) return recordRefusal(tx, request, user, 'expired');
  const isSamePerson = user?.civil_id === settled.identity.civilId;
  const mayHave = client?.enabled === true && client.grantTypes.includes(cibaGrant);
  if (user === undefined || !isSamePerson) return refuse(deps, tx, request, undefined, 'wrong_person');
  if (client === undefined || !mayHave || !canBeAsked(user, tx.now))
    return refuse(deps, tx, request, user, 'not_allowed');
  await allow(deps, tx, request, { client, user });
}

/**
 * The phone shows the client's name but no list of scopes, so its PIN is consent to the identification alone:
 * any further scope needs the person's earlier consent on a page, except for a first-party client.
 */
async function allow(
  deps: CibaDeps,
  tx: WriteTx,
  request: RequestRow,
  { client, user }: { client: Client; user: UserRow },
): Promise<void> {
  const asked = splitScope(request.payload['scope']);
  const key = { userId: user.id, clientId: client.id, now: tx.now };
  const kept = await findConsent(tx, key);
  const allowed = asked.filter(
    (scope) => client.firstParty || scope === 'openid' || kept?.scopes.includes(scope) === true,
  );
  const authentication = authenticationOf(signInByPush(tx.now), paramsOf(request), tx.now);
  const done = await allowRequest(deps, tx, {
    row: request,
    userId: user.id,
    asked,
    allowed,
    authentication,
  });
  // Expired meanwhile: nothing of it is kept.
  if (!done) throw new Error('a CIBA request expired while it was approved');
  // An earlier consent keeps its own end: approving a push must not prolong what was allowed on a page.
  if (kept === undefined && !client.firstParty) {
    await rememberConsent(tx, {
      ...key,
      asked: ['openid'],
      allowed: ['openid'],
      expiresAt: secondsAfter(tx.now, lifetimes.consent),
    });
    await tellConsentGiven(deps.subjects, tx, client, { userId: user.id, scopes: ['openid'] });
  }
  announce(tx, request, client);
  tx.audit(events.cibaAllowed, {
    target: client.id,
    subject: user.id,
    metadata: { client_id: client.id, scopes: allowed },
  });
}

async function refuse(
  deps: CibaDeps,
  tx: WriteTx,
  request: RequestRow,
  user: UserRow | undefined,
  reason: string,
): Promise<void> {
  if (!(await decideRequest(tx, deps.keyring, refusalOf(request, user?.id ?? null), tx.now))) return;
  announce(tx, request, await deps.directory.client(request.client_id));
  recordRefusal(tx, request, user, reason);
}

function recordRefusal(tx: WriteTx, request: RequestRow, user: UserRow | undefined, reason: string): void {
  tx.audit(events.cibaRefused, {
    target: request.client_id,
    ...(user === undefined ? {} : { subject: user.id }),
    metadata: { client_id: request.client_id, reason },
  });
}

function announce(tx: WriteTx, request: RequestRow, client: Client | undefined): void {
  if (client?.options.notificationEndpoint !== undefined)
    tx.enqueue(pingJob, { request: request.hash.toString('base64url') });
}
