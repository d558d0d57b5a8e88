import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPANIES } from '../../../../sandbox/src/state-registry/index.ts';
import { callUntil, createCaller } from '../../../test/caller.ts';
import { type Citizen, changeAsSystem, createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createLogger } from '../../kernel/observability/logger.ts';
import { setActive } from '../users/index.ts';
import { joinOrganisation } from './test/joining.ts';

type Person = SignedIn & { citizen: Citizen };
let world: TestWorld;
let server: TestServer;
let owner: Person;
let victim: Person;
let friend: Person;
let people: Citizen[];
let org: string;
let nextRegNo = 8_000_000;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  people = (await createPhone(world.sandbox).citizens()).filter(({ note }) => note.startsWith('ordinary'));
  [owner, victim, friend] = [await person(0), await person(1), await person(2)];
  await world.database.query("update users set email = 'victim@example.mn' where id = $1", [victim.userId]);
  org = await newOrganisation(owner);
});
afterAll(() => world.close());

async function person(at: number | Citizen): Promise<Person> {
  const citizen = typeof at === 'number' ? people[at] : at;
  if (citizen === undefined) throw new Error('no such citizen');
  return { ...(await signIn(server, createPhone(world.sandbox), citizen)), citizen };
}
const call = (who: SignedIn, method: string, path: string, body?: unknown, headers = {}) =>
  createCaller(server.url).call(method, `/api/v1${path}`, {
    token: who.token,
    headers,
    ...(body === undefined ? {} : { body }),
  });
async function newOrganisation(who: SignedIn, reg_no = String(nextRegNo++)): Promise<string> {
  const made = await call(who, 'POST', '/org', { reg_no, name: 'Тест ХХК' });
  expect(made.status, made.text).toBe(201);
  return made.body.data.id;
}
const invite = (body: object, by: SignedIn = owner, to = org) => call(by, 'POST', `/org/${to}/members`, body);
const received = async (who: SignedIn) => (await call(who, 'GET', '/org/invitations')).body.data.items;
const answer = (who: SignedIn, id: string, what: 'accept' | 'decline') =>
  call(who, 'POST', `/org/invitations/${id}/${what}`, {});
const acceptLink = (who: SignedIn, token: string) => call(who, 'POST', '/org/invitations/accept', { token });
const rolesIn = async (id: string) =>
  Object.fromEntries(
    (
      await world.database.query<{ user_id: string; role: string }>(
        'select user_id, role from organisation_members where org_id = $1',
        [id],
      )
    ).map((row) => [row.user_id, row.role]),
  );
const auditOf = (requestId: string | undefined) =>
  world.database.query<{ action: string; metadata: Record<string, unknown> }>(
    'select action, metadata from audit_log where request_id = $1 order by id',
    [requestId],
  );
/** Runs the notification job once. */
async function runTelling(): Promise<void> {
  const job = server.app.declaredJobs.find(({ name }) => name === 'organisations.tell');
  const jobs = await world.database.query<{ data: Record<string, unknown> }>(
    `delete from pgboss.job where name = 'organisations.tell' returning data`,
  );
  for (const { data } of jobs) await job?.run(data, { now: world.clock.now(), log: createLogger('silent') });
}
const toldTo = async (who: SignedIn): Promise<string[]> =>
  (await call(who, 'GET', '/gov/notifications', undefined, { 'accept-language': 'en' })).body.data.items.map(
    ({ title }: { title: string }) => title,
  );

