import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './test/stage.ts';

const quota = 4 * 1024 * 1024;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ env: { GSPACE_QUOTA_BYTES: String(quota) } });
  await stage.connect('bold', 'google-drive');
  await stage.connect('bold', 'dropbox');
});
beforeEach(async () => {
  for (const provider of ['google', 'dropbox'] as const)
    await fetch(`${stage.world.sandbox.url}/control/cloud/${provider}/faults`, { method: 'DELETE' });
  stage.world.clock.advance(60_000);
  await stage.signInAgain();
});
afterAll(() => stage.world.close());

const names = { 'google-drive': 'google', dropbox: 'dropbox' } as const;
type Cloud = keyof typeof names;
const space = (method: string, path: string, body?: object) =>
  stage.people.bold.caller.call(method, `/api/v1/gspace/${path}`, {
    token: stage.people.bold.token,
    ...(body === undefined ? {} : { body }),
  });
const list = async (): Promise<{ files: { name: string; size: number }[]; used: number }> =>
  (await space('GET', '')).body.data;
const toSpace = (provider: Cloud, id: string) =>
  stage.call('bold', 'POST', `/${provider}/files/to-space`, { id });
const fromSpace = (provider: Cloud, name: string) =>
  stage.call('bold', 'POST', `/${provider}/files/from-space`, { name });
async function addFile(
  provider: Cloud,
  file: { name: string; text?: string; size?: number },
): Promise<string> {
  await stage.control(names[provider], `accounts/${stage.accounts[0]}/files`, file);
  const query = `?q=${encodeURIComponent(file.name)}`;
  const { items } = (await stage.call('bold', 'GET', `/${provider}/files${query}`)).body.data;
  return items[0].id;
}
const fault = (provider: Cloud, part: string, kind: string) =>
  stage.control(names[provider], 'faults', { part, kind });
const stored = () =>
  stage.world.database.query<{ state: string }>(`select state from stored_files where state <> 'removed'`);

describe.each(['google-drive', 'dropbox'] as const)('copying with %s', (provider) => {
  const name = `Тэмдэглэл ${provider}.txt`;

  it('brings a file into the space, and it is the same file', async () => {
    const id = await addFile(provider, { name, text: 'Сайн байна уу' });
    const answer = await toSpace(provider, id);
    const size = Buffer.byteLength('Сайн байна уу');
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { name, size, used: expect.any(Number), limit: quota },
    ]);
    const kept = await space('GET', `download?name=${encodeURIComponent(name)}`);
    expect(kept.text).toBe('Сайн байна уу');
  });

  it('takes a file of the space there, without replacing one, and records it', async () => {
    const first = await fromSpace(provider, name);
    expect([first.status, first.body.data]).toEqual([
      200,
      { id: expect.stringMatching(/^[\w:-]+$/), name: expect.any(String) },
    ]);
    const { id } = first.body.data;
    const size = Buffer.byteLength('Сайн байна уу');
    const { files } = await stage.account(names[provider]);
    expect(files.find((file) => `id:${file.id}` === id || file.id === id)).toMatchObject({ size });
    expect((await stage.audited('bold')).at(-1)).toEqual({
      action: 'integration.file_sent',
      target: null,
      metadata: { provider, size_bytes: size },
    });
    const again = await toSpace(provider, id);
    expect(again.body.data.size).toBe(size);
  });

  it('keeps nothing of a file that breaks off or that the space refuses', async () => {
    const before = { list: await list(), stored: await stored() };
    const id = await addFile(provider, { name: `cut ${provider}.txt`, size: 500_000 });
    await fault(provider, 'content', 'cut');
    expect((await toSpace(provider, id)).body.error).toBe('upstream_unavailable');
    const program = await addFile(provider, { name: `run ${provider}.exe`, text: 'MZ' });
    expect((await toSpace(provider, program)).body.error).toBe('file_refused');
    expect({ list: await list(), stored: await stored() }).toEqual(before);
  });

  it('respects the quota', async () => {
    const id = await addFile(provider, { name: `large ${provider}.txt`, size: quota + 1 });
    const answer = await toSpace(provider, id);
    expect([answer.status, answer.body.error]).toEqual([400, 'quota_exceeded']);
  });

  it('says when the provider is full, away or no longer accepts', async () => {
    const email = stage.accounts[0];
    await stage.control(names[provider], `accounts/${email}/space`, { free_bytes: 1 });
    expect((await fromSpace(provider, name)).body.error).toBe('provider_full');
    await stage.control(names[provider], `accounts/${email}/space`, { free_bytes: 1024 ** 3 });
    await fault(provider, 'content', 'down');
    expect((await fromSpace(provider, name)).body.error).toBe('upstream_unavailable');
    await fault(provider, 'content', 'unauthorized');
    expect((await fromSpace(provider, name)).status).toBe(200);
  });

  it('answers 404 for files that are not there, and 422 for a wrong body', async () => {
    expect((await toSpace(provider, 'id:nothing')).body.error).toBe('cloud_file_not_found');
    expect((await fromSpace(provider, 'nothing.txt')).status).toBe(404);
    for (const body of [{}, { id: '' }, { id: '../x' }, { id: 'x', name: 'y' }, { id: 7 }])
      expect((await stage.call('bold', 'POST', `/${provider}/files/to-space`, body)).status).toBe(422);
    expect((await stage.call('sarnai', 'POST', `/${provider}/files/to-space`, { id: 'x' })).body.error).toBe(
      'not_connected',
    );
  });
});

describe('copies', () => {
  it('go into one folder of the Drive', async () => {
    const { files } = await stage.account('google');
    const folders = files.filter(({ type }) => type === 'application/vnd.google-apps.folder');
    expect(folders.map((folder) => folder.name)).toEqual(['Tamga']);
    const copies = files.filter(({ parents }) => parents.includes(folders[0]?.id ?? ''));
    expect(copies.length).toBeGreaterThan(0);
  });

  it('never reach a file that the person did not open with the platform', async () => {
    const { files } = await stage.account('google');
    const hidden = files.find(({ name }) => name === 'private.pdf')?.id ?? '';
    expect((await toSpace('google-drive', hidden)).body.error).toBe('cloud_file_not_found');
  });

  it('have no files of Meet', async () => {
    const answer = await stage.call('bold', 'POST', '/google-meet/files/to-space', { id: 'x' });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  });
});
