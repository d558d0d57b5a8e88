import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';
import { createLocalFiles } from '../../adapters/files/index.ts';
import type { ObjectStores } from '../files/index.ts';

let stage: GovStage;
let service: string;
/** The store of the test: the real one, which can be away. */
let isAway = false;
const away = <T>(work: () => Promise<T>): Promise<T> =>
  isAway ? Promise.reject(new Error('the store is away')) : work();

beforeAll(async () => {
  stage = await openGov();
  const real = createLocalFiles({ directory: join(stage.world.dataDir, 'files') });
  const local: ObjectStores['local'] = {
    ...real,
    put: (key, source) => away(() => real.put(key, source)),
    get: (key, range) => away(() => real.get(key, range)),
  };
  await stage.restart({ outside: { files: { local } } });
  service = await stage.publish({ output_ref_type: 'residence', has_discretion: true });
});
afterAll(() => stage.world.close());

const issue = async (who: PersonName = 'bold'): Promise<string> => {
  const { id } = (await stage.apply(who, service)).body.data.application;
  return (await stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve: true })).body.data
    .output_ref_id;
};
const download = (id: string, headers: Record<string, string> = {}, who: PersonName = 'bold') =>
  fetch(`${stage.server.url}/api/v1/gov/references/${id}/document`, {
    headers: { authorization: `Bearer ${stage.people[who].token}`, ...headers },
  });
const bytesOf = async (response: Response | Promise<Response>) =>
  Buffer.from(await (await response).arrayBuffer());
const filesOf = (id: string) =>
  stage.world.database.query<{ id: string; scan: string; sha256: string; form: string }>(
    `select s.id, s.scan, s.sha256, d.form from issued_documents d join stored_files s on s.id = d.file_id
     where d.subject_id = $1 and s.state = 'kept'`,
    [id],
  );
const certificates = () =>
  stage.world.database.query<{ state: string }>(
    `select state from stored_files where purpose = 'certificate' order by created_at`,
  );

describe('the document of a reference', () => {
  it('is stored at its first download, sealed at rest, and the same bytes from then on', async () => {
    const id = await issue();
    expect(await filesOf(id)).toEqual([]);
    const first = await download(id);
    const bytes = await bytesOf(first);
    const [file] = await filesOf(id);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(file).toMatchObject({ scan: 'clean', sha256, form: 'sealed-1' });
    const atRest = readFileSync(
      join(stage.world.dataDir, 'files', file?.id.slice(0, 2) ?? '', file?.id ?? ''),
    );
    expect([bytes.subarray(0, 5).toString(), atRest.includes('%PDF-')]).toEqual(['%PDF-', false]);
    const again = await download(id);
    expect((await bytesOf(again)).equals(bytes)).toBe(true);
    expect([first, again].map(({ headers }) => headers.get('etag'))).toEqual([`"${sha256}"`, `"${sha256}"`]);
    expect((await download(id, { 'if-none-match': `"${sha256}"` })).status).toBe(304);
    const part = await download(id, { range: 'bytes=5-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-9/${bytes.length}`]);
    expect((await bytesOf(part)).equals(bytes.subarray(5, 10))).toBe(true);
    expect((await download(id, {}, 'sarnai')).status).toBe(404);
  });

  it('is stored once when two people’s browsers ask first at the same time', async () => {
    const id = await issue();
    const kept = (await certificates()).filter(({ state }) => state === 'kept').length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => download(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const bodies = await Promise.all(answers.map(bytesOf));
    expect(bodies.every((body) => body.equals(bodies[0] ?? Buffer.alloc(0)))).toBe(true);
    expect((await certificates()).filter(({ state }) => state === 'kept')).toHaveLength(kept + 1);
    await stage.runJob('files.sweep');
    expect((await certificates()).filter(({ state }) => state !== 'kept')).toEqual([]);
  });

  it('is made without the store while that is away, and stored later', async () => {
    const [fresh, stored] = [await issue(), await issue()];
    const before = await bytesOf(download(stored));
    isAway = true;
    for (const id of [fresh, stored]) {
      const answer = await download(id);
      expect([answer.status, (await bytesOf(answer)).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
    expect(await filesOf(fresh)).toEqual([]);
    isAway = false;
    expect((await bytesOf(download(stored))).equals(before)).toBe(true);
    expect((await download(fresh)).status).toBe(200);
    expect(await filesOf(fresh)).toHaveLength(1);
  });

  it('is made and stored again when the object was lost or changed', async () => {
    const id = await issue();
    await download(id);
    for (const damage of [(path: string) => rmSync(path), (path: string) => writeFileSync(path, 'x')]) {
      const [damaged] = await filesOf(id);
      damage(join(stage.world.dataDir, 'files', damaged?.id.slice(0, 2) ?? '', damaged?.id ?? ''));
      const bytes = await bytesOf(download(id));
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      const [replaced] = await filesOf(id);
      expect(replaced?.id).not.toBe(damaged?.id);
      expect((await bytesOf(download(id))).equals(bytes)).toBe(true);
    }
  });

  it('from before there was a seal is replaced at its next download', async () => {
    const id = await issue();
    await download(id);
    const [earlier] = await filesOf(id);
    await stage.world.database.query(
      `update issued_documents set form = 'plain-1', level = null, sealed_at = null where subject_id = $1`,
      [id],
    );
    expect((await download(id)).status).toBe(200);
    const [later] = await filesOf(id);
    expect([later?.form, later?.id === earlier?.id]).toEqual(['sealed-1', false]);
    const [row] = await stage.world.database.query<{ state: string }>(
      'select state from stored_files where id = $1',
      [earlier?.id],
    );
    expect(row?.state).toBe('removed');
  });
});
