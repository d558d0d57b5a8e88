import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runTool } from '../../../../../scripts/debian-tools.mjs';
import { type Clamd, malicious, signature, startClamd } from '../../../test/clamd.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';
import { until } from '../../../test/until.ts';

let clamd: Clamd;
let stage: GovStage;
let id: string;
const limit = 200_000;
const scanned = () => ({ SCANNER_ADDRESS: clamd.address, SCANNER_MAX_BYTES: String(limit) });
beforeAll(async () => {
  clamd = await startClamd();
  stage = await openGov();
  id = await stage.place('bold', 'registered');
});
afterAll(async () => {
  await stage.world.close();
  await clamd.close();
});
// Ten uploads of the allowance return with each test; the tokens must outlive all of them.
beforeEach(() => stage.world.clock.advance(20_000));

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n');
const infected = Buffer.concat([pdf, Buffer.from(`2 0 obj\n(${malicious})\nendobj\n`)]);
const found = `${signature}.UNOFFICIAL`;

const ask = async (who: PersonName, method: string, path: string, body?: Buffer | ReadableStream) => {
  const response = await fetch(`${stage.server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${stage.people[who].token}` },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit);
  // An answer that nobody reads to its end would keep its connection, and a restart would wait for it.
  return new Response(await response.arrayBuffer(), response);
};
const answer = async (given: Response | Promise<Response>) => {
  const response = await given;
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  const body = (await response.json()) as any;
  return { status: response.status, error: body.error, data: body.data };
};
const add = (body: Buffer | ReadableStream, name = 'diploma.pdf') =>
  answer(ask('bold', 'POST', `/gov/applications/${id}/files?name=${encodeURIComponent(name)}`, body));
