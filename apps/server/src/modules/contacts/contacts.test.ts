import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld({ mailbox: true });
  server = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

/** Runs what a worker would: each queued message, once. */
const done = new Set<string>();
async function deliver(at = server): Promise<void> {
  const queued = await world.database.query<{ id: string; name: string; data: Record<string, unknown> }>(
    `select id, name, data from pgboss.job where name in ('contacts.message', 'notifications.letter', 'notifications.sms')`,
  );
  for (const { id, name, data } of queued) {
    if (done.has(id)) continue;
    done.add(id);
    const job = at.app.declaredJobs.find((each) => each.name === name);
    await job?.run(data, { now: world.clock.now(), log: at.app.http.log as never });
  }
}

type Message = { text: string; subject?: string };
const inbox = async (path: string): Promise<Message[]> => {
  const answer = await fetch(`${world.sandbox.url}/control/${path}`);
  return ((await answer.json()) as { items: Message[] }).items;
};
const mails = (to: string) => inbox(`mails?to=${encodeURIComponent(to)}`);
const texts = (to: string) => inbox(`sms?to=${encodeURIComponent(to)}`);
const codeIn = (message: { text: string } | undefined): string =>
  /\d{6}/.exec(message?.text ?? '')?.[0] ?? '';

/** A person without contacts who signed in just now, as each change requires; a day later, so that no limit is used up. */
const newcomer = async (which = 0): Promise<SignedIn> => {
  if (which === 0) world.clock.advance(25 * 3_600_000);
  const who = await signIn(server, phone, await phone.citizen(/^ordinary/, which));
  const { userId } = who;
  await world.database.query(
    `update users set email = '', email_verified = false, phone = '' where id = $1`,
    [userId],
  );
  await world.database.query('delete from contact_codes where user_id = $1', [userId]);
  return who;
};
const view = async (who: SignedIn) =>
  (await who.caller.get('/api/v1/me/contacts', { token: who.token })).body.data;
const ask = (who: SignedIn, kind: string, address: string) =>
  who.caller.post(`/api/v1/me/${kind}/code`, { address }, { token: who.token });
const confirm = (who: SignedIn, kind: string, code: string) =>
  who.caller.post(`/api/v1/me/${kind}/confirm`, { code }, { token: who.token });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

async function prove(who: SignedIn, kind: 'email' | 'phone', address: string): Promise<void> {
  expect((await ask(who, kind, address)).status).toBe(202);
  await deliver();
  const [newest] = kind === 'email' ? await mails(address) : await texts(address);
  expect((await confirm(who, kind, codeIn(newest))).status).toBe(200);
  await deliver();
}

describe('an e-mail address', () => {
  it('is the person’s only after the code that was sent to it', async () => {
    const bold = await newcomer();
    expect(await view(bold)).toEqual({
      email: { address: '', proven: false, offered: true },
      phone: { address: '', proven: false, offered: true },
    });
    const asked = await ask(bold, 'email', 'Bold@Example.MN');
    expect([asked.status, asked.body.data.address]).toEqual([202, 'Bold@example.mn']);
    expect((await view(bold)).email).toMatchObject({ address: '', waiting: { address: 'Bold@example.mn' } });
    await deliver();
    const code = codeIn((await mails('Bold@example.mn'))[0]);
    expect(code).toMatch(/^\d{6}$/);
    const answer = await confirm(bold, 'email', code);
    expect(answer.body.data.email).toEqual({ address: 'Bold@example.mn', proven: true, offered: true });
    const me = await bold.caller.get('/api/v1/users/me', { token: bold.token });
    expect(me.body.data.user.email).toBe('Bold@example.mn');
    // A replay of the used code.
    expect((await confirm(bold, 'email', code)).body.error).toBe('code_over');
  });

  it('when changed or removed, is told, and the portal says it', async () => {
    const sarnai = await newcomer();
    await prove(sarnai, 'email', 'old@example.mn');
    await prove(sarnai, 'email', 'new@example.mn');
    const told = (await mails('old@example.mn')).find(({ subject }) =>
      subject?.startsWith(server.config.EID_RP_NAME),
    );
    expect(told?.subject).toContain('your e-mail address was changed');
    expect(told?.text).not.toContain('new@example.mn');
    const portal = await sarnai.caller.get('/api/v1/gov/notifications', { token: sarnai.token });
    expect(portal.body.data.items[0]).toMatchObject({
      title: 'Your e-mail address was changed',
      link: '/account/security',
    });
    await sarnai.caller.call('DELETE', '/api/v1/me/email', { token: sarnai.token });
    await deliver();
    const subjects = (await mails('new@example.mn')).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.startsWith(server.config.EID_RP_NAME))).toHaveLength(1);
    expect((await view(sarnai)).email).toMatchObject({ address: '', proven: false });
    expect((await sarnai.caller.call('DELETE', '/api/v1/me/email', { token: sarnai.token })).status).toBe(
      404,
    );
  });

  it('on a session that is not fresh needs a new sign-in first', async () => {
    const who = await newcomer();
    world.clock.advance(16 * 60_000);
    const fresh = await who.caller.post('/api/v1/auth/refresh', { refresh_token: who.refreshToken });
    const stale = { ...who, token: fresh.body.data.token };
    const refusal = await ask(stale, 'email', 'thief@example.mn');
    expect([refusal.status, refusal.body.error]).toEqual([403, 'step_up_required']);
    expect(refusal.body.data).toMatchObject({ method: 'eid' });
    await deliver();
    expect(await mails('thief@example.mn')).toEqual([]);
  });

  it('is refused when it is none, and with unknown fields', async () => {
    const who = await newcomer();
    for (const address of ['nobody', 'a@b', 'a b@c.mn', 'a@b.mn\r\nBcc: x@y.mn', 'ö@b.mn'])
      expect((await ask(who, 'email', address)).status).toBe(422);
    const extra = await who.caller.post(
      '/api/v1/me/email/code',
      { address: 'a@example.mn', user_id: 'x' },
      { token: who.token },
    );
    expect(extra.status).toBe(422);
    expect((await who.caller.get('/api/v1/me/contacts')).status).toBe(401);
  });
});

