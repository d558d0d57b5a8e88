import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, createCaller } from '../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, pollToEnd } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

type Ending = (citizen: Citizen) => Promise<unknown>;

const refuse =
  (endResult: string): Ending =>
  (citizen) =>
    phone.act(citizen, 'refuse', { end_result: endResult });
const approve: Ending = (citizen) => phone.approve(citizen);
const approveWith =
  (fault: string): Ending =>
  async (citizen) => {
    await phone.fault(fault, 1);
    await phone.approve(citizen);
  };
const refusedByPhone: Ending = (citizen) =>
  expect(phone.approve(citizen)).rejects.toThrow('the phone refused');

interface Case {
  what: string;
  reason: string;
  who?: RegExp;
  state?: 'REFUSED' | 'EXPIRED';
  ending: Ending;
}

const cases: readonly Case[] = [
  { what: 'the person refuses', reason: 'user_refused', ending: refuse('USER_REFUSED') },
  {
    what: 'the person refuses at the PIN screen',
    reason: 'user_refused',
    ending: refuse('USER_REFUSED_INTERACTION'),
  },
  { what: 'the person chooses another code', reason: 'wrong_code', ending: refuse('WRONG_VC') },
  { what: 'the protocol failed', reason: 'protocol_failure', ending: refuse('PROTOCOL_FAILURE') },
  {
    what: 'the document is unusable',
    reason: 'document_unusable',
    ending: refuse('DOCUMENT_UNUSABLE'),
  },
  { what: 'the PIN is locked', reason: 'document_unusable', who: /PIN locked/, ending: refusedByPhone },
  {
    what: 'the provider reports a certificate below the level',
    reason: 'document_unusable',
    who: /ADVANCED/,
    ending: refusedByPhone,
  },
  {
    what: 'the certificate is below the level, against the provider’s claim',
    reason: 'level_too_low',
    who: /ADVANCED/,
    ending: approveWith('low_level'),
  },
  {
    what: 'the answer and the certificate name different people',
    reason: 'wrong_person',
    ending: approveWith('wrong_person'),
  },
  {
    what: 'the signature is not over our challenge',
    reason: 'bad_signature',
    ending: approveWith('bad_signature'),
  },
  { what: 'the certificate is revoked', reason: 'certificate_revoked', who: /revoked/, ending: approve },
  { what: 'the certificate is expired', reason: 'certificate_expired', who: /expired/, ending: approve },
  {
    what: 'the phone times out',
    reason: 'timeout',
    state: 'EXPIRED',
    ending: (citizen) => phone.act(citizen, 'timeout'),
  },
  {
    what: 'the person does not react in time',
    reason: 'timeout',
    state: 'EXPIRED',
    ending: async () => world.clock.advance(121_000),
  },
  {
    what: 'the provider forgets the session before a poll',
    reason: 'timeout',
    state: 'EXPIRED',
    ending: async () => world.clock.advance(15 * 60_000),
  },
];

async function expectDead(caller: Caller, sid: string, first: Answer): Promise<void> {
  const again = await caller.post('/api/v1/auth/eid/poll', { sid });
  expect([again.status, again.body.data]).toEqual([200, first.body.data]);
  expect((await caller.get(`/api/v1/auth/status/${sid}`)).body.data).toEqual(first.body.data);
  expect((await caller.get(`/api/v1/auth/eid/qr/${sid}`)).status).toBe(404);
}

const loginEvents = (caller: Caller) =>
  world.database.query('select user_id, method, outcome, reason from login_events where ip = $1', [
    caller.ip,
  ]);

describe('auth.eid.poll', () => {
  it.each(cases)(
    'returns no tokens, records the failure and ends the sid when $what',
    async ({ reason, who, state = 'REFUSED', ending }) => {
      const caller = createCaller(server.url);
      const citizen = await phone.citizen(who);
      const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
      await phone.scan(qr, citizen);
      await ending(citizen);
      const final = await pollToEnd(caller, sid);
      expect([final.status, final.body.data]).toEqual([200, { state, reason }]);
      expect(final.headers.get('cache-control')).toBe('no-store');
      await expectDead(caller, sid, final);
      // No identity was proven, so no user is recorded, and repeated polls add no second row.
      expect(await loginEvents(caller)).toEqual([
        { user_id: null, method: 'eid', outcome: 'failure', reason },
      ]);
      const audit = await world.database.query(
        'select action, actor_user_id, target, metadata from audit_log where request_id = $1',
        [final.body.request_id],
      );
      expect(audit).toMatchObject([
        { action: 'auth.eid.failed', actor_user_id: null, target: null, metadata: { reason } },
      ]);
    },
  );

  it('creates no account for a refused person', async () => {
    expect(await world.database.query('select id from users')).toEqual([]);
    expect(await world.database.query('select id from sessions')).toEqual([]);
  });

  it('records a refused push on its target account', async () => {
    const citizen = await phone.citizen();
    const [user] = await world.database.query<{ id: string }>(
      `insert into users (username, national_id, created_at) values ('reg_1', $1, now()) returning id`,
      [citizen.national_id],
    );
    const caller = createCaller(server.url);
    const { sid } = (await caller.post('/api/v1/auth/eid/start-id', { national_id: citizen.national_id }))
      .body.data;
    await phone.act(citizen, 'refuse');
    const final = await pollToEnd(caller, sid);
    expect(final.body.data).toEqual({ state: 'REFUSED', reason: 'user_refused' });
    expect(await loginEvents(caller)).toMatchObject([{ user_id: user?.id, reason: 'user_refused' }]);
  });

  it('counts one failure when several polls see the same refusal', async () => {
    const citizen = await phone.citizen();
    const caller = createCaller(server.url);
    const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
    await phone.scan(qr, citizen);
    await phone.act(citizen, 'refuse');
    const answers = await Promise.all([1, 2, 3].map(() => caller.post('/api/v1/auth/eid/poll', { sid })));
    for (const answer of answers)
      expect(answer.body.data).toEqual({ state: 'REFUSED', reason: 'user_refused' });
    expect(await loginEvents(caller)).toHaveLength(1);
  });
});
