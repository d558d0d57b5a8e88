import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { createProbe, createProbeTable, type Probe } from '../../../test/probe-module.ts';
import { openWorld, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let probe: Probe;
let one: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  await createProbeTable(world.database);
  probe = createProbe();
  const server = await world.startServer({
    extraModules: [probe.module],
    // Longer than the day that this test lets pass.
    env: { ACCESS_TOKEN_MINUTES: '1440' },
  });
  const phone = createPhone(world.sandbox);
  one = await signIn(server, phone, await phone.citizen());
  other = await signIn(server, phone, await phone.citizen(/^ordinary/, 1));
});
afterAll(() => world.close());

const make = (who: SignedIn, key: string | undefined, body: object): Promise<Answer> =>
  who.caller.post('/api/v1/probe/things', body, {
    token: who.token,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const count = async (name: string) =>
  Number(
    (
      await world.database.query<{ n: string }>('select count(*) as n from probe_things where name = $1', [
        name,
      ])
    )[0]?.n,
  );

describe('Idempotency-Key', () => {
  it('a repeat gets the first answer, and the change happens once', async () => {
    const before = probe.runs();
    const first = await make(one, 'repeat', { name: 'repeat' });
    const second = await make(one, 'repeat', { name: 'repeat' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data).toEqual(first.body.data);
    expect(second.body.request_id).toBe(second.headers.get('x-request-id'));
    expect(probe.runs() - before).toBe(1);
    expect(await count('repeat')).toBe(1);
  });

  it('a repeat, or a malformed key, skips the slow work before the change', async () => {
    const post = (key: string, name: string) =>
      one.caller.post(
        '/api/v1/probe/prepared',
        { name },
        { token: one.token, headers: { 'idempotency-key': key } },
      );
    expect((await post('slow', 'slow')).status).toBe(201);
    expect((await post('slow', 'slow')).body.data).toEqual({ name: 'slow' });
    expect((await post('slow', 'other')).body.error).toBe('idempotency_conflict');
    expect((await post('not a key', 'slow')).status).toBe(400);
    expect(probe.prepared()).toBe(1);
  });

  it('ten concurrent calls make one change and get one answer', async () => {
    const before = probe.runs();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => make(one, 'at-once', { name: 'at-once' })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(probe.runs() - before).toBe(1);
    expect(await count('at-once')).toBe(1);
  });

  it('another body under the same key is 409', async () => {
    await make(one, 'other-body', { name: 'first' });
    const answer = await make(one, 'other-body', { name: 'second' });
    expect([answer.status, answer.body.error]).toEqual([409, 'idempotency_conflict']);
    expect(await count('second')).toBe(0);
  });

  it('the same key of another person is another key', async () => {
    const mine = await make(one, 'shared-key', { name: 'mine' });
    const theirs = await make(other, 'shared-key', { name: 'theirs' });
    expect(theirs.body.data.name).toBe('theirs');
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  });

  it('without a key every call makes a change', async () => {
    await make(one, undefined, { name: 'keyless' });
    await make(one, undefined, { name: 'keyless' });
    expect(await count('keyless')).toBe(2);
  });

  it.each(['fail', 'crash', 'refuse'])('a first call that failed (%s) is not stored', async (end) => {
    const name = `first ${end}`;
    const before = probe.runs();
    const first = await make(one, `after-${end}`, { name, end });
    expect(first.body.error).toBe(end === 'crash' ? 'internal' : 'probe_listed');
    const second = await make(one, `after-${end}`, { name, end });
    expect(second.body.error).toBe(first.body.error);
    expect(probe.runs() - before).toBe(2);
    expect((await make(one, `after-${end}`, { name })).status).toBe(201);
  });

  it.each(['', 'has a space', 'x'.repeat(256), 'tab\there', 'ключ'])(
    'a malformed key is 400: "%s"',
    async (key) => {
      const before = probe.runs();
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
      const answer = await one.caller.post(
        '/api/v1/probe/things',
        { name: 'bad' },
        { token: one.token, headers },
      );
      expect([answer.status, answer.body.error]).toEqual([400, 'bad_request']);
      expect(probe.runs()).toBe(before);
    },
  );

  it('is stored sealed, so that the table reveals no answer', async () => {
    await make(one, 'sealed', { name: 'sealed-name' });
    const rows = await world.database.query<{ reply: string }>(
      "select reply from idempotency_keys where key = 'sealed'",
    );
    expect(rows[0]?.reply).toMatch(/^v1\.t1\./);
    expect(rows[0]?.reply).not.toContain('sealed-name');
  });

  it('expires after a day', async () => {
    const first = await make(one, 'daily', { name: 'daily' });
    world.clock.advance(24 * 3600 * 1000 - 60_000);
    const fresh = await one.caller.post('/api/v1/auth/refresh', { refresh_token: one.refreshToken });
    const today: SignedIn = { ...one, token: fresh.body.data.token };
    expect((await make(today, 'daily', { name: 'daily' })).body.data).toEqual(first.body.data);
    world.clock.advance(2 * 60_000);
    const later = await make(today, 'daily', { name: 'daily' });
    expect(later.status).toBe(201);
    expect(later.body.data.id).not.toBe(first.body.data.id);
    expect(await count('daily')).toBe(2);
  });
});
