import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import type { SignedIn } from '../../../test/citizens.ts';
import type { TestServer } from '../../../test/server.ts';
import type { ArticleBody } from './schemas.ts';
import { type KnowledgeStage, openKnowledge } from './test/stage.ts';

let stage: KnowledgeStage;
let second: TestServer;

beforeAll(async () => {
  stage = await openKnowledge();
  second = await stage.world.startServer();
});
afterAll(() => stage.world.close());

const call = (method: string, path: string, body?: object, who: SignedIn = stage.admin): Promise<Answer> =>
  stage.call(method, path, body, who);
const write = (given: Partial<ArticleBody> = {}): ArticleBody => ({
  slug: 'lost-phone',
  title: 'Утсаа гээсэн бол',
  title_en: 'Lost phone',
  content: 'Эхлээд eID-ээ хаалгана.\n\n## Утсаа хаах\n\nОператортоо залгана.',
  content_en: 'First block your eID.\n\n## Block the phone\n\nCall your operator.',
  tags: ['утас', 'phone'],
  ...given,
});
const changeOf = ({ slug: _, ...facts }: ArticleBody, version: number) => ({ ...facts, version });
const published = async (at = stage.server): Promise<string[]> =>
  (await createCaller(at.url).get('/api/v1/public/knowledge')).body.data.items.map(
    (item: { slug: string }) => item.slug,
  );
const read = (slug: string, at = stage.server) =>
  createCaller(at.url).get(`/api/v1/public/knowledge/${slug}`);