const own = (file: string) => ask('bold', 'GET', `/gov/applications/${id}/files/${file}`);
const asOfficer = (file: string) => ask('officer', 'GET', `/gov/officer/queue/${id}/files/${file}`);
const listed = async (file: string) => {
  const papers = (await answer(ask('bold', 'GET', `/gov/applications/${id}/files`))).data.items;
  const opened = (await stage.get('officer', `/gov/officer/queue/${id}`)).body.data.files;
  const one = (from: { id: string }[]) => from.find((paper) => paper.id === file);
  expect(one(opened)).toEqual(one(papers));
  return one(papers);
};
const refusal = async (response: Promise<Response>) => {
  const { status, error } = await answer(response);
  return [status, error];
};
const stored = () =>
  readdirSync(join(stage.world.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
const alarms = () =>
  stage.world.database.query<{ user_id: string; severity: string; detail: Record<string, string> }>(
    `select user_id, severity, detail from security_events where kind = 'file_infected' order by id`,
  );
const waitingInMetrics = async () =>
  /^tamga_files_waiting (\S+)$/m.exec(await stage.server.app.metrics.registry.metrics())?.[1];

describe('without a scanner', () => {
  it('a paper is ready at once; when a scanner is set later, it waits until the job has scanned it', async () => {
    const { data } = await add(pdf);
    expect(data.state).toBe('ready');
    expect((await asOfficer(data.id)).status).toBe(200);
    await stage.restart({ env: scanned() });
    expect(await listed(data.id)).toMatchObject({ state: 'waiting' });
    expect(await refusal(asOfficer(data.id))).toEqual([409, 'file_waiting']);
    expect(await waitingInMetrics()).toBe('1');
    await stage.runJob('files.scan');
    expect(await listed(data.id)).toMatchObject({ state: 'ready' });
    expect((await asOfficer(data.id)).status).toBe(200);
    expect(await waitingInMetrics()).toBe('0');
  });
});

describe('with a scanner', () => {
  it('a clean paper is ready at once', async () => {
    const { status, data } = await add(Buffer.concat([pdf, Buffer.alloc(150_000, 'x')]));
    expect([status, data.state]).toEqual([201, 'ready']);
    const got = await asOfficer(data.id);
    expect([got.status, (await got.arrayBuffer()).byteLength]).toEqual([200, data.size_bytes]);
  });

  it('an infected paper is refused with its reason, leaves nothing but a security event', async () => {
    const [files, papers] = [stored(), await answer(ask('bold', 'GET', `/gov/applications/${id}/files`))];
    const refused = await add(infected, 'Хувийн нууц.pdf');
    expect(refused).toMatchObject({ status: 422, error: 'file_infected', data: { reason: found } });
    expect(stored()).toBe(files);
    expect(await answer(ask('bold', 'GET', `/gov/applications/${id}/files`))).toEqual(papers);
    const [alarm] = await alarms();
    expect(alarm).toMatchObject({
      user_id: stage.people.bold.userId,
      severity: 'high',
      detail: { purpose: 'paper', signature: found, found: 'upload' },
    });
    expect(JSON.stringify(alarm)).not.toContain('Хувийн');
    await stage.runJob('files.sweep');
    expect(await stage.world.database.query(`select from stored_files where state <> 'kept'`)).toEqual([]);
  });

  it('refuses what cannot be scanned: a file over the limit, and one with a password', async () => {
    const files = stored();
    const large = await add(Buffer.concat([pdf, Buffer.alloc(limit)]));
    expect([large.status, large.error]).toEqual([422, 'file_unscannable']);
    const folder = mkdtempSync(join(tmpdir(), 'tamga-qpdf-'));
    const locked = join(folder, 'locked.pdf');
    try {
      const options = ['--empty', '--encrypt', 'secret', 'owner', '256', '--', locked];
      await runTool('qpdf', options);
      const refused = await add(readFileSync(locked));
      expect([refused.status, refused.error]).toEqual([422, 'file_unscannable']);
      expect(refused.data.reason).toMatch(/^Heuristics\.Encrypted/);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(stored()).toBe(files);
  });

  it('a scanner that stops during an upload makes the paper wait, and its return clears it', async () => {
    let isReading = false;
    const over = createServer((socket) => {
      const behind = connect({ path: clamd.address.slice('unix:'.length) });
      for (const each of [socket, behind]) each.on('error', () => undefined);
      behind.on('close', () => socket.destroy());
      socket.once('data', () => {
        isReading = true;
      });
      socket.pipe(behind).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(over, 'listening');
    const address = `tcp://127.0.0.1:${(over.address() as AddressInfo).port}`;
    await stage.restart({ env: { ...scanned(), SCANNER_ADDRESS: address } });
    const parts = [pdf, Buffer.alloc(100_000, 'x')];
    const body = new ReadableStream(
      {
        async pull(controller) {
          const part = parts.shift();
          if (part === undefined) return controller.close();
          if (parts.length === 0) {
            await until(() => isReading);
            await clamd.stop();
          }
          controller.enqueue(part);
        },
      },
      { highWaterMark: 0 },
    );
    const { status, data } = await add(body);
    expect([status, data.state]).toEqual([201, 'waiting']);
    const path = `/gov/officer/queue/${id}/files/${data.id}`;
    expect(await refusal(ask('other', 'GET', path))).toEqual([409, 'file_waiting']);
    expect((await own(data.id)).status).toBe(200);
    await stage.runJob('files.scan');
    expect(await listed(data.id)).toMatchObject({ state: 'waiting' });
    expect(await waitingInMetrics()).toBe('1');
    const accesses = () =>
      stage.world.database.query('select from audit_log where actor_user_id = $1 and target = $2', [
        stage.people.other.userId,
        stage.people.bold.userId,
      ]);
    expect(await accesses()).toHaveLength(0);
    await clamd.start();
    await stage.runJob('files.scan');
    expect(await listed(data.id)).toMatchObject({ state: 'ready' });
    expect((await ask('other', 'GET', path)).status).toBe(200);
    expect(await accesses()).toHaveLength(1);
    await stage.restart({ env: scanned() });
    over.close();
  });

  it('a waiting paper found infected later is withheld from everybody, and its owner is told', async () => {
    await clamd.stop();
    const { data } = await add(infected, 'Диплом.pdf');
    expect(data.state).toBe('waiting');
    expect((await own(data.id)).status).toBe(200);
    await clamd.start();
    const before = (await alarms()).length;
    await stage.runJob('files.scan');
    expect(await listed(data.id)).toMatchObject({ state: 'infected', reason: found });
    expect(await refusal(own(data.id))).toEqual([409, 'file_infected']);
    expect(await refusal(asOfficer(data.id))).toEqual([409, 'file_infected']);
    expect((await alarms()).slice(before)).toMatchObject([{ detail: { file_id: data.id, found: 'later' } }]);
    const [notice] = await stage.notifications('bold');
    expect(notice).toMatchObject({ category: 'warning', link: `/applications/${id}` });
    expect(notice?.body).toContain('Диплом.pdf');
    expect(
      await stage.world.database.query(`select metadata from audit_log where action = 'files.withheld'`),
    ).toEqual([{ metadata: { purpose: 'paper', outcome: 'infected', reason: found } }]);
    await stage.runJob('files.scan');
    expect(await alarms()).toHaveLength(before + 1);
    // Its owner may remove it.
    expect((await ask('bold', 'DELETE', `/gov/applications/${id}/files/${data.id}`)).status).toBe(200);
  });

  it('a waiting paper that cannot be scanned is withheld from officers alone', async () => {
    await clamd.stop();
    const { data } = await add(Buffer.concat([pdf, Buffer.alloc(limit - 1_000)]));
    await clamd.start();
    await stage.restart({ env: { ...scanned(), SCANNER_MAX_BYTES: '100000' } });
    await stage.runJob('files.scan');
    expect(await listed(data.id)).toMatchObject({ state: 'unscannable' });
    expect((await own(data.id)).status).toBe(200);
    expect(await refusal(asOfficer(data.id))).toEqual([409, 'file_unscannable']);
    expect((await stage.notifications('bold'))[0]).toMatchObject({ category: 'warning' });
    await stage.restart({ env: scanned() });
  });

  it('is asked by one instance at a time; a lease that was left behind ends', async () => {
    await clamd.stop();
    const { data } = await add(pdf);
    await clamd.start();
    const held = new Date(stage.world.clock.now().getTime() + 600_000);
    await stage.world.database.query('update file_store set scanning_until = $1', [held]);
    await stage.runJob('files.scan');
    expect(await listed(data.id)).toMatchObject({ state: 'waiting' });
    await stage.world.database.query('update file_store set scanning_until = $1', [
      new Date(stage.world.clock.now().getTime() - 1),
    ]);
    await stage.runJob('files.scan');
    expect(await listed(data.id)).toMatchObject({ state: 'ready' });
  });

  it('a file that breaks the scanner goes behind the others', async () => {
    await clamd.stop();
    const [broken, whole] = [(await add(pdf)).data.id, (await add(pdf)).data.id];
    await clamd.start();
    const object = join(stage.world.dataDir, 'files', broken.slice(0, 2), broken);
    rmSync(object);
    await stage.runJob('files.scan');
    expect(await listed(broken)).toMatchObject({ state: 'waiting' });
    expect(await listed(whole)).toMatchObject({ state: 'ready' });
    await ask('bold', 'DELETE', `/gov/applications/${id}/files/${broken}`);
  });
});

describe('a file of the personal space', () => {
  const save = (bytes: Buffer, name: string) =>
    stage.post('bold', '/gspace/upload', { name, data: bytes.toString('base64') });
  const inSpace = async (name: string) => {
    const { files } = (await stage.get('bold', '/gspace/')).body.data;
    return files.find((file: { name: string }) => file.name === name);
  };
  const download = (name: string) => ask('bold', 'GET', `/gspace/download?name=${name}`);

  it('is refused when it is infected', async () => {
    const refused = await save(infected, 'note.pdf');
    expect([refused.status, refused.body.error]).toEqual([422, 'file_infected']);
    expect(await inSpace('note.pdf')).toBeUndefined();
  });

  it('waits while the scanner is away; found infected, it is neither downloaded nor attached', async () => {
    await clamd.stop();
    expect((await save(infected, 'late.pdf')).status).toBe(200);
    expect(await inSpace('late.pdf')).toMatchObject({ state: 'waiting' });
    expect((await download('late.pdf')).status).toBe(200);
    await clamd.start();
    // The copy is scanned as any upload is.
    const attach = () => stage.post('bold', `/gov/applications/${id}/files/from-space`, { name: 'late.pdf' });
    expect((await attach()).body.error).toBe('file_infected');
    await stage.runJob('files.scan');
    expect(await inSpace('late.pdf')).toMatchObject({ state: 'infected' });
    expect(await refusal(download('late.pdf'))).toEqual([409, 'file_infected']);
    expect((await attach()).body.error).toBe('file_infected');
    expect((await stage.notifications('bold'))[0]).toMatchObject({ link: '/space' });
  });
});

describe('something else at the address of the scanner', () => {
  it.each([
    ['answers garbage', (socket: Socket) => socket.on('data', () => socket.write('stream: FINE\0'))],
    ['says nothing', (socket: Socket) => socket.resume()],
    ['reads nothing', (socket: Socket) => socket.pause()],
    ['closes at once', (socket: Socket) => socket.end()],
  ])('that %s makes papers wait, and holds no upload for long', async (_what, talk) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      talk(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await stage.restart({
        env: { SCANNER_ADDRESS: address, SCANNER_TIMEOUT_SECONDS: '1' },
      });
      const { status, data } = await add(Buffer.concat([pdf, Buffer.alloc(8_000_000, 'x')]));
      expect([status, data.state]).toEqual([201, 'waiting']);
      expect(await refusal(asOfficer(data.id))).toEqual([409, 'file_waiting']);
      await stage.runJob('files.scan');
      expect(await listed(data.id)).toMatchObject({ state: 'waiting' });
      await ask('bold', 'DELETE', `/gov/applications/${id}/files/${data.id}`);
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });
});
