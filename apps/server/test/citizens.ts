import { randomBytes, randomUUID } from 'node:crypto';
import type { Sandbox } from '@tamga/sandbox';
import { unitOfWork, type WriteTx } from '../src/kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../src/kernel/db/identity.ts';
import { createTokens } from '../src/modules/identity/index.ts';
import { insertUserFromEid } from '../src/modules/users/index.ts';
import { type Answer, type Caller, createCaller } from './caller.ts';
import type { TestServer, TestWorld } from './server.ts';
import { until } from './until.ts';

export interface Citizen {
  national_id: string;
  civil_id: string;
  given_name: string;
  surname: string;
  given_name_en: string;
  surname_en: string;
  document_number: string;
  pin1: string;
  pin2: string;
  note: string;
}

/** A citizen's phone, through the sandbox's control API. */
export interface Phone {
  citizens(): Promise<Citizen[]>;
  /** The first citizen whose note matches; an ordinary one by default. */
  citizen(note?: RegExp, skip?: number): Promise<Citizen>;
  scan(qr: string, citizen: Citizen): Promise<Response>;
  /** Approves the newest request on this phone, or the named one. */
  approve(citizen: Citizen, pin?: string, sessionId?: string): Promise<{ return_url: string | null }>;
  act(citizen: Citizen, action: 'refuse' | 'timeout', body?: object): Promise<void>;
  fault(kind: string, count: number, extra?: object): Promise<void>;
}

export function createPhone(sandbox: Pick<Sandbox, 'url'>): Phone {
  const post = async (path: string, body: object = {}) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const citizens = async () =>
    ((await (await fetch(`${sandbox.url}/control/citizens`)).json()) as { items: Citizen[] }).items;
  const pending = async (citizen: Citizen) => {
    const query = encodeURIComponent(citizen.national_id);
    const answer = await fetch(`${sandbox.url}/control/sessions?national_id=${query}`);
    const { items } = (await answer.json()) as { items: { id: string }[] };
    const last = items.at(-1);
    if (last === undefined) throw new Error('nothing is waiting on this phone');
    return last.id;
  };
  return {
    citizens,
    citizen: async (note = /^ordinary/, skip = 0) => {
      const found = (await citizens()).filter((citizen) => note.test(citizen.note))[skip];
      if (found === undefined) throw new Error(`no citizen with a note like ${note}`);
      return found;
    },
    scan: (qr, citizen) => post('/control/scan', { qr, national_id: citizen.national_id }),
    approve: async (citizen, pin = citizen.pin1, sessionId) => {
      const id = sessionId ?? (await pending(citizen));
      const answer = await post(`/control/sessions/${id}/approve`, { pin });
      if (!answer.ok) throw new Error(`the phone refused: ${await answer.text()}`);
      return (await answer.json()) as { return_url: string | null };
    },
    act: async (citizen, action, body) => {
      await post(`/control/sessions/${await pending(citizen)}/${action}`, body);
    },
    fault: async (kind, count, extra = {}) => {
      const answer = await post('/control/faults', { kind, count, ...extra });
      if (!answer.ok) throw new Error(`fault refused: ${await answer.text()}`);
    },
  };
}

export interface SignedIn {
  caller: Caller;
  token: string;
  refreshToken: string;
  userId: string;
}

/** A complete QR sign-in of a native client. */
export async function signIn(
  server: Pick<TestServer, 'url'>,
  phone: Phone,
  citizen: Citizen,
): Promise<SignedIn> {
  const caller = createCaller(server.url);
  const { final } = await runQr(caller, phone, citizen);
  if (final.body.data?.state !== 'COMPLETE')
    throw new Error(`sign-in ended with ${JSON.stringify(final.body)}`);
  return {
    caller,
    token: final.body.data.token,
    refreshToken: final.body.data.refresh_token,
    userId: final.body.data.id,
  };
}

const entered = { action: 'test.entered', category: 'test', about: 'a test let a person in', fields: [] };