describe('an invitation', () => {
  it('gives the same answer for an active, a disabled and an unknown account, and reveals no personal data before acceptance', async () => {
    const disabled = await person(5);
    await changeAsSystem(server, world.clock.now(), (tx) => setActive(tx, disabled.userId, false));
    const nobody = '11111111-2222-4333-8444-555555555555';
    for (const body of [
      { user_id: victim.userId },
      { user_id: disabled.userId },
      { user_id: nobody },
      { national_id: friend.citizen.national_id },
      { national_id: 'ЯЯ99999999' },
    ]) {
      const sent = await invite(body);
      expect(sent.status).toBe(201);
      const { national_id, user_id } = sent.body.data;
      expect([national_id, user_id]).toEqual(
        'user_id' in body
          ? [undefined, body.user_id]
          : [`${body.national_id.slice(0, 2)}••••••${body.national_id.slice(-2)}`, undefined],
      );
      expect(Object.keys(sent.body.data).sort()).toEqual(
        [
          'by',
          'created_at',
          'expires_at',
          'id',
          'org_id',
          'role',
          national_id ? 'national_id' : 'user_id',
        ].sort(),
      );
    }
    const { items } = (await call(owner, 'GET', `/org/${org}/invitations`)).body.data;
    expect(items).toHaveLength(5);
    const members = (await call(owner, 'GET', `/org/${org}/members`)).body;
    for (const text of [JSON.stringify(items), JSON.stringify(members)]) {
      expect(text).not.toContain('victim@example.mn');
      expect(text).not.toContain(victim.citizen.surname);
      expect(text).not.toContain(friend.citizen.national_id);
    }
  });

  it('notifies the person, who becomes a member by accepting', async () => {
    await runTelling();
    expect(await toldTo(victim)).toEqual(['“Тест ХХК” has invited you']);
    const [mine] = await received(victim);
    expect(mine).toMatchObject({ org_id: org, organisation: 'Тест ХХК', verified: false, role: 'member' });
    // Another person's invitation answers 404.
    expect((await answer(friend, mine.id, 'accept')).status).toBe(404);
    expect((await call(victim, 'GET', `/org/${org}`)).status).toBe(404);
    const accepted = await answer(victim, mine.id, 'accept');
    expect([accepted.status, accepted.body.data.my_role]).toEqual([200, 'member']);
    expect(await auditOf(accepted.body.request_id)).toEqual([
      {
        action: 'organisations.invitation.accepted',
        metadata: { invitation_id: mine.id, role: 'member' },
      },
    ]);
    expect((await answer(victim, mine.id, 'accept')).status).toBe(404);
    const { items } = (await call(owner, 'GET', `/org/${org}/members`)).body.data;
    expect(items).toContainEqual(expect.objectContaining({ email: 'victim@example.mn' }));
    const again = await invite({ user_id: victim.userId });
    expect([again.status, again.body.error]).toEqual([409, 'already_member']);
  });

  it('by register number is for its holder; a refusal is not disclosed, and a repeat creates nothing new', async () => {
    const [mine] = await received(friend);
    expect(mine).toMatchObject({ org_id: org });
    expect((await answer(friend, mine.id, 'decline')).status).toBe(200);
    expect(await received(friend)).toEqual([]);
    expect((await answer(friend, mine.id, 'accept')).status).toBe(404);
    const { items } = (await call(owner, 'GET', `/org/${org}/invitations`)).body.data;
    expect(items.map(({ id }: { id: string }) => id)).toContain(mine.id);
    const repeated = await invite({ national_id: friend.citizen.national_id.toLowerCase() });
    expect([repeated.status, repeated.body.data.id]).toEqual([201, mine.id]);
    expect(await received(friend)).toEqual([]);
    const log = await world.database.query<{ text: string }>('select metadata::text as text from audit_log');
    expect(log.filter(({ text }) => text.includes(friend.citizen.national_id))).toEqual([]);
  });

  it('ends when withdrawn, when expired, and when its sender may no longer grant the role', async () => {
    const own = await newOrganisation(owner);
    await joinOrganisation(server, own, owner, victim, 'admin');
    const send = async (by: SignedIn, role = 'member') =>
      (await invite({ user_id: friend.userId, role }, by, own)).body.data.id;
    const first = await send(victim);
    await call(owner, 'PUT', `/org/${own}/members/${victim.userId}`, { role: 'member' });
    expect((await answer(friend, first, 'accept')).status).toBe(404);
    expect((await call(owner, 'DELETE', `/org/${own}/invitations/${first}`)).status).toBe(200);
    expect((await call(owner, 'DELETE', `/org/${own}/invitations/${first}`)).status).toBe(404);
    const second = await send(owner);
    expect((await call(victim, 'GET', `/org/${own}/invitations`)).status).toBe(403);
    expect((await call(victim, 'DELETE', `/org/${own}/invitations/${second}`)).status).toBe(403);
    world.clock.advance(14 * 24 * 3_600_000);
    [owner, victim, friend] = [await person(0), await person(1), await person(2)];
    expect((await answer(friend, second, 'accept')).status).toBe(404);
    // An expired one is renewed in place.
    expect(await send(owner)).toBe(second);
    expect((await answer(friend, second, 'accept')).status).toBe(200);
  });

  it('by link is shown before acceptance, works once, and needs eID', async () => {
    const own = await newOrganisation(owner);
    const made = await call(owner, 'POST', `/org/${own}/invitations`, { role: 'admin' });
    expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const token = /\/invitations\/([0-9a-f]{64})$/.exec(made.body.data.link)?.[1] ?? '';
    const kept = await world.database.query('select * from organisation_invitations');
    expect(JSON.stringify(kept)).not.toContain(token);
    const open = (who: SignedIn) => call(who, 'POST', '/org/invitations/open', { token });
    expect((await open(friend)).body.data).toMatchObject({ organisation: 'Тест ХХК', role: 'admin' });
    await world.database.query('update users set eid_verified_at = null where id = $1', [victim.userId]);
    const unproven = await acceptLink(victim, token);
    expect([unproven.status, unproven.body.error]).toEqual([403, 'eid_required']);
    await world.database.query('update users set eid_verified_at = now() where id = $1', [victim.userId]);
    expect((await acceptLink(friend, token)).body.data).toMatchObject({ id: own, my_role: 'admin' });
    expect([(await acceptLink(victim, token)).status, (await open(victim)).status]).toEqual([404, 404]);
  });

  it('requires exactly one addressee, an owner for ownership, and a manager in general', async () => {
    const both = { user_id: victim.userId, national_id: 'ЯЯ99999999' };
    for (const body of [{}, both, { national_id: 'short' }, { user_id: 'x' }, { link: true }])
      expect((await invite(body)).status).toBe(422);
    expect((await invite({ user_id: friend.userId }, victim)).status).toBe(403);
    expect((await call(victim, 'POST', `/org/${org}/invitations`, {})).status).toBe(403);
    expect((await invite({ user_id: victim.userId }, friend)).status).toBe(404);
    const unsigned = await createCaller(server.url).post(`/api/v1/org/${org}/members`, {});
    expect(unsigned.status).toBe(401);
  });

  it('is rate limited to thirty at once per person', async () => {
    const own = await newOrganisation(friend);
    const caller = createCaller(server.url);
    const send = (at: number) =>
      caller.post(
        `/api/v1/org/${own}/members`,
        { national_id: `ЯЯ${10_000_000 + at}` },
        { token: friend.token },
      );
    for (let at = 0; at < 30; at += 1) expect((await send(at)).status).toBe(201);
    expect((await send(30)).status).toBe(429);
  });

  it('notifies a person who is removed or gets another role', async () => {
    const own = await newOrganisation(owner);
    await joinOrganisation(server, own, owner, victim);
    await call(owner, 'PUT', `/org/${own}/members/${victim.userId}`, { role: 'admin' });
    await call(owner, 'DELETE', `/org/${own}/members/${victim.userId}`);
    await runTelling();
    const told = await toldTo(victim);
    expect(told).toContain('Your role in “Тест ХХК” has changed');
    expect(told).toContain('You were removed from “Тест ХХК”');
  });
});

