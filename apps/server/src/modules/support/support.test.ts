import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { support } from './index.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let bat: SignedIn;
let dorj: SignedIn;
let staff: SignedIn;
let colleague: SignedIn;

beforeAll(async () => {
  world = await openWorld({ mailbox: true });
  server = await world.startServer({
    worker: true,
    env: { MAIL_URL: `smtp://127.0.0.1:${world.sandbox.smtpPort}` },
  });
  phone = createPhone(world.sandbox);
  await world.database.query(
    `with helper as (insert into roles (key, name) values ('helper', 'Helper') returning id)
     insert into role_permissions (role_id, permission) select id, 'support.manage' from helper`,
  );
  bat = await enter(0);
  dorj = await enter(1);
  staff = await enter(2, 'helper');
  colleague = await enter(3, 'admin');
});
afterAll(() => world.close());

async function enter(skip: number, role?: string): Promise<SignedIn> {
  const person = await phone.citizen(/^ordinary/, skip);
  const signedIn = await signIn(server, phone, person);
  if (role === undefined) return signedIn;
  await world.database.query(
    `update users set role_id = (select id from roles where key = $2) where id = $1`,
    [signedIn.userId, role],
  );
  return signIn(server, phone, person);
}

const as = (who: SignedIn) => ({
  get: (path: string) => who.caller.get(`/api/v1${path}`, { token: who.token }),
  post: (path: string, body: object = {}) => who.caller.post(`/api/v1${path}`, body, { token: who.token }),
});
const question = { topic: 'payment', text: 'Төлсөн ч харагдахгүй байна.\nЮу хийх вэ?', page: '/payments' };
const ask = async (who = bat) => (await as(who).post('/support/cases', question)).body.data;
const contact = (body: object, caller = createCaller(server.url)) =>
  caller.post('/api/v1/help/contact', body);
const actionsOn = async (id: string) =>
  (
    await world.database.query<{ action: string }>(
      `select action from audit_log where target = $1 order by id`,
      [id],
    )
  ).map(({ action }) => action);

describe('a signed-in sender', () => {
  it('gets a number, reads the answer, is notified, and writes again', async () => {
    const made = await as(bat).post('/support/cases', question);
    expect([made.status, made.body.data.status]).toEqual([201, 'open']);
    expect(made.body.data.number).toMatch(/^CONTACT-\d{4}-\d{6}$/);
    const { id, number } = made.body.data;

    const answered = await as(staff).post(`/support/queue/${id}/answer`, { text: 'Дахин шалгана уу.' });
    expect(answered.body.data).toMatchObject({ status: 'answered', assigned_to: staff.userId });
    const { data } = (await as(bat).get(`/support/cases/${id}`)).body;
    expect(data.messages.map((message: { author: string }) => message.author)).toEqual(['sender', 'staff']);
    // Staff answer in the name of support, not in their own.
    expect(JSON.stringify(data)).not.toContain(staff.userId);
    const [told] = (await as(bat).get('/gov/notifications')).body.data.items;
    expect(told).toMatchObject({ link: `/help/cases/${id}` });
    expect(told.body).toContain(number);
    expect(told.body).not.toContain('Дахин шалгана уу');

    const again = await as(bat).post(`/support/cases/${id}/messages`, { text: 'Баярлалаа' });
    expect([again.body.data.status, again.body.data.messages.length]).toEqual(['open', 3]);
    expect((await as(bat).get('/support/cases')).body.data.items[0]).toMatchObject({ id, status: 'open' });
    expect(await actionsOn(id)).toEqual(['support.case.open', 'support.case.answer', 'support.case.write']);
  });

  it('sees nobody else’s case and writes to none', async () => {
    const { id } = await ask(bat);
    expect((await as(dorj).get(`/support/cases/${id}`)).status).toBe(404);
    expect((await as(dorj).post(`/support/cases/${id}/messages`, { text: 'x' })).status).toBe(404);
    expect((await as(dorj).get('/support/cases')).body.data.items).toEqual([]);
    // Staff read the queue, not the sender's page.
    expect((await as(staff).get(`/support/cases/${id}`)).status).toBe(404);
  });

  it('cannot write to a closed case, and is told so', async () => {
    const { id } = await ask();
    await as(staff).post(`/support/queue/${id}/close`);
    const refused = await as(bat).post(`/support/cases/${id}/messages`, { text: 'x' });
    expect([refused.status, refused.body.error]).toEqual([409, 'case_closed']);
  });

  it('is stopped after ten questions at once, and other people are not', async () => {
    const many = await enter(4);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await as(many).post('/support/cases', question)).status);
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    expect((await as(dorj).post('/support/cases', question)).status).toBe(201);
  });

  it('sees in the access log who read the case', async () => {
    const { id, number } = await ask();
    await as(staff).get(`/support/queue/${id}`);
    const { items } = (await as(bat).get('/users/me/access-log')).body.data;
    expect(items.find((entry: { matter?: { id: string } }) => entry.matter?.id === id)).toMatchObject({
      purpose: 'support.case',
      matter: { number },
    });
  });
});

