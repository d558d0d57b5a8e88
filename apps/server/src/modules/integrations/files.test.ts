import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.connect('bold', 'google-drive');
  await stage.connect('bold', 'dropbox');
});
beforeEach(async () => {
  for (const provider of ['google', 'dropbox'] as const)
    await fetch(`${stage.world.sandbox.url}/control/cloud/${provider}/faults`, { method: 'DELETE' });
});
afterAll(() => stage.world.close());

const names = { 'google-drive': 'google', dropbox: 'dropbox' } as const;
type Cloud = keyof typeof names;
const list = (provider: Cloud, query = '') => stage.call('bold', 'GET', `/${provider}/files${query}`);
const called = async (provider: Cloud, query = '') =>
  (await list(provider, query)).body.data.items.map(({ name }: { name: string }) => name);

describe.each(['google-drive', 'dropbox'] as const)('the files of %s', (provider) => {
  it('have names, sizes, types and times', async () => {
    const { items, total, next } = (await list(provider)).body.data;
    expect([total, next]).toEqual([items.length, undefined]);
    expect(items).toContainEqual({
      id: expect.stringMatching(/^[\w:-]+$/),
      name: 'Диплом.pdf',
      size: expect.any(Number),
      type: 'application/pdf',
      modified_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('are found by name, also with quotes and backslashes', async () => {
    const email = stage.accounts[0] ?? '';
    await stage.control(names[provider], `accounts/${email}/files`, {
      name: `Bold's "q" \\ file.txt`,
      text: 'x',
    });
    expect(await called(provider, '?q=диплом')).toEqual(['Диплом.pdf']);
    expect(await called(provider, `?q=${encodeURIComponent("Bold's")}`)).toHaveLength(1);
    expect(await called(provider, `?q=${encodeURIComponent("'\\' or name contains '")}`)).toEqual([]);
  });

  it('come in pages', async () => {
    const email = stage.accounts[0] ?? '';
    for (let number = 0; number < 60; number += 1)
      await stage.control(names[provider], `accounts/${email}/files`, {
        name: `page ${number}.txt`,
        text: 'x',
      });
    for (const query of ['?', '?q=page&']) {
      const first = (await list(provider, query.slice(0, -1))).body.data;
      expect(first.items).toHaveLength(50);
      const rest = (await list(provider, `${query}cursor=${encodeURIComponent(first.next)}`)).body.data;
      expect(rest.items.length).toBeGreaterThanOrEqual(10);
      const ids = [...first.items, ...rest.items].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it.each([
    ['down', 503, 'upstream_unavailable'],
    ['rate_limited', 503, 'upstream_unavailable'],
    ['garbage', 502, 'upstream_failed'],
    ['huge', 502, 'upstream_failed'],
    ['redirect', 502, 'upstream_failed'],
  ])('are not shown when the provider answers with %s', async (kind, status, error) => {
    await stage.control(names[provider], 'faults', { part: 'list', kind });
    const answer = await list(provider);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect((await list(provider)).status).toBe(200);
  });

  it('are left alone for a while after repeated failures', async () => {
    await stage.control(names[provider], 'faults', { part: 'list', kind: 'down', count: 5 });
    for (let tries = 0; tries < 5; tries += 1) expect((await list(provider)).status).toBe(503);
    expect((await list(provider)).body.error).toBe('upstream_unavailable');
    stage.world.clock.advance(10_000);
    expect((await list(provider)).status).toBe(200);
  });

  it('are for the person alone', async () => {
    expect((await stage.call('sarnai', 'GET', `/${provider}/files`)).body.error).toBe('not_connected');
  });
});

describe('the boundaries of a list', () => {
  it('Drive shows only what the person opened with the platform', async () => {
    expect(await called('google-drive', '?q=private')).toEqual([]);
  });

  it('a provider without files, a long search and an unknown field are 422', async () => {
    for (const path of ['/google-meet/files', `/dropbox/files?q=${'x'.repeat(101)}`, '/dropbox/files?page=2'])
      expect((await stage.call('bold', 'GET', path)).status).toBe(422);
  });
});
