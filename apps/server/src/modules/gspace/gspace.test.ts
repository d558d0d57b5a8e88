import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSpace, readReply, type SpaceStage } from '../../../test/space.ts';
import { until } from '../../../test/until.ts';

let stage: SpaceStage;
const quota = 100_000;
beforeAll(async () => {
  stage = await openSpace({ env: { GSPACE_QUOTA_BYTES: String(quota) } });
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  // Each test starts with an empty space and a full allowance.
  stage.world.clock.advance(15_000);
  await stage.world.database.query('delete from gspace_files');
});

const text = (bytes: number) => Buffer.alloc(bytes, 'a');
const json = (body: unknown, who: 'bold' | 'sarnai' = 'bold') =>
  stage
    .fetch(
      '/gspace/upload',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      who,
    )
    .then(readReply);
const remove = async (name?: string) =>
  readReply(
    await stage.fetch(`/gspace/${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`, {
      method: 'DELETE',
    }),
  );

describe('a person’s own space', () => {
  it('keeps a file that a form sent, and lists, gives and deletes it', async () => {
    expect((await stage.list()).data).toEqual({ files: [], used: 0, limit: quota });
    const bytes = Buffer.from('Сайн байна уу');
    const saved = await stage.send(bytes, 'Миний тэмдэглэл.txt');
    expect([saved.status, saved.data]).toEqual([
      200,
      { name: 'Миний тэмдэглэл.txt', size: bytes.length, used: bytes.length, limit: quota },
    ]);
    const { data } = await stage.list();
    expect(data).toEqual({
      files: [
        {
          name: 'Миний тэмдэглэл.txt',
          size: bytes.length,
          mod_time: stage.world.clock.now().toISOString(),
          type: 'text/plain',
          state: 'ready',
        },
      ],
      used: bytes.length,
      limit: quota,
    });
    expect((await readReply(await stage.fetch('/gspace'))).data).toEqual(data);
    const got = await stage.download('Миний тэмдэглэл.txt');
    expect(Buffer.from(await got.arrayBuffer())).toEqual(bytes);
    const gone = await remove('Миний тэмдэглэл.txt');
    expect([gone.status, gone.data]).toEqual([200, { used: 0, limit: quota }]);
    expect((await remove('Миний тэмдэглэл.txt')).status).toBe(404);
    expect((await stage.download('Миний тэмдэглэл.txt')).status).toBe(404);
    await stage.runJob('files.sweep');
    expect(await stage.unsettled()).toEqual([]);
  });

  it('takes a small file as base64 too, and refuses what is no base64', async () => {
    const saved = await json({ name: 'note.txt', data: Buffer.from('hello').toString('base64') });
    expect([saved.status, saved.data]).toEqual([200, { name: 'note.txt', size: 5, used: 5, limit: quota }]);
    for (const data of ['aGVsbG8', 'aGVs bG8=', '%%%%', 'aGVsbG8=x'])
      expect((await json({ name: 'note.txt', data })).error).toBe('invalid_base64');
    expect((await json({ name: 'note.txt' })).status).toBe(422);
    expect((await json({ name: 'note.txt', data: '', other: 1 })).status).toBe(422);
    expect((await json([])).status).toBe(422);
    const broken = await stage.fetch('/gspace/upload', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name"',
    });
    expect(broken.status).toBe(400);
    const large = await json({ name: 'a.txt', data: text(4 * 1024 * 1024).toString('base64') });
    expect([large.status, large.error]).toEqual([413, 'payload_too_large']);
    const other = await stage.fetch('/gspace/upload', { method: 'POST', body: 'plain' });
    expect(other.status).toBe(415);
  });

  it('is closed to everybody else: another person’s file does not exist', async () => {
    await stage.send('mine', 'mine.txt');
    for (const who of ['sarnai', 'officer'] as const) {
      expect((await stage.list(who)).data.files).toEqual([]);
      expect((await stage.download('mine.txt', {}, who)).status).toBe(404);
      const gone = await stage.fetch('/gspace/?name=mine.txt', { method: 'DELETE' }, who);
      expect(gone.status).toBe(404);
    }
    for (const [method, path] of [
      ['GET', '/gspace/'],
      ['GET', '/gspace/download?name=mine.txt'],
      ['DELETE', '/gspace/?name=mine.txt'],
      ['POST', '/gspace/upload'],
      ['POST', '/gspace/from-reference'],
    ] as const)
      expect((await fetch(`${stage.server.url}/api/v1${path}`, { method })).status).toBe(401);
    expect((await stage.list()).data.files).toHaveLength(1);
  });

  it('asks for a name', async () => {
    expect((await remove()).error).toBe('name_required');
    expect((await readReply(await stage.fetch('/gspace/download'))).error).toBe('name_required');
    expect((await readReply(await stage.fetch('/gspace/download?name='))).error).toBe('name_required');
    expect((await json({ name: '', data: '' })).error).toBe('name_required');
  });

  it('replaces a file of the same name and frees its room', async () => {
    await stage.send(text(60_000), 'a.txt');
    await stage.send(text(30_000), 'b.txt');
    const before = stage.objects();
    // 60 000 new bytes do not fit beside the old ones, but instead of them.
    const replaced = await stage.send(text(70_000), 'a.txt');
    expect(replaced.data).toMatchObject({ size: 70_000, used: 100_000 });
    expect((await stage.list()).data.files.map(({ size }: { size: number }) => size)).toEqual([
      70_000, 30_000,
    ]);
    await stage.runJob('files.sweep');
    expect(stage.objects()).toHaveLength(before.length);
    expect(await stage.unsettled()).toEqual([]);
    const events = await stage.world.database.query(
      `select metadata from audit_log where action = 'gspace.upload' order by id desc limit 1`,
    );
    expect(events[0]).toMatchObject({ metadata: { replaced: true, size_bytes: 70_000, type: 'text/plain' } });
  });
});

