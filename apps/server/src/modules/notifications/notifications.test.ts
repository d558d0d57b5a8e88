import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAsSystem, createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { events } from './events.ts';
import { type Notification, notifications, notify } from './index.ts';

let world: TestWorld;
let server: TestServer;
let bold: SignedIn;
let sarnai: SignedIn;
const letters: { to: string; subject: string; text: string }[] = [];
const texts: { id: string; to: string; text: string }[] = [];

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer({
    extraModules: ({ database, bus, gate, stopping }) => [
      notifications({
        database,
        bus,
        gate,
        stopping,
        topics: [],
        retentionMonths: 24,
        sendLetter: async (letter) => void letters.push(letter),
        sendSms: async (message) => void texts.push(message),
        appOrigin: 'https://tamga.example',
      }),
    ],
  });
  const phone = createPhone(world.sandbox);
  bold = await signIn(server, phone, await phone.citizen());
  sarnai = await signIn(server, phone, await phone.citizen(/^ordinary/, 1));
});
afterAll(() => world.close());

const base = '/api/v1/gov/notifications';
const tell = (to: SignedIn, extra: Partial<Notification> = {}) =>
  changeAsSystem(server, world.clock.now(), async (tx) => {
    tx.audit(events.read, { metadata: { count: 0 } });
    await notify(tx, {
      userId: to.userId,
      title: { mn: 'Шийдвэр гарлаа', en: 'Decided' },
      body: { mn: 'Таны хүсэлтийг зөвшөөрлөө.', en: 'Your application was granted.' },
      category: 'success',
      ...extra,
    });
  });
const list = async (who: SignedIn, query = '', headers: Record<string, string> = {}) =>
  (await who.caller.get(`${base}${query}`, { token: who.token, headers })).body.data;

