import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool, toolEnvironment } from '../../../../../scripts/debian-tools.mjs';
import { createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { leftOut, parts } from './rules.ts';

let world: TestWorld;
let server: TestServer;
let phone: Phone;

beforeAll(async () => {
  world = await openWorld({ mailbox: true });
  server = await world.startServer();
  phone = createPhone(world.sandbox);
});
afterAll(() => world.close());

const person = async (which: number): Promise<SignedIn> =>
  signIn(server, phone, await phone.citizen(/^ordinary/, which));
const get = (who: SignedIn, path: string) => who.caller.get(`/api/v1${path}`, { token: who.token });
const post = (who: SignedIn, path: string, body?: object) =>
  who.caller.post(`/api/v1${path}`, body, { token: who.token });

async function runJob(name: string, data: Record<string, unknown> = {}): Promise<void> {
  const job = server.app.declaredJobs.find((each) => each.name === name);
  await job?.run(data, { now: world.clock.now(), log: server.app.http.log as never });
}

async function upload(who: SignedIn, name: string, text: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/plain' }), name);
  const answer = await fetch(`${server.url}/api/v1/gspace/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  });
  expect(answer.status).toBeLessThan(300);
}

const download = (who: SignedIn, id: string) =>
  fetch(`${server.url}/api/v1/me/data-exports/${id}/download`, {
    headers: { authorization: `Bearer ${who.token}` },
  });

/** Reads an archive by its central directory, as an unpacker does. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength, start] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const data = start + 30 + bytes.readUInt16LE(start + 26);
    files.set(name, inflateRawSync(bytes.subarray(data, data + packed)));
    at += 46 + nameLength;
  }
  return files;
}

/** Debian's unzip checks every sum; then the names and one file as it reads them. */
function unpack(bytes: Buffer, name: string): { names: string[]; content: string } {
  const file = join(world.dataDir, 'copy.zip');
  writeFileSync(file, bytes);
  const run = (...options: string[]) =>
    execFileSync(findTool('unzip') ?? 'unzip', options, {
      encoding: 'utf8',
      env: { ...toolEnvironment(), LC_ALL: 'C.UTF-8' },
    });
  run('-tqq', file);
  return { names: run('-Z1', file).trimEnd().split('\n'), content: run('-p', file, name) };
}

describe('a copy of all own data', () => {
  it('is made by a job with progress, holds every part, and only its owner downloads it', async () => {
    const bold = await person(0);
    const sarnai = await person(1);
    await upload(bold, 'Тэмдэглэл.txt', 'нууц тэмдэглэл');
    world.clock.advance(1000);
    await upload(bold, 'тэмдэглэл.txt', 'өөр тэмдэглэл');
    const asked = await post(bold, '/me/data-exports');
    expect([asked.status, asked.body.data.state]).toEqual([202, 'queued']);
    const { id } = asked.body.data;
    expect((await post(bold, '/me/data-exports')).body.error).toBe('export_running');
    expect((await download(bold, id)).status).toBe(404);
    await runJob('account.export', { id });
    const [made] = (await get(bold, '/me/data-exports')).body.data.items;
    expect(made).toMatchObject({ id, state: 'ready', done: parts.length + 1, total: parts.length + 1 });
    expect((await get(sarnai, '/me/data-exports')).body.data.total).toBe(0);
    expect((await download(sarnai, id)).status).toBe(404);
    expect((await download({ ...bold, token: '' }, id)).status).toBe(401);

    const answer = await download(bold, id);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const files = unzip(bytes);
    const unpacked = unpack(bytes, 'index.html');
    expect(unpacked.names).toEqual([...files.keys()]);
    expect(unpacked.content).toBe(String(files.get('index.html')));
    // On Windows and macOS two names that differ in case are one file.
    expect(new Set(unpacked.names.map((name) => name.toLowerCase())).size).toBe(files.size);
    for (const { name } of parts) {
      expect(files.has(`data/${name}.json`)).toBe(true);
      expect(files.has(`read/${name}.html`)).toBe(true);
    }
    const [account] = JSON.parse(String(files.get('data/users.json')));
    expect(account.id).toBe(bold.userId);
    expect(String(files.get('files/space/Тэмдэглэл.txt'))).toBe('нууц тэмдэглэл');
    expect(String(files.get('index.html'))).toContain('read/notifications.html');
    const everything = [...files.values()].map(String).join('');
    expect(everything).not.toContain(sarnai.userId);
    expect(everything).not.toMatch(/current_jti|sealed_tokens|sealed_key|chain_hash/);
    const told = (await get(bold, '/gov/notifications')).body.data.items[0];
    expect(told).toMatchObject({ title: 'The copy of your data is ready', link: '/account/data' });
  });

  it('needs a fresh sign-in for the download', async () => {
    const bold = await person(0);
    const [{ id }] = (await get(bold, '/me/data-exports')).body.data.items;
    expect((await post(bold, '/me/data-exports/prove')).status).toBe(200);
    world.clock.advance(16 * 60_000);
    const fresh = await bold.caller.post('/api/v1/auth/refresh', { refresh_token: bold.refreshToken });
    const stale = { ...bold, token: fresh.body.data.token };
    expect((await download(stale, id)).status).toBe(403);
    const proof = await post(stale, '/me/data-exports/prove');
    expect([proof.body.error, proof.body.data.method]).toEqual(['step_up_required', 'eid']);
  });

  it('is gone after a week, with its bytes, and three a day are enough', async () => {
    world.clock.advance(7 * 24 * 3_600_000);
    await runJob('account.export.clean');
    const bold = await person(0);
    const [old] = (await get(bold, '/me/data-exports')).body.data.items;
    expect(old.state).toBe('expired');
    expect((await download(bold, old.id)).status).toBe(404);
    const left = await world.database.query(
      `select from stored_files where purpose = 'data_export' and state = 'kept'`,
    );
    expect(left).toEqual([]);
    for (let n = 0; n < 3; n += 1) {
      const { id } = (await post(bold, '/me/data-exports')).body.data;
      await runJob('account.export', { id });
    }
    expect((await post(bold, '/me/data-exports')).status).toBe(409);
  });

  it('knows every table that names a person', async () => {
    const found = await world.database.query<{ table_name: string }>(
      `select distinct c.table_name from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'tamga' and c.column_name in ('user_id', 'sender_id', 'target_user_id')
         and t.table_type = 'BASE TABLE' and c.table_name !~ '_(default|p?[0-9]{4}_?[0-9]{2})$'`,
    );
    const known = new Set([...parts.map(({ table }) => table), ...Object.keys(leftOut)]);
    expect(found.map(({ table_name }) => table_name).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('erasure', () => {
  const admin = async (): Promise<SignedIn> => {
    const who = await person(3);
    await world.database.query('update users set role_id = 2 where id = $1', [who.userId]);
    return person(3);
  };
  const decide = (who: SignedIn, id: string, decision: string) =>
    post(who, `/admin/erasure-requests/${id}/decide`, { decision, answer: 'Хуулийн дагуу.' });

  it('is asked for and taken back, once at a time', async () => {
    const who = await person(2);
    const asked = await post(who, '/me/erasure', { reason: 'Ашиглахаа больсон' });
    expect(asked.status).toBe(201);
    expect(asked.body.data.request.state).toBe('open');
    expect(asked.body.data.stays.length).toBeGreaterThan(3);
    expect((await post(who, '/me/erasure', { reason: '' })).body.error).toBe('erasure_open');
    const back = await who.caller.call('DELETE', '/api/v1/me/erasure', { token: who.token });
    expect(back.body.data.request.state).toBe('withdrawn');
    expect((await who.caller.call('DELETE', '/api/v1/me/erasure', { token: who.token })).status).toBe(404);
  });

  it('is decided by an administrator only, and a refusal is told', async () => {
    const who = await person(2);
    const { id } = (await post(who, '/me/erasure', { reason: '' })).body.data.request;
    expect((await get(who, '/admin/erasure-requests')).status).toBe(403);
    expect((await decide(who, id, 'erase')).status).toBe(403);
    const boss = await admin();
    const { items } = (await get(boss, '/admin/erasure-requests')).body.data;
    expect(items[0]).toMatchObject({ id, state: 'open', user_id: who.userId });
    expect((await decide(boss, id, 'refuse')).status).toBe(200);
    expect((await decide(boss, id, 'erase')).body.error).toBe('erasure_decided');
    expect((await get(who, '/me/erasure')).body.data.request).toMatchObject({
      state: 'refused',
      answer: 'Хуулийн дагуу.',
    });
    const looked = (await get(who, '/users/me/access-log')).body.data.items;
    expect(looked[0].purpose).toBe('admin.erasures.list');
  });

  it('erases what may go, keeps what must stay, and ends every session', async () => {
    const who = await person(2);
    await upload(who, 'secret.txt', 'to be erased');
    const asked = await post(who, '/support/cases', { topic: 'data', text: 'My data is wrong' });
    expect(asked.status).toBe(201);
    await world.database.query(
      `update users set email = 'gone@example.mn', email_verified = true, phone = '+97699000000' where id = $1`,
      [who.userId],
    );
    const { id } = (await post(who, '/me/erasure', { reason: '' })).body.data.request;
    expect((await decide(await admin(), id, 'erase')).status).toBe(200);
    expect((await get(who, '/users/me')).status).toBe(401);
    const [letter] = await world.database.query<{ id: string }>(
      'select id from contact_messages where user_id = $1',
      [who.userId],
    );
    await runJob('contacts.message', { id: letter?.id });
    const mails = await fetch(`${world.sandbox.url}/control/mails?to=gone@example.mn`);
    expect(await mails.json()).toMatchObject({ total: 1 });
    const [row] = await world.database.query<Record<string, unknown>>('select * from users where id = $1', [
      who.userId,
    ]);
    expect(row).toMatchObject({ email: '', phone: '', first_name: '', last_name: '', active: true });
    expect(row?.['civil_id']).toBeTruthy();
    for (const table of [
      'gspace_files',
      'support_cases',
      'login_events',
      'known_browsers',
      'contact_codes',
      'notification_preferences',
    ])
      expect(
        await world.database.query(`select from ${table} where user_id = $1`, [who.userId]),
        table,
      ).toEqual([]);
    const files = await world.database.query<{ state: string; sealed_key: unknown }>(
      `select state, sealed_key from stored_files where user_id = $1 and purpose = 'space'`,
      [who.userId],
    );
    expect(files).toEqual([{ state: 'removed', sealed_key: null }]);
    const audited = await world.database.query(
      `select from audit_log where action = 'account.erasure.done' and target = $1`,
      [who.userId],
    );
    expect(audited).toHaveLength(1);
    // The person comes back: the name is the state register's, the old messages are gone.
    world.clock.advance(1000);
    const again = await person(2);
    expect(again.userId).toBe(who.userId);
    const me = (await get(again, '/users/me')).body.data.user;
    expect([me.first_name === '', me.email]).toEqual([false, '']);
    const { items } = (await get(again, '/gov/notifications')).body.data;
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['Your data was erased']);
  });

  it('is not for staff, and the database erases nobody without an open request', async () => {
    const boss = await admin();
    expect((await post(boss, '/me/erasure', { reason: '' })).body.error).toBe('staff_account');
    const victim = await person(1);
    await expect(
      server.app.database.transaction({ userId: boss.userId, role: 'admin' }, (tx) =>
        tx.run({
          text: `select erase_person($1, $2, '', now())`,
          values: [victim.userId, boss.userId],
        }),
      ),
    ).rejects.toThrow('no open request');
  });
});