describe('the quota', () => {
  it('refuses a file that does not fit, announced or not, and keeps nothing of it', async () => {
    await stage.send(text(quota - 1), 'most.txt');
    for (const refused of [
      await stage.send(text(2), 'two.txt'),
      await stage.send(text(quota * 3), 'large.txt'),
      await json({ name: 'two.txt', data: text(2).toString('base64') }),
    ])
      expect([refused.status, refused.error]).toEqual([400, 'quota_exceeded']);
    expect((await stage.send(text(1), 'one.txt')).data).toMatchObject({ used: quota });
    expect((await stage.send('', 'empty.txt')).status).toBe(200);
    await stage.runJob('files.sweep');
    expect(await stage.unsettled()).toEqual([]);
  });

  it('gives the last bytes to one of many uploads, on two servers', async () => {
    const second = await stage.world.startServer({
      env: { DATA_DIR: stage.world.dataDir, GSPACE_QUOTA_BYTES: String(quota) },
    });
    await stage.send(text(quota - 10_000), 'most.txt');
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        stage.send(text(10_000), `last-${at}.txt`, 'bold', at % 2 === 0 ? stage.server.url : second.url),
      ),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(sent.filter(({ status }) => status !== 200).map(({ error }) => error))).toEqual(
      new Set(['quota_exceeded']),
    );
    expect((await stage.list()).data.used).toBe(quota);
    // The same name from both servers: the last one stays, and nothing is counted twice.
    const same = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        stage.send(text(9_000 + at), 'most.txt', 'bold', at % 2 === 0 ? stage.server.url : second.url),
      ),
    );
    expect(same.every(({ status }) => status === 200)).toBe(true);
    const { files, used } = (await stage.list()).data;
    expect(files).toHaveLength(2);
    expect(used).toBe(files.reduce((sum: number, { size }: { size: number }) => sum + size, 0));
    await stage.runJob('files.sweep');
    expect(await stage.unsettled()).toEqual([]);
    const { rows } = { rows: await stage.world.database.query('select file_id from gspace_files') };
    expect(stage.objects()).toEqual(
      expect.arrayContaining(rows.map((row) => (row as { file_id: string }).file_id)),
    );
    await second.stop();
  });

  it('ends at 10,000 files, which are listed at once', async () => {
    await stage.world.database.query(
      `with made as (
         insert into stored_files (id, driver, purpose, user_id, state, type, size_bytes, is_sealed, created_at)
         select gen_random_uuid(), 'local', 'space', $1, 'kept', 'text/plain', 1, false, now()
         from generate_series(1, 10000) returning id)
       insert into gspace_files (user_id, name, file_id, size_bytes, mod_time)
       select $1, 'Файл ' || row_number() over () || '.txt', id, 1, now() from made`,
      [stage.people.bold.userId],
    );
    const { data } = await stage.list();
    expect([data.files.length, data.used]).toEqual([10_000, 10_000]);
    const refused = await stage.send('x', 'one more.txt');
    expect([refused.status, refused.error]).toEqual([400, 'too_many_files']);
    expect((await stage.send('xyz', 'Файл 1.txt')).data).toMatchObject({ used: 10_002 });
  });
});