/** An account and a session as after a first sign-in, without the phone: for tests about something else. */
export async function letIn(
  world: Pick<TestWorld, 'clock' | 'database'>,
  server: TestServer,
  citizen: Citizen,
): Promise<SignedIn> {
  const now = world.clock.now();
  const userId = await changeAsSystem(server, now, (tx) => {
    tx.audit(entered);
    return insertUserFromEid(tx, {
      civilId: citizen.civil_id,
      nationalId: citizen.national_id,
      firstName: citizen.given_name,
      lastName: citizen.surname,
      firstNameEn: citizen.given_name_en,
      lastNameEn: citizen.surname_en,
      kycLevel: 'QUALIFIED',
      documentNumber: citizen.document_number,
      certSerial: randomBytes(8).toString('hex'),
      certNotBefore: new Date(now.getTime() - 86_400_000).toISOString(),
      certNotAfter: new Date(now.getTime() + 900 * 86_400_000).toISOString(),
      certIssuer: 'CN=Test issuer',
      certKeyType: 'EC',
      now,
    });
  });
  if (userId !== undefined) return renewSession(world, server, { userId });
  const [known] = await world.database.query<{ id: string }>('select id from users where civil_id = $1', [
    citizen.civil_id,
  ]);
  if (known === undefined) throw new Error(`${citizen.national_id} belongs to another account`);
  return renewSession(world, server, { userId: known.id });
}

/** A new session of somebody who signed in before, written into the database: a sign-in costs twenty times as much. */
export async function renewSession(
  world: Pick<TestWorld, 'clock' | 'database'>,
  server: TestServer,
  { userId }: Pick<SignedIn, 'userId'>,
): Promise<SignedIn> {
  const { config } = server;
  const now = world.clock.now();
  const session = { id: randomUUID(), jti: randomUUID() };
  const [user] = await world.database.query<{ role_id: number }>(
    `with opened as (
       insert into sessions (id, user_id, method, current_jti, rotated_at, created_at, expires_at)
       values ($1, $2, 'eid', $3, $4, $4, $4::timestamptz + make_interval(days => $5)))
     select role_id from users where id = $2`,
    [session.id, userId, session.jti, now, config.JWT_REFRESH_EXPIRED],
  );
  if (user === undefined) throw new Error('nobody has this id');
  const tokens = createTokens(config.JWT_SECRET, config.JWT_ISSUER);
  const iat = now.getTime() / 1000;
  const claims = { sub: userId, role_id: user.role_id, fid: session.id, iat };
  const after = (seconds: number) => Math.floor(iat) + seconds;
  const accessEnds = after(config.ACCESS_TOKEN_MINUTES * 60);
  const refreshEnds = after(config.JWT_REFRESH_EXPIRED * 86_400);
  return {
    caller: createCaller(server.url),
    token: tokens.sign({ ...claims, kind: 'access', jti: randomUUID(), exp: accessEnds }),
    refreshToken: tokens.sign({ ...claims, kind: 'refresh', jti: session.jti, exp: refreshEnds }),
    userId,
  };
}

/** Starts by QR, scans, approves and polls to any end. */
export async function runQr(
  caller: Caller,
  phone: Phone,
  citizen: Citizen,
): Promise<{ sid: string; final: Answer }> {
  const started = await caller.post('/api/v1/auth/eid/start');
  const { sid, qr } = started.body.data;
  const scanned = await phone.scan(qr, citizen);
  if (!scanned.ok) throw new Error(`scan failed: ${await scanned.text()}`);
  const { id } = (await scanned.json()) as { id: string };
  await phone.approve(citizen, citizen.pin1, id);
  return { sid, final: await pollToEnd(caller, sid) };
}

export async function pollToEnd(caller: Caller, sid: string, extra: object = {}): Promise<Answer> {
  const poll = () => caller.post('/api/v1/auth/eid/poll', { sid, ...extra });
  let answer = await poll();
  await until(async () => {
    const isPending = answer.status === 200 && answer.body.data.state === 'PENDING';
    if (!isPending || answer.body.data.return_required) return true;
    answer = await poll();
    return false;
  });
  return answer;
}

/** A change under the system identity, in the kind of transaction that a row gives to its handler. */
export function changeAsSystem<T>(
  server: TestServer,
  now: Date,
  work: (tx: WriteTx) => Promise<T>,
  actorUserId: string | null = null,
): Promise<T> {
  return unitOfWork(
    { database: server.app.database, outbox: server.app.outbox },
    { identity: systemIdentity, actorUserId, requestId: null, now },
    { what: 'a test', auditRequired: () => true },
    work,
  );
}