describe('a visitor', () => {
  const visitor = { ...question, email: 'stranger@example.mn' };

  it('gets a number and nothing else', async () => {
    const made = await contact(visitor);
    expect([made.status, Object.keys(made.body.data)]).toEqual([201, ['number']]);
  });

  it.each([
    { email: 'nobody' },
    { email: '' },
    { text: ' ' },
    { text: 'x'.repeat(4001) },
    { topic: 'weather' },
    { page: 'https://evil.example' },
    { page: '//evil.example' },
    { page: `/${'x'.repeat(300)}` },
    { user_id: crypto.randomUUID() },
  ])('is refused with %j', async (wrong) => {
    expect((await contact({ ...visitor, ...wrong })).status).toBe(422);
  });

  it('is stopped after five from one address, whatever e-mail is given', async () => {
    const caller = createCaller(server.url);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await contact({ ...visitor, email: `a${count}@example.mn` }, caller)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('gets the answer by mail only at a proven address, and never the own words', async () => {
    await world.database.query(`update users set email = $2, email_verified = true where id = $1`, [
      dorj.userId,
      'proven@example.mn',
    ]);
    await world.database.query(`update users set email = $2, email_verified = false where id = $1`, [
      bat.userId,
      'claimed@example.mn',
    ]);
    const answer = async (email: string) => {
      const { number } = (await contact({ ...visitor, text: 'Buy at http://spam.example', email })).body.data;
      const [queued] = (await as(staff).get(`/support/queue?q=${number}`)).body.data.items;
      return (await as(staff).post(`/support/queue/${queued.id}/answer`, { text: `Answer to ${email}` })).body
        .data;
    };
    expect((await answer('stranger@example.mn')).reached_by).toBe('nothing');
    expect((await answer('claimed@example.mn')).reached_by).toBe('nothing');
    // Sent last: when it has arrived, a letter to the others would have arrived too.
    expect((await answer('Proven@example.mn')).reached_by).toBe('mail');
    const read = async () => {
      const answers = await fetch(`${world.sandbox.url}/control/mails`);
      return ((await answers.json()) as { items: { to: string[]; text: string }[] }).items;
    };
    await until(async () => (await read()).length > 0);
    const mails = await read();
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails[0]?.to).toLowerCase()).toContain('proven@example.mn');
    expect(mails[0]?.text).toContain('Answer to Proven@example.mn');
    expect(mails[0]?.text).not.toContain('spam');
  });
});