describe('a name', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\scan.pdf.txt', 'scan.pdf.txt'],
    ['a\u0000b.txt', 'ab.txt'],
    ['in\u202efdp.txt', 'infdp.txt'],
    ['\u200f\u200eright.txt', 'right.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.tar.txt', '_com1.tar.txt'],
    ['console.txt', 'console.txt'],
    ['dots...', 'dots'],
    ['  spaces .txt  ', 'spaces .txt'],
    ['.hidden', '.hidden'],
    ['е\u0308лка.txt', 'ёлка.txt'],
    [`${'Ө'.repeat(196)}.txt`, `${'Ө'.repeat(196)}.txt`],
    [`${'😀'.repeat(196)}.txt`, `${'😀'.repeat(196)}.txt`],
  ])('%j is kept as %j, and found by both', async (given, kept) => {
    const saved = await json({ name: given, data: Buffer.from('x').toString('base64') });
    expect([saved.status, saved.data?.name]).toEqual([200, kept]);
    expect((await stage.list()).data.files[0].name).toBe(kept);
    for (const name of [given, kept]) {
      const got = await stage.download(name);
      expect([got.status, await got.text()]).toEqual([200, 'x']);
    }
    expect((await remove(kept)).status).toBe(200);
  });

  it.each(['.', '..', '../..', 'folder/', '\\', '\u0000', ' ', '. .'])('%j is none', async (given) => {
    expect((await json({ name: given, data: '' })).error).toBe('name_required');
    expect((await stage.download(given)).status).toBeGreaterThanOrEqual(400);
  });

  it('longer than 200 letters is refused, because a shortened one could replace another file', async () => {
    const long = await json({ name: `${'Ө'.repeat(197)}.txt`, data: '' });
    expect([long.status, long.data.errors[0].field]).toEqual([422, 'name']);
    expect((await stage.send('x', `${'a'.repeat(220)}.txt`)).status).toBe(422);
  });

  it('in two spellings is one file; capitals make another', async () => {
    await stage.send('first', 'Кофе\u0301.txt'.normalize('NFD'));
    await stage.send('second', 'Кофе\u0301.txt'.normalize('NFC'));
    await stage.send('Й', 'и\u0306.txt');
    await stage.send('Й again', 'й.txt');
    await stage.send('capital', 'Й.txt');
    expect((await stage.list()).data.files.map(({ name }: { name: string }) => name)).toHaveLength(3);
    expect(await (await stage.download('й.txt')).text()).toBe('Й again');
  });

  it('comes from the form’s file, or from a field before it', async () => {
    const form = new FormData();
    form.append('name', 'Өөр нэр.txt');
    form.append('file', new Blob(['x']), 'given.txt');
    expect((await stage.form(form)).data.name).toBe('Өөр нэр.txt');
    expect((await stage.send('x', 'with "quotes" 100%25.txt')).data.name).toBe(
      'with %22quotes%22 100%25.txt',
    );
  });
});

