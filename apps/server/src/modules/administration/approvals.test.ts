import { createHash, verify, X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../test/caller.ts';
import { type Citizen, type SignedIn, signIn } from '../../../test/citizens.ts';
import { callAs, errorOf, openPlatform, type Platform } from './test/people.ts';

let platform: Platform;
let adminPerson: SignedIn;
let admin: ReturnType<typeof callAs>;

beforeAll(async () => {
  platform = await openPlatform();
  adminPerson = await platform.personAs('admin');
  admin = callAs(platform.server, adminPerson);
});
afterEach(() => fetch(`${platform.world.sandbox.url}/control/faults`, { method: 'DELETE' }));
afterAll(() => platform.world.close());

interface Target extends SignedIn {
  citizen: Citizen;
}
/** A signed-in citizen who is no manager, with no recent phone request. */
async function target(skip = 1): Promise<Target> {
  const citizen = await platform.phone.citizen(/^ordinary/, skip);
  const session = await signIn(platform.server, platform.phone, citizen);
  await platform.world.database.query(
    "update role_approvals set state = 'withdrawn', created_at = created_at - interval '1 day' where user_id = $1 and state <> 'approved'",
    [session.userId],
  );
  await platform.become(session.userId, 'user');
  return { ...session, citizen };
}
const ask = (who: { userId: string }, as = admin) =>
  as.put(`/admin/users/${who.userId}/role`, { role_id: 3 });
const approve = ({ citizen }: Target) => platform.phone.approve(citizen, citizen.pin2);
const waitingOn = async (citizen: Citizen) => {
  const query = encodeURIComponent(citizen.national_id);
  const answer = await fetch(`${platform.world.sandbox.url}/control/sessions?national_id=${query}`);
  return ((await answer.json()) as { items: Record<string, string>[] }).items;
};
const roleOf = async ({ userId }: { userId: string }) =>
  (
    await platform.world.database.query<{ role_id: number }>('select role_id from users where id = $1', [
      userId,
    ])
  )[0]?.role_id;
const approvalOf = async (sid: string) =>
  (
    await platform.world.database.query<Record<string, string | null>>(
      'select * from role_approvals where sid = $1',
      [sid],
    )
  )[0];
const eventsAbout = (userId: string, since: Date) =>
  platform.world.database.query<{ action: string; actor_user_id: string; metadata: Record<string, unknown> }>(
    "select action, actor_user_id, metadata from audit_log where target = $1 and occurred_at >= $2 and category in ('administration', 'users') order by id",
    [userId, since],
  );

describe('granting the role manager', () => {
  it('asks the person on their phone, with a text that names the platform and the role', async () => {
    const person = await target();
    const answer = await ask(person);
    const { approval } = answer.body.data;
    expect([answer.status, answer.body.data]).toEqual([
      202,
      {
        approval: {
          sid: expect.stringMatching(/^[0-9a-f]{32}$/),
          state: 'PENDING',
          verification_code: expect.stringMatching(/^\d{4}$/),
          expires_at: expect.stringMatching(/Z$/),
        },
      },
    ]);
    expect(await waitingOn(person.citizen)).toMatchObject([
      {
        kind: 'sign',
        text: 'Tamga: «Manager» эрх авах уу?',
        verification_code: approval.verification_code,
      },
    ]);
    expect(await roleOf(person)).toBe(4);
    expect((await approvalOf(approval.sid))?.['sealed']).toMatch(/^v1\./);
  });

  it('answers a repeat with the same approval and sends no second phone request', async () => {
    const person = await target(2);
    const first = await ask(person);
    const again = await ask(person);
    expect([again.status, again.body.data]).toEqual([202, first.body.data]);
    expect(await waitingOn(person.citizen)).toHaveLength(1);
  });

  it('grants the role after PIN2, ends the person’s sessions, and stores a self-contained proof', async () => {
    const person = await target(3);
    const since = platform.clock.now();
    const asked = await ask(person);
    const { sid } = asked.body.data.approval;
    platform.clock.advance(1000);
    await approve(person);
    const given = await ask(person);
    expect([given.status, given.body.data]).toEqual([
      200,
      expect.objectContaining({ id: person.userId, role_id: 3, role: 'manager' }),
    ]);
    await callUntil(401, () =>
      createCaller(platform.server.url).get('/api/v1/users/me', { token: person.token }),
    );
    const again = await ask(person);
    expect([again.status, again.body.data]).toEqual([200, given.body.data]);

    const kept = (await approvalOf(sid)) ?? {};
    const { statement, signature, certificate, digest } = kept as Record<string, string>;
    expect(kept).toMatchObject({ state: 'approved', sealed: null });
    expect(JSON.parse(statement ?? '')).toEqual({
      purpose: 'tamga.role.approval',
      platform: 'Tamga',
      sid,
      user_id: person.userId,
      role_id: 3,
      role: 'manager',
      granted_by: adminPerson.userId,
      at: since.toISOString(),
    });
    expect(
      createHash('sha256')
        .update(statement ?? '')
        .digest('hex'),
    ).toBe(digest);
    const leaf = new X509Certificate(Buffer.from(certificate ?? '', 'base64'));
    expect(leaf.subject).toContain(`CI:MN-${person.citizen.civil_id}`);
    const raw = Buffer.from(signature ?? '', 'base64');
    const options = { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' as const };
    expect(verify('sha256', Buffer.from(statement ?? ''), options, raw)).toBe(true);

    const granted = { role_id: 3, granted_by: adminPerson.userId, sid, digest };
    expect(await eventsAbout(person.userId, since)).toEqual([
      { action: 'admin.approval.asked', actor_user_id: adminPerson.userId, metadata: granted },
      { action: 'users.role.changed', actor_user_id: adminPerson.userId, metadata: { role_id: 3 } },
      {
        action: 'admin.approval.given',
        actor_user_id: adminPerson.userId,
        metadata: { ...granted, certificate_serial: kept['certificate_serial'] },
      },
    ]);
  });

  it.each([
    ['refuse', 'approval_refused', 'refused', 'user_refused'],
    ['timeout', 'approval_expired', 'expired', 'timeout'],
  ] as const)(
    'reports a %s once, records it, and asks again at the next call',
    async (action, code, state, reason) => {
      const person = await target();
      const since = platform.clock.now();
      const { sid } = (await ask(person)).body.data.approval;
      await platform.phone.act(person.citizen, action);
      expect(errorOf(await ask(person))).toEqual([409, code]);
      expect(await approvalOf(sid)).toMatchObject({ state, reason, sealed: null, signature: null });
      const events = await eventsAbout(person.userId, since);
      expect(events.at(-1)).toMatchObject({
        action: 'admin.approval.ended',
        metadata: { role_id: 3, sid, state, reason },
      });
      const anew = await ask(person);
      expect(anew.status).toBe(202);
      expect(anew.body.data.approval.sid).not.toBe(sid);
      expect(await roleOf(person)).toBe(4);
    },
  );

  it('expires when the provider forgets the session before anyone polls, even after an approval', async () => {
    const person = await target(2);
    await ask(person);
    await approve(person);
    platform.clock.advance(11 * 60_000);
    expect(errorOf(await ask(person))).toEqual([409, 'approval_expired']);
    expect(await roleOf(person)).toBe(4);
    admin = callAs(
      platform.server,
      await signIn(platform.server, platform.phone, await platform.phone.citizen()),
    );
  });

  it.each(['bad_signature', 'wrong_person'])('rejects an unproven provider answer (%s)', async (kind) => {
    const person = await target(4);
    await ask(person);
    await platform.phone.fault(kind, 1);
    await approve(person);
    expect(errorOf(await ask(person))).toEqual([409, 'approval_refused']);
    expect(await roleOf(person)).toBe(4);
  });

  it('rejects a PIN1 signature: authentication does not bind the person', async () => {
    const person = await target(4);
    await ask(person);
    await expect(platform.phone.approve(person.citizen, person.citizen.pin1)).rejects.toThrow('wrong_pin');
    expect((await ask(person)).status).toBe(202);
    await platform.phone.act(person.citizen, 'refuse');
    await ask(person);
  });

  it('requires an eID and a reachable phone', async () => {
    const planted = await platform.plant('user', { national_id: 'УУ00000000' });
    expect(errorOf(await ask({ userId: planted }))).toEqual([400, 'bad_request']);
    const person = await target(5);
    const { national_id: nobody } = await platform.phone.citizen(/^no device/);
    await platform.world.database.query('update users set national_id = $2 where id = $1', [
      person.userId,
      nobody,
    ]);
    expect(errorOf(await ask(person))).toEqual([400, 'bad_request']);
    await platform.world.database.query('update users set national_id = null where id = $1', [person.userId]);
    expect((await ask(person)).status).toBe(202);
    await approve(person);
    expect((await ask(person)).status).toBe(200);
  });

  it('stores nothing while the provider is down, and loses nothing while it does not answer', async () => {
    const person = await target(6);
    await platform.phone.fault('error', 1, { on: 'start' });
    expect(errorOf(await ask(person))).toEqual([503, 'upstream_unavailable']);
    expect((await ask(person)).status).toBe(202);
    await approve(person);
    await platform.phone.fault('error', 1, { on: 'poll' });
    expect(errorOf(await ask(person))).toEqual([502, 'upstream_failed']);
    expect((await ask(person)).status).toBe(200);
  });
});

describe('concurrent approvals', () => {
  it('start one request for two concurrent calls, and grant the role once for two concurrent polls', async () => {
    const person = await target(1);
    const since = platform.clock.now();
    const asked = await Promise.all([ask(person), ask(person)]);
    expect(asked.map(({ status }) => status)).toEqual([202, 202]);
    expect(asked[0]?.body.data).toEqual(asked[1]?.body.data);
    const code: unknown = asked[0]?.body.data.approval.verification_code;
    const shown = (await waitingOn(person.citizen)).find((item) => item['verification_code'] === code);
    await fetch(`${platform.world.sandbox.url}/control/sessions/${shown?.['id']}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pin: person.citizen.pin2 }),
    });
    const looked = await Promise.all([ask(person), ask(person)]);
    expect(looked.map(({ status }) => status)).toEqual([200, 200]);
    const events = await eventsAbout(person.userId, since);
    expect(events.filter(({ action }) => action === 'admin.approval.given')).toHaveLength(1);
  });

  it('send at most three requests to the same phone in ten minutes', async () => {
    const person = await target(2);
    for (let times = 0; times < 3; times += 1) {
      expect((await ask(person)).status).toBe(202);
      await platform.phone.act(person.citizen, 'refuse');
      expect((await ask(person)).status).toBe(409);
    }
    const answer = await ask(person);
    expect(errorOf(answer)).toEqual([429, 'rate_limited']);
    expect(answer.headers.get('retry-after')).toBe('600');
  });
});

describe('an approval is bound to the decision it was requested for', () => {
  it('another administrator can see and finish it; the proof names the requester', async () => {
    const other = await platform.personAs('admin', await platform.phone.citizen(/^ordinary/, 7));
    const person = await target(4);
    const { sid } = (await ask(person)).body.data.approval;
    const seen = await ask(person, callAs(platform.server, other));
    expect([seen.status, seen.body.data.approval.sid]).toEqual([202, sid]);
    await approve(person);
    expect((await ask(person, callAs(platform.server, other))).status).toBe(200);
    expect((await approvalOf(sid))?.['granted_by']).toBe(adminPerson.userId);
  });

  it('expires unused when the requester may no longer grant the role', async () => {
    const other = await platform.personAs('admin', await platform.phone.citizen(/^ordinary/, 7));
    const person = await target(6);
    const { sid } = (await ask(person, callAs(platform.server, other))).body.data.approval;
    await approve(person);
    await platform.become(other.userId, 'user');
    expect(errorOf(await ask(person))).toEqual([409, 'approval_expired']);
    expect(await approvalOf(sid)).toMatchObject({ state: 'expired', reason: 'granter_not_entitled' });
    expect(await roleOf(person)).toBe(4);
  });

  it.each([
    ['another role', (id: string) => admin.put(`/admin/users/${id}/role`, { role_id: 4 }), 'other_role'],
    ['disabling', (id: string) => admin.put(`/admin/users/${id}/active`, { active: false }), 'disabled'],
    ['deletion', (id: string) => admin.remove(`/admin/users/${id}`), 'deleted'],
  ])('is withdrawn by %s: a late approval changes nothing', async (_what, change, reason) => {
    const skip = { other_role: 3, disabled: 3, deleted: 5 }[reason] ?? 3;
    const person = await target(skip);
    const { sid } = (await ask(person)).body.data.approval;
    expect((await change(person.userId)).status).toBe(200);
    expect(await approvalOf(sid)).toMatchObject({ state: 'withdrawn', reason });
    await approve(person);
    await platform.runJob('administration.approval_watch');
    expect(await roleOf(person)).toBe(4);
    await admin.put(`/admin/users/${person.userId}/active`, { active: true });
  });
});