describe('a mobile number', () => {
  it('is proven by a text message, however it was written', async () => {
    const who = await newcomer();
    const asked = await ask(who, 'phone', '9911 2233');
    expect(asked.body.data.address).toBe('+97699112233');
    await deliver();
    const [message] = await texts('+97699112233');
    expect((await confirm(who, 'phone', codeIn(message))).body.data.phone).toMatchObject({
      address: '+97699112233',
      proven: true,
    });
    await prove(who, 'phone', '+97688112233');
    const told = (await texts('+97699112233')).map(({ text }) => text);
    expect(told.some((text) => text.includes('This number was replaced'))).toBe(true);
  });

  it('abroad gets nothing: calls there may be expensive on purpose', async () => {
    const who = await newcomer();
    for (const number of ['+882 16 1234567', '+1 900 555 0100', '12345'])
      expect((await ask(who, 'phone', number)).status).toBe(422);
  });

  it('arrives after an outage of the gateway, once', async () => {
    const who = await newcomer();
    await ask(who, 'phone', '85001122');
    await fetch(`${world.sandbox.url}/control/sms/refuse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ count: 1 }),
    });
    await expect(deliver()).rejects.toThrow('sms: status 503');
    done.clear();
    await deliver();
    done.clear();
    await deliver();
    expect(await texts('+97685001122')).toHaveLength(1);
  });
});

describe('a thief', () => {
  it('guesses five times, also in parallel, and the right code no longer counts', async () => {
    const who = await newcomer();
    await ask(who, 'email', 'guess@example.mn');
    await deliver();
    const code = codeIn((await mails('guess@example.mn'))[0]);
    const guesses = await Promise.all(Array.from({ length: 8 }, () => confirm(who, 'email', wrong(code))));
    const outcomes = guesses.map(({ body }) => body.error).sort();
    expect(outcomes.filter((error) => error === 'code_wrong')).toHaveLength(5);
    expect(outcomes.filter((error) => error === 'code_over')).toHaveLength(3);
    expect((await confirm(who, 'email', code)).body.error).toBe('code_over');
    expect((await view(who)).email.address).toBe('');
  });

  it('cannot use another person’s code, nor a code of another kind, nor an old one', async () => {
    const owner = await newcomer();
    const thief = await newcomer(1);
    await ask(owner, 'email', 'owner@example.mn');
    await ask(thief, 'email', 'thief2@example.mn');
    await deliver();
    const code = codeIn((await mails('owner@example.mn'))[0]);
    const own = codeIn((await mails('thief2@example.mn'))[0]);
    if (code !== own) expect((await confirm(thief, 'email', code)).body.error).toBe('code_wrong');
    expect((await confirm(owner, 'phone', code)).body.error).toBe('code_over');
    world.clock.advance(10 * 60_000 + 1);
    expect((await confirm(owner, 'email', code)).body.error).toBe('code_over');
  });

  it('cannot flood a number, and sees no difference when others asked for it', async () => {
    const [first, second] = [await newcomer(), await newcomer(1)];
    for (let n = 0; n < 3; n += 1) expect((await ask(first, 'phone', '86001122')).status).toBe(202);
    const silent = await ask(second, 'phone', '86001122');
    const other = await ask(second, 'phone', '86003344');
    expect(silent.status).toBe(202);
    expect(Object.keys(silent.body.data)).toEqual(Object.keys(other.body.data));
    await deliver();
    expect(await texts('+97686001122')).toHaveLength(3);
    expect(await texts('+97686003344')).toHaveLength(1);
    for (let n = 0; n < 3; n += 1) await ask(second, 'phone', `8700112${n}`);
    const flood = await ask(second, 'phone', '87001129');
    expect([flood.status, flood.body.error]).toEqual([429, 'rate_limited']);
  });

  it('finds neither code nor address in the audit log or the queue', async () => {
    const rows = await world.database.query<{ text: string }>(
      `select metadata::text as text from audit_log where category = 'contacts'
       union all select data::text from pgboss.job where name = 'contacts.message'`,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(
      rows.filter(({ text }) => /@|\+976|\b\d{6}\b(?!-)/.test(text.replace(/[0-9a-f-]{36}/g, ''))),
    ).toEqual([]);
  });
});

it('answers not_configured where the platform has no gateway', async () => {
  const bare = await world.startServer({ outside: { sms: undefined, mail: undefined } });
  const who = await signIn(bare, phone, await phone.citizen());
  expect((await view(who)).phone.offered).toBe(false);
  for (const [kind, address] of [
    ['phone', '99112233'],
    ['email', 'a@example.mn'],
  ] as const) {
    const answer = await ask(who, kind, address);
    expect([answer.status, answer.body.error]).toEqual([503, 'contact_not_configured']);
  }
});

describe('messages by topic', () => {
  const preferences = '/api/v1/me/notification-preferences';

  it('go where the person chose, and the old switch overrides the choices', async () => {
    const who = await newcomer();
    await prove(who, 'email', 'Bold@example.mn');
    const options = { token: who.token };
    const choose = (...items: object[]) => who.caller.put(preferences, { items }, options);
    const first = (await who.caller.get(preferences, options)).body.data;
    expect(first.items.map(({ topic }: { topic: string }) => topic)).toHaveLength(5);
    expect(first.email).toBe('B***@example.mn');
    const changed = await choose({ topic: 'payments', email: true, sms: false });
    expect(changed.body.data.items).toContainEqual({ topic: 'payments', email: true, sms: false });
    expect(changed.body.data.items).toContainEqual({ topic: 'services', email: false, sms: false });
    const noPhone = await choose({ topic: 'payments', email: true, sms: true });
    expect([noPhone.status, noPhone.body.error]).toEqual([400, 'no_address']);
    await who.caller.put('/api/v1/gov/notifications/settings', { email: true }, options);
    const all = (await who.caller.get(preferences, options)).body.data.items;
    expect(all.every(({ email }: { email: boolean }) => email)).toBe(true);
    expect((await choose({ topic: 'weather', email: true, sms: true })).status).toBe(422);
  });

  it('about security cannot be switched off everywhere', async () => {
    const who = await newcomer();
    await prove(who, 'email', 'Bold@example.mn');
    const options = { token: who.token };
    const off = await who.caller.put(
      preferences,
      { items: [{ topic: 'security', email: false, sms: false }] },
      options,
    );
    expect([off.status, off.body.error]).toEqual([409, 'security_needs_channel']);
    await prove(who, 'phone', '+97689001122');
    const bySms = await who.caller.put(
      preferences,
      { items: [{ topic: 'security', email: false, sms: true }] },
      options,
    );
    expect(bySms.status).toBe(200);
    await prove(who, 'phone', '+97689003344');
    const before = (await mails('Bold@example.mn')).length;
    const newest = await texts('+97689003344');
    expect(newest.some(({ text }) => text.includes('Your mobile number was changed'))).toBe(true);
    // Without the number, security falls back to the address that remains.
    await who.caller.call('DELETE', '/api/v1/me/phone', options);
    await deliver();
    expect(await mails('Bold@example.mn')).toHaveLength(before + 1);
  });

  it('leave as text messages twenty times a day and topic; the others wait in the portal', async () => {
    const who = await newcomer();
    await prove(who, 'phone', '+97689005566');
    const items = ['services', 'payments'].map((topic) => ({ topic, email: false, sms: true }));
    await who.caller.put(preferences, { items }, { token: who.token });
    const before = (await texts('+97689005566')).length;
    const tell = async (topic: string, count: number) => {
      const told = await world.database.query<{ id: string }>(
        `insert into notifications (user_id, title, body, topic, category, created_at)
         select $1, '{"mn":"Мэдэгдэл","en":"News"}', '{"mn":"","en":""}', $2, 'info', $3
         from generate_series(1, $4::int) returning id`,
        [who.userId, topic, world.clock.now(), count],
      );
      const job = server.app.declaredJobs.find(({ name }) => name === 'notifications.sms');
      for (const { id } of told)
        await job?.run({ id }, { now: world.clock.now(), log: server.app.http.log as never });
      return (await texts('+97689005566')).length - before;
    };
    expect(await tell('services', 22)).toBe(20);
    expect(await tell('payments', 1)).toBe(21);
    world.clock.advance(25 * 3_600_000);
    expect(await tell('services', 1)).toBe(22);
  });
});