describe('a form', () => {
  const parts = (...fields: [string, string | Blob, string?][]) => {
    const form = new FormData();
    for (const [name, value, file] of fields)
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, file);
    return form;
  };
  const file = new Blob(['x']);

  it('holds one file and nothing else', async () => {
    for (const form of [
      parts(),
      parts(['name', 'a.txt']),
      parts(['other', file, 'a.txt']),
      parts(['file', file, 'a.txt'], ['file', file, 'b.txt']),
      parts(['file', file, 'a.txt'], ['name', 'late.txt']),
      parts(['other', 'x'], ['file', file, 'a.txt']),
      parts(['name', 'a.txt'], ['name', 'b.txt'], ['file', file, 'a.txt']),
      parts(['name', 'x'.repeat(5_000)], ['file', file, 'a.txt']),
    ]) {
      const refused = await stage.form(form);
      expect([refused.status, refused.error]).toEqual([422, 'one_file']);
    }
    await stage.runJob('files.sweep');
    expect(await stage.unsettled()).toEqual([]);
    expect((await stage.list()).data.files).toEqual([]);
  });

  it('that is cut short, has no boundary or never reaches its file is refused', async () => {
    const post = (type: string, body: string) =>
      stage
        .fetch('/gspace/upload', { method: 'POST', headers: { 'content-type': type }, body })
        .then(readReply);
    expect((await post('multipart/form-data', 'x')).status).toBe(400);
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    expect((await post('multipart/form-data; boundary=b', `${head}half`)).status).toBe(400);
    const flood = await post('multipart/form-data; boundary=b', 'x'.repeat(2_000_000));
    expect([flood.status, flood.error]).toEqual([422, 'one_file']);
    const wide = `--b\r\n${'x: y\r\n'.repeat(5_000)}\r\n`;
    expect((await post('multipart/form-data; boundary=b', wide)).status).toBeGreaterThanOrEqual(400);
    await stage.runJob('files.sweep');
    expect(await stage.unsettled()).toEqual([]);
  });

  it('that is broken off half-way leaves nothing', async () => {
    const before = stage.objects().length;
    const controller = new AbortController();
    let sent = false;
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(
          Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'),
        );
        stream.enqueue(text(80_000));
      },
      pull: () => {
        sent = true;
        return new Promise(() => undefined);
      },
    });
    const sending = stage.fetch('/gspace/upload', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
      duplex: 'half',
      signal: controller.signal,
    } as RequestInit);
    await until(async () => sent && (await stage.unsettled()).includes('arriving'));
    controller.abort();
    await expect(sending).rejects.toThrow();
    await until(async () => !(await stage.unsettled()).includes('arriving'));
    await stage.runJob('files.sweep');
    expect([stage.objects().length, await stage.unsettled()]).toEqual([before, []]);
    expect((await stage.list()).data).toMatchObject({ files: [], used: 0 });
  });
});

describe('a download', () => {
  it('is an attachment that old and new browsers name alike, never a page', async () => {
    await stage.send('a,b\n1,2', 'Тооцоо "2026".csv');
    const got = await stage.download('Тооцоо %222026%22.csv');
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="______ _222026_22.csv"; filename*=UTF-8''${encodeURIComponent('Тооцоо %222026%22.csv')}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'content-length': '7',
    });
  });

  it('gives ranges and answers to its ETag', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(70_000)]);
    await stage.send(bytes, 'a.pdf');
    const whole = await stage.download('a.pdf');
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    expect(whole.headers.get('etag')).toBe(etag);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 10],
      ['bytes=65530-65549', 65_530, 65_550],
      ['bytes=-5', bytes.length - 5, bytes.length],
      ['bytes=70000-', 70_000, bytes.length],
    ] as const) {
      const part = await stage.download('a.pdf', { range });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
    }
    expect((await stage.download('a.pdf', { range: 'bytes=999999-' })).status).toBe(416);
    expect((await stage.download('a.pdf', { 'if-none-match': etag })).status).toBe(304);
    const head = await stage.fetch('/gspace/download?name=a.pdf', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  });
});

describe('limits', () => {
  it('let twenty dropped files pass at once, and many more stop; each person has their own', async () => {
    stage.world.clock.advance(120_000);
    const twenty = await Promise.all(
      Array.from({ length: 20 }, (_, at) => stage.send('x', `dropped-${at}.txt`)),
    );
    expect(twenty.map(({ status }) => status)).toEqual(Array(20).fill(200));
    let last = twenty[0] as Awaited<ReturnType<typeof stage.send>>;
    for (let left = 100; last.status !== 429; left -= 1) {
      expect(left).toBeGreaterThan(0);
      last = await stage.send('', 'again.txt');
    }
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await stage.send('x', 'a.txt', 'sarnai')).status).toBe(200);
    const gone = await stage.fetch('/gspace/?name=dropped-0.txt', { method: 'DELETE' });
    expect([gone.status, gone.headers.get('x-ratelimit-limit')]).toEqual([200, '15']);
  });
});
