import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { patienceMs } from '../../../../../../scripts/patience.ts';
import { type GovStage, openGov, type PersonName } from '../../../../test/gov.ts';
import { until } from '../../../../test/until.ts';

let stage: GovStage;
let id: string;
const limit = 50_000;
beforeAll(async () => {
  stage = await openGov({ env: { GOV_FILE_MAX_BYTES: String(limit) } });
  id = await stage.place('bold', 'registered');
});
afterAll(() => stage.world.close());
// Each test starts with a full upload allowance.
beforeEach(() => stage.world.clock.advance(60_000));

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n');
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

const ask = (
  who: PersonName,
  method: string,
  path: string,
  body?: Buffer | ReadableStream,
  type = 'application/octet-stream',
) =>
  fetch(`${stage.server.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${stage.people[who].token}`,
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit);
const add = (body: Buffer | ReadableStream, name = 'diploma.pdf', who: PersonName = 'bold', to = id) =>
  ask(who, 'POST', `/gov/applications/${to}/files?name=${encodeURIComponent(name)}`, body);
const answer = async (given: Response | Promise<Response>) => {
  const response = await given;
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  const body = (await response.json()) as any;
  return { status: response.status, error: body.error, data: body.data };
};
const stored = () =>
  readdirSync(join(stage.world.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);
const unsettled = () => stage.world.database.query(`select state from stored_files where state <> 'kept'`);

describe('a paper', () => {
  it('is stored unchanged, listed, and served as a download without content sniffing', async () => {
    const added = await answer(add(pdf, 'Миний диплом.pdf'));
    expect(added.status).toBe(201);
    expect(added.data).toMatchObject({
      name: 'Миний диплом.pdf',
      type: 'application/pdf',
      size_bytes: pdf.length,
      sha256: createHash('sha256').update(pdf).digest('hex'),
    });
    const listed = await answer(ask('bold', 'GET', `/gov/applications/${id}/files`));
    expect(listed.data).toEqual({ items: [added.data], total: 1 });
    const got = await ask('bold', 'GET', `/gov/applications/${id}/files/${added.data.id}`);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(pdf);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const encoded = encodeURIComponent('Миний диплом.pdf');
    expect(got.headers.get('content-disposition')).toBe(
      `attachment; filename="_____ ______.pdf"; filename*=UTF-8''${encoded}`,
    );
    expect(stored()).toContain(added.data.id);
  });

  it.each([
    ['png', png, 'image/png'],
    ['jpg', jpeg, 'image/jpeg'],
  ])('can be a %s', async (ending, bytes, type) => {
    expect((await answer(add(bytes, `photo.${ending}`))).data.type).toBe(type);
  });

  it('is typed by its first bytes, not by its name', async () => {
    for (const bytes of [
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('MZ\x90\x00'),
      Buffer.from('PK\x03\x04'),
      Buffer.from(' %PDF-1.7'),
      Buffer.from('%PD'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.alloc(0),
    ]) {
      const refused = await answer(add(bytes, 'diploma.pdf'));
      expect([refused.status, refused.error]).toEqual([415, 'file_refused']);
    }
    const disguised = await answer(add(pdf, 'page.html'));
    expect(disguised.data.name).toBe('page.html.pdf');
  });

  it('leaves the connection usable when rejected at its first bytes', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const over = (method: string, path: string, parts: readonly Buffer[] = []) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${stage.server.url}/api/v1${path}`, {
          agent,
          method,
          headers: { authorization: `Bearer ${stage.people.bold.token}` },
          timeout: patienceMs,
        });
        sent.on('timeout', () => sent.destroy(new Error('the connection is still held')));
        sent.on('error', reject);
        sent.on('response', (answered) => {
          answered.resume();
          resolve(answered.statusCode);
        });
        for (const part of parts) sent.write(part);
        sent.end();
      });
    const path = `/gov/applications/${id}/files`;
    const picture = Array.from({ length: 64 }, () => Buffer.alloc(128 * 1024, 'x'));
    expect(await over('POST', `${path}?name=photo.heic`, picture)).toBe(415);
    expect(await over('GET', path)).toBe(200);
    agent.destroy();
  });

  it('has a name without folders or hidden characters', async () => {
    for (const [given, kept] of [
      ['../../etc/passwd', 'passwd.pdf'],
      ['C:\\temp\\scan.PDF', 'scan.PDF'],
      ['in\u202efdp.pdf', 'infdp.pdf'],
      ['a"b\r\nx: y.pdf', 'abx: y.pdf'],
      [`a${'😀'.repeat(200)}.pdf`, `a${'😀'.repeat(189)}.pdf`],
    ] as const)
      expect((await answer(add(pdf, given))).data.name).toBe(kept);
    for (const given of ['', '   ', 'folder/', '\u0000']) {
      const refused = await answer(add(pdf, given));
      expect([refused.status, refused.error]).toEqual([400, 'name_required']);
    }
  });

  it('is rejected above the size limit, with or without content-length, and leaves no file', async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(limit)]);
    const before = stored().length;
    expect((await answer(add(large))).error).toBe('payload_too_large');
    const slowly = new ReadableStream({
      start(controller) {
        for (let at = 0; at < large.length; at += 8192) controller.enqueue(large.subarray(at, at + 8192));
        controller.close();
      },
    });
    expect((await answer(add(slowly))).status).toBe(413);
    const whole = Buffer.concat([pdf, Buffer.alloc(limit - pdf.length)]);
    expect((await answer(add(whole))).status).toBe(201);
    expect(stored()).toHaveLength(before + 1);
    await stage.runJob('files.sweep');
    expect(await unsettled()).toEqual([]);
  });

  it('leaves no file when the upload is aborted', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(pdf);
      },
      pull(controller) {
        controller.error(new Error('the line broke'));
      },
    });
    const before = stored().length;
    await expect(add(broken)).rejects.toThrow();
    await until(async () =>
      (await unsettled()).every((row) => (row as { state: string }).state !== 'arriving'),
    );
    await stage.runJob('files.sweep');
    expect([stored().length, await unsettled()]).toEqual([before, []]);
  });
});

describe('the papers of an application', () => {
  it('is added once under one Idempotency-Key, and another file under it is refused', async () => {
    const own = await stage.place('bold', 'registered');
    const send = (body: Buffer) =>
      answer(
        fetch(`${stage.server.url}/api/v1/gov/applications/${own}/files?name=a.pdf`, {
          method: 'POST',
          headers: { authorization: `Bearer ${stage.people.bold.token}`, 'idempotency-key': 'paper' },
          body: new Uint8Array(body),
        }),
      );
    const answers = await Promise.all([send(pdf), send(pdf)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.data).toEqual(answers[0]?.data);
    const other = await send(Buffer.concat([pdf, Buffer.from('%')]));
    expect([other.status, other.error]).toEqual([409, 'idempotency_conflict']);
    const listed = await stage.get('bold', `/gov/applications/${own}/files`);
    expect(listed.body.data.items).toHaveLength(1);
  });

  it('are at most twenty, also under concurrent uploads', async () => {
    const own = await stage.place('bold', 'in_review');
    const added = await Promise.all(Array.from({ length: 25 }, () => answer(add(png, 'a.png', 'bold', own))));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(new Set(added.filter(({ status }) => status !== 201).map(({ error }) => error))).toEqual(
      new Set(['too_many_files']),
    );
    const [first] = added.filter(({ status }) => status === 201);
    expect((await ask('bold', 'DELETE', `/gov/applications/${own}/files/${first?.data.id}`)).status).toBe(
      200,
    );
    expect((await answer(add(png, 'a.png', 'bold', own))).status).toBe(201);
  });

  it('can be added and removed only while it is open; a removal deletes the bytes too', async () => {
    const own = await stage.place('bold', 'registered');
    const [kept, gone] = [
      await answer(add(pdf, 'a.pdf', 'bold', own)),
      await answer(add(pdf, 'b.pdf', 'bold', own)),
    ];
    const path = `/gov/applications/${own}/files`;
    expect((await ask('bold', 'DELETE', `${path}/${gone.data.id}`)).status).toBe(200);
    expect((await ask('bold', 'DELETE', `${path}/${gone.data.id}`)).status).toBe(404);
    expect((await ask('bold', 'GET', `${path}/${gone.data.id}`)).status).toBe(404);
    expect(stored()).toContain(gone.data.id);
    await stage.runJob('files.sweep');
    expect(stored()).not.toContain(gone.data.id);
    await stage.post('bold', `/gov/applications/${own}/cancel`);
    expect((await answer(add(pdf, 'c.pdf', 'bold', own))).error).toBe('invalid_transition');
    expect((await answer(ask('bold', 'DELETE', `${path}/${kept.data.id}`))).error).toBe('invalid_transition');
    expect((await ask('bold', 'GET', `${path}/${kept.data.id}`)).status).toBe(200);
  });

  it('are invisible to other citizens, and officers can open them only with an access-log entry', async () => {
    const own = await stage.place('bold', 'registered');
    const file = (await answer(add(pdf, 'a.pdf', 'bold', own))).data.id;
    const path = `/gov/applications/${own}/files`;
    for (const who of ['sarnai', 'officer'] as const) {
      expect((await answer(add(pdf, 'x.pdf', who, own))).status).toBe(404);
      for (const [method, at] of [
        ['GET', path],
        ['GET', `${path}/${file}`],
        ['DELETE', `${path}/${file}`],
      ] as const)
        expect((await ask(who, method, at)).status).toBe(404);
    }
    const desk = `/gov/officer/queue/${own}/files/${file}`;
    expect((await ask('sarnai', 'GET', desk)).status).toBe(403);
    expect((await fetch(`${stage.server.url}/api/v1${desk}`)).status).toBe(401);
    const got = await ask('officer', 'GET', desk);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(pdf);
    const traces = (await answer(ask('bold', 'GET', '/users/me/access-log'))).data.items;
    expect(traces[0]).toMatchObject({ purpose: 'gov.officer.file', by: { role: 'manager' } });
    for (const at of [`${path}/${file}x`, `/gov/applications/${id}/files/${file}`])
      expect((await ask('bold', 'GET', at)).status).toBe(404);
  });

  it('are rate limited per person, not per address', async () => {
    const own = await stage.place('bold', 'registered');
    let last = await add(Buffer.from('x'), 'a.pdf', 'bold', own);
    expect(last.headers.get('x-ratelimit-limit')).toBe('30');
    for (let left = 30; last.status !== 429; left -= 1) {
      expect(left).toBeGreaterThan(0);
      await last.body?.cancel();
      last = await add(Buffer.from('x'), 'a.pdf', 'bold', own);
    }
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(last.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await answer(last)).error).toBe('rate_limited');
    const elsewhere = await fetch(`${stage.server.url}/api/v1/gov/applications/${own}/files?name=a.pdf`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stage.people.bold.token}`,
        'content-type': 'application/pdf',
        'x-forwarded-for': '203.0.113.77',
      },
      body: pdf,
    });
    expect((await answer(elsewhere)).error).toBe('rate_limited');
    const theirs = await stage.place('sarnai', 'registered');
    expect((await answer(add(pdf, 'a.pdf', 'sarnai', theirs))).status).toBe(201);
    stage.world.clock.advance(2_000);
    expect((await answer(add(pdf, 'a.pdf', 'bold', own))).status).toBe(201);
  });

  it('are swept when the upload was not confirmed for longer than any upload takes', async () => {
    const orphan = '22222222-2222-4222-8222-222222222222';
    await stage.world.database.query(
      `insert into stored_files (id, driver, purpose, user_id, is_sealed, created_at)
       values ($1, 'local', 'paper', $2, true, $3)`,
      [orphan, stage.people.bold.userId, stage.world.clock.now()],
    );
    await stage.runJob('files.sweep');
    expect(await unsettled()).toEqual([{ state: 'arriving' }]);
    stage.world.clock.advance(7 * 3_600_000 + 1);
    await stage.runJob('files.sweep');
    expect(await unsettled()).toEqual([]);
  });
});