describe('the app members', () => {
  it('guards member management: without it the rows answer 404, nobody can join, and everyone can still leave', async () => {
    const own = await newOrganisation(owner);
    await joinOrganisation(server, own, owner, victim);
    const waiting = (await invite({ user_id: friend.userId }, owner, own)).body.data.id;
    const switchTo = (what: string) =>
      call(owner, 'POST', `/store/apps/members/${what}`, undefined, { 'x-org-id': own });
    expect((await switchTo('disable')).status).toBe(200);
    await callUntil(404, () => call(owner, 'GET', `/org/${own}/members`));
    for (const [method, path, body] of [
      ['POST', 'members', { user_id: friend.userId }],
      ['PUT', `members/${victim.userId}`, { role: 'admin' }],
      ['DELETE', `members/${victim.userId}`, undefined],
      ['GET', 'invitations', undefined],
      ['POST', 'invitations', {}],
    ] as const)
      expect([path, (await call(owner, method, `/org/${own}/${path}`, body)).status]).toEqual([path, 404]);
    expect((await call(owner, 'GET', `/org/${own}`)).status).toBe(200);
    expect((await answer(friend, waiting, 'accept')).status).toBe(404);
    expect((await received(friend)).map(({ id }: { id: string }) => id)).not.toContain(waiting);
    expect((await call(victim, 'DELETE', `/org/${own}/members/${victim.userId}`)).status).toBe(200);
    await switchTo('enable');
    await callUntil(200, () => call(owner, 'GET', `/org/${own}/members`));
    expect((await answer(friend, waiting, 'accept')).status).toBe(200);
  });
});