describe('support', () => {
  it.each(['', '/:id', '/:id/answer', '/:id/assign', '/:id/close', '/:id/reopen'])(
    'lets only people with its permission use the queue%s',
    async (path) => {
      const at = `/support/queue${path.replace(':id', crypto.randomUUID())}`;
      const isRead = path === '' || path === '/:id';
      const body = path.endsWith('answer') ? { text: 'x' } : path.endsWith('assign') ? { to: null } : {};
      const refused = await (isRead ? as(bat).get(at) : as(bat).post(at, body));
      expect(refused.status).toBe(403);
      expect((await createCaller(server.url).call(isRead ? 'GET' : 'POST', `/api/v1${at}`)).status).toBe(401);
    },
  );

  it('filters its queue by state, topic, holder and words', async () => {
    const { id, number } = await ask(dorj);
    await as(staff).post(`/support/queue/${id}/assign`, { to: colleague.userId });
    const find = async (who: SignedIn, query: string) =>
      (await as(who).get(`/support/queue?${query}`)).body.data.items.map((item: { id: string }) => item.id);
    expect(await find(colleague, 'assigned=me')).toContain(id);
    expect(await find(staff, 'assigned=nobody')).not.toContain(id);
    expect(await find(staff, `q=${number.toLowerCase()}`)).toEqual([id]);
    expect(await find(staff, `q=${encodeURIComponent('Төлсөн ч')}&status=open&topic=payment`)).toContain(id);
    expect(await find(staff, 'status=closed')).not.toContain(id);
    expect(await find(staff, 'topic=sign_in')).toEqual([]);
    const first = (await as(staff).get('/support/queue?limit=1')).body.data;
    const second = (await as(staff).get(`/support/queue?limit=1&cursor=${first.next}`)).body.data;
    expect(second.items[0].id).not.toBe(first.items[0].id);
    const newest = await find(staff, 'limit=200');
    expect(await find(staff, 'limit=200&sort=updated_at')).toEqual(newest.toReversed());
    expect((await as(staff).get(`/support/queue?sort=updated_at&cursor=${first.next}`)).status).toBe(422);
  });

  it('gives a case to staff only, closes it once, and opens it again', async () => {
    const { id } = await ask(dorj);
    const to = async (userId: string | null) => as(staff).post(`/support/queue/${id}/assign`, { to: userId });
    expect((await to(bat.userId)).body.error).toBe('not_support_staff');
    expect((await to(colleague.userId)).body.data.assigned_to).toBe(colleague.userId);
    expect((await to(null)).body.data.assigned_to).toBe(null);
    expect(
      (await as(staff).get('/support/staff')).body.data.items.map((one: { id: string }) => one.id),
    ).toEqual(expect.arrayContaining([staff.userId, colleague.userId]));
    expect((await as(staff).post(`/support/queue/${id}/reopen`)).body.error).toBe('case_not_closed');
    expect((await as(staff).post(`/support/queue/${id}/close`)).body.data.status).toBe('closed');
    expect((await as(staff).post(`/support/queue/${id}/close`)).body.error).toBe('case_closed');
    expect((await as(staff).post(`/support/queue/${id}/answer`, { text: 'x' })).body.error).toBe(
      'case_closed',
    );
    expect((await as(staff).post(`/support/queue/${id}/reopen`)).body.data.status).toBe('open');
    expect(await actionsOn(id)).toEqual([
      'support.case.open',
      'support.case.assign',
      'support.case.assign',
      'support.case.close',
      'support.case.reopen',
    ]);
  });

  it('leaves a case of its own member to a colleague', async () => {
    const { id } = await ask(staff);
    const refused = await as(staff).post(`/support/queue/${id}/answer`, { text: 'Yes' });
    expect([refused.status, refused.body.error]).toEqual([409, 'own_case']);
    const given = await as(colleague).post(`/support/queue/${id}/assign`, { to: staff.userId });
    expect([given.status, given.body.error]).toEqual([409, 'own_case']);
    const answered = await as(colleague).post(`/support/queue/${id}/answer`, { text: 'No', close: true });
    expect(answered.body.data.status).toBe('closed');
  });

  it('refuses an oversized answer, an unknown field and an unknown case', async () => {
    const { id } = await ask(dorj);
    const to = (path: string, body: object) => as(staff).post(`/support/queue/${path}`, body);
    expect((await to(`${id}/answer`, { text: 'x'.repeat(4001) })).status).toBe(422);
    expect((await to(`${id}/answer`, { text: 'x', status: 'closed' })).status).toBe(422);
    expect((await to(`${crypto.randomUUID()}/answer`, { text: 'x' })).status).toBe(404);
  });

  it('keeps untouched cases until their retention ends', async () => {
    const { id } = await ask(dorj);
    const forget = support({ ...server.app, sendLetter: undefined, retentionMonths: 24 }).jobs?.find(
      ({ name }) => name === 'support.forget',
    );
    const left = async () =>
      (await world.database.query(`select id from support_cases where id = $1`, [id])).length;
    const at = (months: number) => {
      const now = world.clock.now();
      now.setUTCMonth(now.getUTCMonth() + months);
      return { now, log: undefined as never };
    };
    await forget?.run({}, at(23));
    expect(await left()).toBe(1);
    await forget?.run({}, at(25));
    expect(await left()).toBe(0);
    const [entry] = await world.database.query<{ metadata: { count: number } }>(
      `select metadata from audit_log where action = 'support.case.delete'`,
    );
    expect(entry?.metadata.count).toBeGreaterThan(0);
  });
});
