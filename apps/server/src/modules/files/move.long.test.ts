import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findTool, toolEnvironment } from '../../../../../scripts/debian-tools.mjs';
import { type FileServer, startS3, startSftp } from '../../../test/file-stores.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { until } from '../../../test/until.ts';
import { manageFiles } from '../../commands/files.ts';
import { openFileStores } from '../../commands/outside.ts';
import type { ObjectStores } from './store-port.ts';

let stage: GovStage;
let s3: FileServer;
let sftp: FileServer;
let stores: ObjectStores;
let id: string;
beforeAll(async () => {
  [s3, sftp] = await Promise.all([startS3(), startSftp()]);
  stage = await openGov({ env: { ...s3.env, ...sftp.env } });
  stores = openFileStores(stage.server.config);
});
afterAll(async () => {
  for (const store of Object.values(stores)) await store?.close?.();
  await stage.world.close();
  await Promise.all([s3.close(), sftp.close()]);
});
beforeEach(async () => {
  stage.world.clock.advance(60_000);
  id = await stage.place('bold', 'registered');
});

const pdf = (size = 20_000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)]);
const at = (path: string) => `${stage.server.url}/api/v1/gov/applications/${path}`;
const headers = () => ({ authorization: `Bearer ${stage.people.bold.token}` });
const add = async (bytes: Buffer, to = id): Promise<string> => {
  const answer = await fetch(at(`${to}/files?name=a.pdf`), {
    method: 'POST',
    headers: headers(),
    body: bytes,
  });
  const body = (await answer.json()) as { data?: { id: string }; error?: string };
  if (body.data === undefined) throw new Error(`${answer.status} ${body.error}`);
  return body.data.id;
};
const read = async (file: string, of = id) => {
  const answer = await fetch(at(`${of}/files/${file}`), { headers: headers() });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const run = async (...args: string[]) => {
  const said: string[] = [];
  const code = await manageFiles(stage.server.config, args, (line) => said.push(line), { patience: 0 });
  return { code, said: said.join('\n') };
};
const places = async () =>
  Object.fromEntries(
    (
      await stage.world.database.query<{ place: string; count: number }>(
        `select driver || coalesce(' and ' || copy_driver, '') as place, count(*)::int as count
         from stored_files where state = 'kept' group by 1`,
      )
    ).map(({ place, count }) => [place, count]),
  );
const objectsIn = async (driver: 'local' | 's3' | 'sftp') => {
  const keys: string[] = [];
  for await (const { key } of stores[driver]?.list() ?? []) keys.push(key);
  return keys.sort();
};

const copy = async (file: string) => {
  const object = await stores.local.get(file);
  if (object !== undefined) await stores.s3?.put(file, object);
};

describe('tamga files move', () => {
  it('moves every file, removes the old objects, and new files go to the new store', async () => {
    const files = await Promise.all([1, 2, 3].map(async (n) => ({ bytes: pdf(n * 50_000), of: id })));
    const ids = await Promise.all(files.map(({ bytes }) => add(bytes)));
    const { code, said } = await run('move', '--to', 's3');
    expect([code, said]).toEqual([0, expect.stringMatching(/New files go to s3[\s\S]*Moved 3 files/)]);
    expect([await places(), await objectsIn('local')]).toEqual([{ s3: 3 }, []]);
    expect(await objectsIn('s3')).toEqual([...ids].sort());
    for (const [n, file] of ids.entries())
      expect((await read(file)).bytes.equals(files[n]?.bytes as Buffer)).toBe(true);
    const later = await add(pdf());
    expect(await places()).toEqual({ s3: 4 });
    expect((await read(later)).status).toBe(200);
    const events = await stage.world.database.query<{ action: string; metadata: object }>(
      `select action, metadata from audit_log where category = 'files' order by id`,
    );
    expect(events).toEqual([
      { action: 'files.store.change', metadata: { from: 'local', to: 's3' } },
      { action: 'files.move', metadata: { to: 's3', moved: 3, failed: 0, still_arriving: 0 } },
    ]);
  });

  it('keeps the old objects when asked to', async () => {
    expect(await run('move', '--to', 'sftp', '--keep')).toMatchObject({ code: 0 });
    expect(await places()).toEqual({ sftp: 4 });
    expect(await objectsIn('s3')).toHaveLength(4);
    for (const key of await objectsIn('s3')) await stores.s3?.remove(key);
  });

  it('leaves every file readable at all times, under load, interrupted and resumed', async () => {
    const known = new Map<string, { of: string; sha256: string }>();
    const applications = await Promise.all([1, 2, 3].map(() => stage.place('bold', 'registered')));
    const put = async (n: number) => {
      const of = applications[n % applications.length] as string;
      const bytes = pdf(30_000);
      known.set(await add(bytes, of), { of, sha256: createHash('sha256').update(bytes).digest('hex') });
    };
    for (let n = 0; n < 12; n += 1) await put(n);
    let isMoving = true;
    let reads = 0;
    const readAlways = async () => {
      while (isMoving || reads < 20)
        for (const [file, { of, sha256 }] of [...known]) {
          const { status, bytes } = await read(file, of);
          reads += 1;
          expect([status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, sha256]);
        }
    };
    const addAlways = async () => {
      for (let n = 12; n < 30; n += 1) {
        await put(n);
        stage.world.clock.advance(5000);
      }
    };
    const interrupted = async (to: string, after: number) => {
      let lines = 0;
      const stop = (line: string) => {
        lines += line.startsWith('New files') ? 0 : 1;
        if (lines > after) throw new Error('interrupted here');
      };
      await manageFiles(stage.server.config, ['move', '--to', to], stop, { patience: 0 }).catch(
        () => undefined,
      );
    };
    const adding = addAlways();
    const moving = (async () => {
      await interrupted('local', 0);
      sftp.cut();
      await interrupted('s3', 0);
      await until(async () => (await run('move', '--to', 'local')).code === 0);
      await until(async () => (await run('move', '--to', 's3')).code === 0);
      await adding;
      await until(async () => (await run('move', '--to', 's3')).code === 0);
    })();
    const reading = readAlways();
    await moving.finally(() => {
      isMoving = false;
    });
    await Promise.all([adding, reading]);
    const all = 4 + known.size;
    expect([known.size, await places()]).toEqual([30, { s3: all }]);
    expect(await objectsIn('local')).toEqual([]);
    expect(await objectsIn('sftp')).toEqual([]);
    expect(await objectsIn('s3')).toHaveLength(all);
    expect(await run('check')).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${all} files are whole`),
    });
  });

  it('does no harm when several run at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => run('move', '--to', 'local')));
    const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    for (const { reason } of refused) expect(reason.message).toContain('Another move of files is running');
    expect(refused.length).toBeLessThan(4);
    expect(await run('move', '--to', 'local')).toMatchObject({ code: 0 });
    const { local, ...elsewhere } = await places();
    expect([elsewhere, await objectsIn('local')]).toEqual([{}, expect.objectContaining({ length: local })]);
  });

  it('leaves nothing of a file that was removed while it was copied', async () => {
    const file = await add(pdf());
    // As an interrupted move leaves it: the copy exists, and the row names both stores.
    await copy(file);
    await stage.world.database.query(`update stored_files set copy_driver = 's3' where id = $1`, [file]);
    await fetch(at(`${id}/files/${file}`), { method: 'DELETE', headers: headers() });
    await stage.runJob('files.sweep');
    expect(await stores.local.get(file)).toBeUndefined();
    expect(await stores.s3?.get(file)).toBeUndefined();
    expect(await stage.world.database.query('select from stored_files where id = $1', [file])).toEqual([]);
  });

  it('finishes what an interrupted move left', async () => {
    const [flipped, copied] = [await add(pdf()), await add(pdf())];
    for (const file of [flipped, copied]) await copy(file);
    await stage.world.database.query(
      `update stored_files set driver = 's3', copy_driver = 'local' where id = $1`,
      [flipped],
    );
    await stage.world.database.query(`update stored_files set copy_driver = 's3' where id = $1`, [copied]);
    expect(await run('move', '--to', 'local')).toMatchObject({ code: 0 });
    expect(Object.keys(await places())).toEqual(['local']);
    expect(await objectsIn('s3')).toEqual([]);
    for (const file of [flipped, copied]) expect((await read(file)).status).toBe(200);
  });

  it('leaves a damaged or missing file where it is, says so and fails', async () => {
    const [broken, gone] = [await add(pdf()), await add(pdf())];
    const folder = join(stage.server.config.fileStores.directory, broken.slice(0, 2));
    writeFileSync(join(folder, broken), 'something else');
    await stores.local.remove(gone);
    const { code, said } = await run('move', '--to', 's3');
    expect(code).toBe(1);
    expect(said).toContain(`FAIL  ${broken}: its object in local is damaged`);
    expect(said).toContain(`FAIL  ${gone}: its object is missing`);
    expect(said).toContain('2 files failed and are where they were');
    expect(await places()).toMatchObject({ 'local and s3': 2 });
    const found = await run('check');
    expect(found.code).toBe(1);
    expect(found.said).toContain(`damaged  local  ${broken}`);
    expect(found.said).toContain(`missing  local  ${gone}`);
    expect(found.said).toMatch(/1 missing, 1 damaged, 0 unreadable; 0 foreign objects/);
    for (const file of [broken, gone])
      expect((await fetch(at(`${id}/files/${file}`), { method: 'DELETE', headers: headers() })).status).toBe(
        200,
      );
    await stage.runJob('files.sweep');
    expect(await run('check')).toMatchObject({ code: 0 });
  });

  it('mentions an upload that still arrives at the old store, and moves it when it is there', async () => {
    let send = (_bytes: Buffer | undefined) => undefined as unknown;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(pdf());
        send = (bytes) => (bytes === undefined ? controller.close() : controller.enqueue(bytes));
      },
    });
    const uploading = fetch(at(`${id}/files?name=slow.pdf`), {
      method: 'POST',
      headers: headers(),
      body,
      duplex: 'half',
    } as RequestInit);
    const arriving = () => stage.world.database.query(`select from stored_files where state = 'arriving'`);
    await until(async () => (await arriving()).length === 1);
    // The clock of the test is not the one of the command.
    await stage.world.database.query(`update stored_files set created_at = now() where state = 'arriving'`);
    const { code, said } = await run('move', '--to', 'sftp');
    expect([code, said]).toEqual([1, expect.stringContaining('1 uploads still arrive at the old store')]);
    send(undefined);
    expect((await uploading).status).toBe(201);
    expect(await run('move', '--to', 'sftp')).toMatchObject({ code: 0 });
    expect(Object.keys(await places())).toEqual(['sftp']);
  });

  it('refuses a store without settings or one that takes no files, and changes nothing', async () => {
    const { config } = stage.server;
    const without = { ...config, fileStores: { ...config.fileStores, s3: undefined } };
    const say = () => undefined;
    await expect(manageFiles(without, ['move', '--to', 's3'], say)).rejects.toThrow('has no settings here');
    const wrong = { ...config, fileStores: { ...config.fileStores, directory: '/dev/null/files' } };
    await expect(manageFiles(wrong, ['move', '--to', 'local'], say)).rejects.toThrow('takes no files');
    await expect(manageFiles(config, ['move', '--to', 'tape'], say)).rejects.toThrow('tamga files takes');
    expect(await stage.world.database.query('select driver from file_store')).toEqual([{ driver: 'sftp' }]);
  });
});

describe('tamga files check', () => {
  it('finds objects that no row names when they are older than any upload', async () => {
    const { config } = stage.server;
    const stranger = '0c9d7ad5-3f5b-4a53-9d4c-000000000001';
    await stores.local.put(stranger, [Buffer.from('left by somebody')] as never);
    expect(await run('check')).toMatchObject({ code: 0 });
    const path = join(config.fileStores.directory, stranger.slice(0, 2), stranger);
    utimesSync(path, new Date(0), new Date(0));
    const { code, said } = await run('check');
    expect([code, said]).toEqual([1, expect.stringContaining(`foreign  local  ${stranger}`)]);
    rmSync(path);
    expect(readdirSync(join(config.fileStores.directory, stranger.slice(0, 2)))).toEqual([]);
  });
});

describe('tamga files export', () => {
  it('writes the sealed file and its key, which somebody else’s age opens, and is recorded', async () => {
    const bytes = pdf(150_000);
    const file = await add(bytes);
    const folder = mkdtempSync(join(tmpdir(), 'tamga-export-'));
    const { code, said } = await run('export', file, '--to', folder);
    const [sealed, key] = [join(folder, `${file}.age`), join(folder, `${file}.key`)];
    expect([code, said]).toEqual([0, expect.stringContaining(`age -d -i ${key} ${sealed}`)]);
    const opened = execFileSync(findTool('age') ?? 'age', ['-d', '-i', key, sealed], {
      env: toolEnvironment(),
      maxBuffer: 1e6,
    });
    expect(opened.equals(bytes)).toBe(true);
    expect(readFileSync(sealed).includes(bytes.subarray(0, 100))).toBe(false);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const recorded = await stage.world.database.query<{ target: string }>(
      `select target from audit_log where action = 'files.export'`,
    );
    expect(recorded).toEqual([{ target: file }]);
    await expect(run('export', file, '--to', folder)).rejects.toThrow('EEXIST');
    await expect(run('export', id, '--to', folder)).rejects.toThrow('There is no stored file');
    await expect(run('export', '../x', '--to', folder)).rejects.toThrow('takes the id');
    rmSync(folder, { recursive: true });
  });
});