describe('a register number', () => {
  /** A company of the sandbox registry, with its chief executive. */
  const companies = COMPANIES.filter(({ ceo }) => ceo.kind === 'Иргэн');
  const representativeOf = async (at: number) => {
    const company = companies.filter(({ ceo }) => people.some((one) => one.national_id === ceo.regNo))[at];
    const citizen = people.find(({ national_id }) => national_id === company?.ceo.regNo);
    if (company === undefined || citizen === undefined) throw new Error('no such company');
    return { regNo: company.regNo, name: company.name, ceo: await person(citizen) };
  };
  const link = (who: SignedIn, reg_no: string) =>
    call(who, 'POST', '/users/me/eid/organizations', { reg_no });
  const strangerTo = (ceo: Person) => [owner, victim, friend].filter(({ userId }) => userId !== ceo.userId);

  it('passes from a squatter to the representative confirmed by eID, and everyone is notified', async () => {
    const { regNo, name, ceo } = await representativeOf(0);
    const [squatter, helper] = strangerTo(ceo) as [Person, Person];
    const taken = await newOrganisation(squatter, regNo);
    await joinOrganisation(server, taken, squatter, helper, 'admin');
    const wayBack = (await invite({ national_id: 'ЯЯ11111111', role: 'owner' }, squatter, taken)).body.data
      .id;
    const exists = await call(ceo, 'POST', '/org', { reg_no: regNo, name: 'Миний ХХК' });
    expect([exists.status, exists.body.error]).toEqual([409, 'organisation_exists']);
    expect((await link(helper, regNo)).status).toBe(403);
    expect(await rolesIn(taken)).toMatchObject({ [squatter.userId]: 'owner' });

    const linked = await link(ceo, regNo);
    expect(linked.status, linked.text).toBe(200);
    expect(await rolesIn(taken)).toEqual({ [ceo.userId]: 'owner' });
    expect((await call(ceo, 'GET', `/org/${taken}`)).body.data).toMatchObject({ verified: true, name });
    await callUntil(404, () => call(squatter, 'GET', `/org/${taken}/members`));
    const [record] = (await auditOf(linked.body.request_id)).filter(
      ({ action }) => action === 'organisations.taken_over',
    );
    expect(record?.metadata).toEqual({
      new_owner: ceo.userId,
      former_owners: [squatter.userId],
      ended: 2,
      reset: 0,
      withdrawn: 1,
    });
    for (const former of [squatter, helper])
      expect(await toldTo(former)).toContain(`A representative has taken over “${name}”`);
    const [left] = await world.database.query<{ withdrawn: boolean }>(
      'select withdrawn_at is not null as withdrawn from organisation_invitations where id = $1',
      [wayBack],
    );
    expect(left).toEqual({ withdrawn: true });
  });

  it('stays with a proven owner; a second confirmation changes nothing', async () => {
    const { regNo, ceo } = await representativeOf(1);
    const mine = await newOrganisation(ceo, regNo);
    const first = await link(ceo, regNo);
    expect((await auditOf(first.body.request_id)).map(({ action }) => action)).toContain(
      'organisations.verified',
    );
    await joinOrganisation(server, mine, ceo, owner, 'owner');
    const again = await link(ceo, regNo);
    expect((await auditOf(again.body.request_id)).map(({ action }) => action)).toEqual([
      'eid.organization.linked',
    ]);
    expect(await rolesIn(mine)).toEqual({ [ceo.userId]: 'owner', [owner.userId]: 'owner' });
  });

  it('passes to a member who proves it; everybody else is a plain member', async () => {
    const { regNo, ceo } = await representativeOf(2);
    const [founder, colleague] = strangerTo(ceo) as [Person, Person];
    const shared = await newOrganisation(founder, regNo);
    await joinOrganisation(server, shared, founder, colleague);
    await joinOrganisation(server, shared, founder, ceo);
    expect((await link(ceo, regNo)).status).toBe(200);
    expect(await rolesIn(shared)).toEqual({
      [ceo.userId]: 'owner',
      [founder.userId]: 'member',
      [colleague.userId]: 'member',
    });
  });
});