/** Reads the stream until `until` is satisfied by the text so far. */
async function follow(who: SignedIn, until: (text: string) => boolean, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const answer = await fetch(`${server.url}${base}/stream`, {
    headers: { authorization: `Bearer ${who.token}`, ...headers },
    signal: abort.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async () => {
    while (!until(text)) {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) return { text, ended: true };
      text += chunk.value;
    }
    return { text, ended: false };
  };
  return { answer, read, close: () => abort.abort() };
}

describe('own notifications', () => {
  it('are shown in the reader’s language, newest first, to their owner only', async () => {
    await tell(bold);
    world.clock.advance(1000);
    await tell(bold, { title: { mn: 'Хоёр', en: 'Two' }, category: 'warning', link: '/applications' });
    const english = await list(bold);
    expect(english.items.map(({ title }: { title: string }) => title)).toEqual(['Two', 'Decided']);
    expect(english.items[0]).toMatchObject({ category: 'warning', read: false, link: '/applications' });
    expect(english.unread).toBe(2);
    const mongolian = await list(bold, '', { 'accept-language': 'mn' });
    expect(mongolian.items[0].title).toBe('Хоёр');
    expect(await list(sarnai)).toEqual({ items: [], total: 0, unread: 0 });
  });

  it('page by cursor without repeats or gaps', async () => {
    const first = await list(bold, '?limit=1');
    expect(first.items).toHaveLength(1);
    const second = await list(bold, `?limit=1&cursor=${first.next}`);
    expect(second.items[0].title).toBe('Decided');
    expect(second.next).toBeUndefined();
    expect([first.total, second.total]).toEqual([2, 2]);
  });

  it('are marked as read once; a repeat changes nothing; another person’s is 404', async () => {
    const [{ id }] = (await list(bold)).items;
    const mark = (who: SignedIn, which: string) =>
      who.caller.post(`${base}/${which}/read`, {}, { token: who.token });
    expect((await mark(sarnai, id)).status).toBe(404);
    expect((await list(bold)).unread).toBe(2);
    expect((await mark(bold, id)).status).toBe(200);
    expect((await mark(bold, id)).status).toBe(200);
    expect((await mark(bold, 'nothing')).status).toBe(404);
    expect((await list(bold, '?unread=true')).items).toHaveLength(1);
    const all = await bold.caller.post(`${base}/read-all`, {}, { token: bold.token });
    expect(all.body.data).toEqual({ updated: 1 });
    expect((await list(bold)).unread).toBe(0);
    const read = await world.database.query<{ count: string }>(
      `select metadata ->> 'count' as count from audit_log where action = 'gov.notification.read'
       and actor_user_id = $1 order by id`,
      [bold.userId],
    );
    expect(read.map(({ count }) => count)).toEqual(['1', '1']);
  });
});

describe('the stream', () => {
  it('shows new notifications to its person only, and resumes after a disconnect', async () => {
    const mine = await follow(bold, (text) => text.includes('Гурав'), { 'accept-language': 'mn' });
    const others = await follow(sarnai, (text) => text.includes('event: notification'));
    expect(mine.answer.headers.get('content-type')).toBe('text/event-stream');
    await tell(bold, { title: { mn: 'Гурав', en: 'Three' } });
    const { text } = await mine.read();
    mine.close();
    const id = /id: (\d+)/.exec(text)?.[1] ?? '';
    await tell(bold, { title: { mn: 'Дөрөв', en: 'Four' } });
    const resumed = await follow(bold, (seen) => seen.includes('Four'), { 'last-event-id': id });
    expect((await resumed.read()).text).not.toContain('Three');
    resumed.close();
    await tell(sarnai);
    expect((await others.read()).text).not.toMatch(/Three|Four/);
    others.close();
  });

  it('misses nothing that got a lower number but committed later', async () => {
    const [reserved] = await world.database.query<{ seq: string }>(
      `select nextval(pg_get_serial_sequence('notifications', 'seq')) as seq`,
    );
    let seen = 'First';
    const mine = await follow(bold, (text) => text.includes(seen));
    await tell(bold, { title: { mn: 'Нэг', en: 'First' } });
    await mine.read();
    await world.database.query(
      `insert into notifications (seq, user_id, title, body, category, created_at) overriding system value
       values ($1, $2, '{"mn": "Хожуу", "en": "Late"}', '{"mn": "", "en": ""}', 'info', $3)`,
      [reserved?.seq, bold.userId, world.clock.now()],
    );
    seen = 'Second';
    await tell(bold, { title: { mn: 'Хоёр', en: 'Second' } });
    const { text } = await mine.read();
    mine.close();
    const titles = [...text.matchAll(/"title":"(\w+)"/g)].map(([, title]) => title);
    expect(titles).toEqual(['First', 'Late', 'Second']);
    // A client that reconnects resumes after the highest id, whichever came last.
    const ids = [...text.matchAll(/id: (\d+)/g)].map(([, id]) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('delivers everything that came during a disconnect, however much', async () => {
    const [before] = await world.database.query<{ seq: string }>(
      'select max(seq) as seq from notifications where user_id = $1',
      [bold.userId],
    );
    await world.database.query(
      `insert into notifications (user_id, title, body, category, created_at)
       select $1, jsonb_build_object('mn', 'n', 'en', 'Missed ' || n), '{"mn": "", "en": ""}', 'info', $2
       from generate_series(1, 120) n order by n`,
      [bold.userId, world.clock.now()],
    );
    const mine = await follow(bold, (text) => text.includes('Missed 120'), {
      'last-event-id': before?.seq ?? '',
    });
    const { text } = await mine.read();
    mine.close();
    expect(text.match(/Missed \d+/g)).toHaveLength(120);
    await bold.caller.post(`${base}/read-all`, {}, { token: bold.token });
  });

  it('counts exactly up to 200, and reports when there are more', async () => {
    const totalOf = async (query = '') => {
      const { data } = (await bold.caller.get(`${base}${query}`, { token: bold.token })).body;
      return [data.total, data.total_capped];
    };
    const [counted] = await world.database.query<{ count: number }>(
      'select count(*)::int as count from notifications where user_id = $1',
      [bold.userId],
    );
    const add = (count: number) =>
      world.database.query(
        `insert into notifications (user_id, title, body, category, created_at)
         select $1, '{"mn": "", "en": ""}', '{"mn": "", "en": ""}', 'info', $2 from generate_series(1, $3) n`,
        [bold.userId, world.clock.now(), count],
      );
    await add(200 - (counted?.count ?? 0));
    expect(await totalOf()).toEqual([200, undefined]);
    expect(await totalOf('?limit=200')).toEqual([200, undefined]);
    await add(1);
    expect(await totalOf()).toEqual([200, true]);
    expect(await totalOf('?limit=200')).toEqual([200, true]);
  });

  it('ends with the session that opened it', async () => {
    const phone = createPhone(world.sandbox);
    const guest = await signIn(server, phone, await phone.citizen(/^ordinary/, 2));
    const stream = await follow(guest, () => false);
    await guest.caller.post(
      '/api/v1/auth/logout',
      { refresh_token: guest.refreshToken },
      { token: guest.token },
    );
    expect((await stream.read()).ended).toBe(true);
  });

  it('rejects a stranger', async () => {
    expect((await fetch(`${server.url}${base}/stream`)).status).toBe(401);
  });
});

describe('e-mails', () => {
  const put = (email: boolean) => bold.caller.put(`${base}/settings`, { email }, { token: bold.token });

  it('cannot be turned on without an address', async () => {
    const answer = await put(true);
    expect([answer.status, answer.body.error]).toEqual([400, 'no_address']);
  });

  it('are sent only while turned on', async () => {
    await world.database.query(`update users set email = 'bold@example.mn' where id = $1`, [bold.userId]);
    expect((await put(true)).body.data).toEqual({ email: true, address: 'b***@example.mn' });
    await tell(bold);
    await tell(sarnai);
    const job = server.app.declaredJobs.find(({ name }) => name === 'notifications.letter');
    const queued = await world.database.query<{ data: Record<string, unknown> }>(
      `select data from pgboss.job where name = 'notifications.letter'`,
    );
    expect(queued).toHaveLength(1);
    const context = { now: world.clock.now(), log: server.app.http.log as never };
    await job?.run(queued[0]?.data ?? {}, context);
    expect(letters).toEqual([
      expect.objectContaining({ to: 'bold@example.mn', subject: 'Шийдвэр гарлаа · Decided' }),
    ]);
    await put(false);
    await job?.run(queued[0]?.data ?? {}, context);
    expect(letters).toHaveLength(1);
  });
});