describe('an article', () => {
  it('is a draft that nobody else reads, then published on every instance at once, then withdrawn', async () => {
    const added = await call('POST', '/admin/ai/knowledge', write());
    expect([added.status, added.body.data]).toMatchObject([
      201,
      { slug: 'lost-phone', state: 'draft', version: 1, source: 'editor' },
    ]);
    const { id } = added.body.data;
    expect(await published(second)).toEqual([]);
    expect((await read('lost-phone')).status).toBe(404);
    const shown = await call('POST', `/admin/ai/knowledge/${id}/publish`);
    expect(shown.body.data).toMatchObject({ state: 'published', version: 2 });
    expect(await published()).toEqual(['lost-phone']);
    await expect.poll(() => published(second)).toEqual(['lost-phone']);
    expect((await read('lost-phone', second)).body.data).toEqual({
      ...write(),
      updated_at: shown.body.data.updated_at,
      sections: [{ anchor: 'utsaa-khaakh', title: 'Утсаа хаах' }],
      sections_en: [{ anchor: 'block-the-phone', title: 'Block the phone' }],
    });
    // Publishing again changes nothing.
    expect((await call('POST', `/admin/ai/knowledge/${id}/publish`)).body.data.version).toBe(2);
    await call('POST', `/admin/ai/knowledge/${id}/unpublish`);
    expect(await published()).toEqual([]);
    await expect.poll(() => published(second)).toEqual([]);
  });

  it('keeps every version and who changed what, and leaves the audit log without its text', async () => {
    const { id } = (await call('POST', '/admin/ai/knowledge', write({ slug: 'fees' }))).body.data;
    const edited = await call(
      'PUT',
      `/admin/ai/knowledge/${id}`,
      changeOf(write({ content_en: 'Fees are shown before you pay.' }), 1),
    );
    expect(edited.body.data).toMatchObject({ version: 2, content_en: 'Fees are shown before you pay.' });
    await call('POST', `/admin/ai/knowledge/${id}/publish`);
    const { items } = (await call('GET', `/admin/ai/knowledge/${id}/versions`)).body.data;
    expect(items).toMatchObject([
      { version: 3, change: 'publish', state: 'published', changed_by: stage.admin.userId },
      { version: 2, change: 'edit', state: 'draft', content_en: 'Fees are shown before you pay.' },
      { version: 1, change: 'create', content_en: write().content_en },
    ]);
    expect(items[0].changed_by_name).not.toBe('');
    expect((await call('GET', `/admin/ai/knowledge/${id}`)).body.data).toMatchObject({
      slug: 'fees',
      version: 3,
    });
    const trail = () =>
      stage.world.database.query('select action, metadata from audit_log where target = $1 order by id', [
        id,
      ]);
    expect(await trail()).toEqual([
      { action: 'knowledge.create', metadata: { slug: 'fees', version: 1 } },
      { action: 'knowledge.change', metadata: { slug: 'fees', version: 2 } },
      { action: 'knowledge.publish', metadata: { slug: 'fees', version: 3 } },
    ]);
    expect((await call('DELETE', `/admin/ai/knowledge/${id}`)).status).toBe(200);
    expect((await read('fees')).status).toBe(404);
    expect((await call('GET', `/admin/ai/knowledge/${id}/versions`)).status).toBe(404);
    expect((await call('DELETE', `/admin/ai/knowledge/${id}`)).status).toBe(404);
    expect(await trail()).toHaveLength(4);
  });

  it('refuses a change made from an old version, and changes nothing for the same text', async () => {
    const { id } = (await call('POST', '/admin/ai/knowledge', write({ slug: 'stale' }))).body.data;
    const same = await call('PUT', `/admin/ai/knowledge/${id}`, changeOf(write(), 1));
    expect([same.status, same.body.data.version]).toEqual([200, 1]);
    await call('PUT', `/admin/ai/knowledge/${id}`, changeOf(write({ title: 'Шинэ' }), 1));
    const late = await call('PUT', `/admin/ai/knowledge/${id}`, changeOf(write({ title: 'Хуучин' }), 1));
    expect([late.status, late.body.error]).toEqual([409, 'article_changed']);
  });

  it('is published in both languages only, and stays so', async () => {
    const half = write({ slug: 'half', title_en: '', content_en: '' });
    const { id } = (await call('POST', '/admin/ai/knowledge', half)).body.data;
    const refused = await call('POST', `/admin/ai/knowledge/${id}/publish`);
    expect([refused.status, refused.body.error]).toEqual([422, 'language_missing']);
    await call('PUT', `/admin/ai/knowledge/${id}`, changeOf(write(), 1));
    expect((await call('POST', `/admin/ai/knowledge/${id}/publish`)).status).toBe(200);
    expect((await call('PUT', `/admin/ai/knowledge/${id}`, changeOf(half, 3))).body.error).toBe(
      'language_missing',
    );
  });

  it('has an address of its own', async () => {
    await call('POST', '/admin/ai/knowledge', write({ slug: 'taken' }));
    const again = await call('POST', '/admin/ai/knowledge', write({ slug: 'taken' }));
    expect([again.status, again.body.error]).toEqual([409, 'slug_taken']);
    expect((await call('POST', '/admin/ai/knowledge', write({ slug: 'search' }))).status).toBe(409);
  });

  it.each([
    { slug: 'Upper' },
    { slug: '../x' },
    { title: ' ' },
    { content: 'x'.repeat(20_001) },
    { tags: Array.from({ length: 31 }, (_, at) => `t${at}`) },
    { author: 'me' },
  ])('refuses %j', async (given) => {
    expect((await call('POST', '/admin/ai/knowledge', { ...write({ slug: 'bad' }), ...given })).status).toBe(
      422,
    );
  });

  it('is written by those who manage the settings only', async () => {
    expect((await call('GET', '/admin/ai/knowledge', undefined, stage.citizen)).status).toBe(403);
    expect((await call('POST', '/admin/ai/knowledge', write(), stage.citizen)).status).toBe(403);
    expect((await createCaller(stage.server.url).get('/api/v1/admin/ai/knowledge')).status).toBe(401);
  });

  it('is found in the list by state and by words in either alphabet', async () => {
    await call('POST', '/admin/ai/knowledge', write({ slug: 'appeal', title: 'Гомдол гаргах' }));
    const list = async (query: string) =>
      (await call('GET', `/admin/ai/knowledge?${query}`)).body.data.items.map(
        (item: { slug: string }) => item.slug,
      );
    expect(await list('q=gomdol')).toEqual(['appeal']);
    expect(await list('q=gomdol&state=published')).toEqual([]);
    expect(await list('state=published')).toEqual(['half']);
  });

  it('answers 304 to a page that has the list already', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${stage.server.url}/api/v1/public/knowledge`, { headers });
    const again = await ask({ 'if-none-match': (await ask({})).headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });
});
