import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import {
  type Citizen,
  changeAsSystem,
  createPhone,
  type Phone,
  pollToEnd,
  runQr,
  signIn,
} from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { setActive } from '../users/index.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let citizen: Citizen;
const secrets = new Set<string>();

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  citizen = await phone.citizen();
});
afterAll(() => world.close());

interface AuditRow {
  action: string;
  category: string;
  actor_user_id: string | null;
  target: string | null;
  metadata: Record<string, unknown>;
}
/** All audit rows of one request. */
const rowsOf = (requestId: string | undefined) =>
  world.database.query<AuditRow>(
    'select action, category, actor_user_id, target, metadata from audit_log where request_id = $1 order by id',
    [requestId],
  );
const remember = (...values: string[]) => {
  for (const value of values) secrets.add(value);
};
const open = async () => {
  const session = await signIn(server, phone, citizen);
  remember(session.token, session.refreshToken);
  return session;
};
const refresh = async (refresh_token: string) => {
  const answer = await createCaller(server.url).post('/api/v1/auth/refresh', { refresh_token });
  if (answer.status === 200) remember(answer.body.data.token, answer.body.data.refresh_token);
  return answer;
};

describe('the audit log', () => {
  it('records the person, the flow, and whether account and browser are new', async () => {
    const caller = createCaller(server.url);
    const { sid, final } = await runQr(caller, phone, citizen);
    remember(sid, final.body.data.token, final.body.data.refresh_token);
    const userId = final.body.data.id;
    expect(await rowsOf(final.body.request_id)).toEqual([
      {
        action: 'auth.eid.login',
        category: 'auth',
        actor_user_id: userId,
        target: userId,
        metadata: {
          flow: 'QR',
          level: 'QUALIFIED',
          session_id: expect.any(String),
          new_account: true,
          new_device: true,
        },
      },
    ]);
    const again = await runQr(createCaller(server.url), phone, citizen);
    remember(again.sid, again.final.body.data.token);
    expect((await rowsOf(again.final.body.request_id))[0]?.metadata).toMatchObject({
      new_account: false,
      new_device: false,
    });
  });

  it('records nothing for a sign-in that only started or still waits', async () => {
    const caller = createCaller(server.url);
    const started = await caller.post('/api/v1/auth/eid/start');
    remember(started.body.data.sid);
    await phone.scan(started.body.data.qr, citizen);
    const waiting = await caller.post('/api/v1/auth/eid/poll', { sid: started.body.data.sid });
    expect(waiting.body.data.state).toBe('PENDING');
    expect(await rowsOf(started.body.request_id)).toEqual([]);
    expect(await rowsOf(waiting.body.request_id)).toEqual([]);
  });

  it('records a refresh, and a reuse with the end of its session', async () => {
    const session = await open();
    const refreshed = await refresh(session.refreshToken);
    const about = { category: 'auth', actor_user_id: session.userId, target: session.userId };
    expect(await rowsOf(refreshed.body.request_id)).toEqual([
      { ...about, action: 'auth.session.refreshed', metadata: { session_id: expect.any(String) } },
    ]);
    const reused = await refresh(session.refreshToken);
    expect(reused.status).toBe(401);
    const [reuse] = await rowsOf(reused.body.request_id);
    expect(reuse).toEqual({
      ...about,
      action: 'auth.session.reuse',
      metadata: { session_id: expect.any(String) },
    });
    const ended = await world.database.query('select end_reason from sessions where id = $1', [
      reuse?.metadata['session_id'],
    ]);
    expect(ended).toEqual([{ end_reason: 'refresh_reuse' }]);
    // The session has ended, so a later reuse is rejected without a second record.
    expect(await rowsOf((await refresh(session.refreshToken)).body.request_id)).toEqual([]);
  });

  it('records signing out once', async () => {
    const session = await open();
    const leave = () => createCaller(server.url).post('/api/v1/auth/logout', {}, { token: session.token });
    expect(await rowsOf((await leave()).body.request_id)).toEqual([
      {
        action: 'auth.session.ended',
        category: 'auth',
        actor_user_id: session.userId,
        target: session.userId,
        metadata: { session_id: expect.any(String) },
      },
    ]);
    expect(await rowsOf((await leave()).body.request_id)).toEqual([]);
  });

  it('records a refused push on the target account, without naming an actor', async () => {
    const session = await open();
    const caller = createCaller(server.url);
    const { sid } = (await caller.post('/api/v1/auth/eid/start-id', { national_id: citizen.national_id }))
      .body.data;
    remember(sid);
    await phone.act(citizen, 'refuse');
    const final = await pollToEnd(caller, sid);
    expect(await rowsOf(final.body.request_id)).toEqual([
      {
        action: 'auth.eid.failed',
        category: 'auth',
        actor_user_id: null,
        target: session.userId,
        metadata: { state: 'REFUSED', reason: 'user_refused' },
      },
    ]);
  });

  it('records the rejection of a disabled person, and the disabled account', async () => {
    const session = await open();
    const disable = (active: boolean) =>
      changeAsSystem(server, world.clock.now(), (tx) => setActive(tx, session.userId, active));
    await disable(false);
    const { sid, final } = await runQr(createCaller(server.url), phone, citizen);
    remember(sid);
    await disable(true);
    expect(await rowsOf(final.body.request_id)).toMatchObject([
      { action: 'auth.eid.failed', target: session.userId, metadata: { reason: 'account_disabled' } },
    ]);
    const changes = await world.database.query(
      `select target, metadata from audit_log where action = 'users.active.changed' order by id`,
    );
    expect(changes).toEqual([
      { target: session.userId, metadata: { active: false } },
      { target: session.userId, metadata: { active: true } },
    ]);
  });

  it('records nothing for a caller without one of our tokens', async () => {
    const answer = await refresh('x.y.z');
    expect(await rowsOf(answer.body.request_id)).toEqual([]);
  });

  it('is sealed continuously', async () => {
    await server.app.sealer.drain();
    expect(await world.database.query('select id from audit_log where seq is null')).toEqual([]);
  });

  it('holds no token, sid, register number, civil id or name, and neither does the sign-in history', async () => {
    const rows = await world.database.query<{ row: object }>(
      'select to_jsonb(a) as row from audit_log a union all select to_jsonb(e) from login_events e',
    );
    const text = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(10);
    expect(secrets.size).toBeGreaterThan(10);
    const personal = [
      citizen.national_id,
      citizen.civil_id,
      citizen.document_number,
      citizen.given_name,
      citizen.surname_en,
    ];
    for (const value of [...secrets, ...personal]) expect(text).not.toContain(value);
  });
});
