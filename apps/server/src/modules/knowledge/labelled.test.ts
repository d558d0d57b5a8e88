import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

interface Labelled {
  kind: string;
  lang: string;
  query: string;
  /** The slug of an article or the code of a service; null when nothing published answers it. */
  expects: string | null;
}
const labelled = JSON.parse(readFileSync(join(import.meta.dirname, 'labelled.json'), 'utf8')) as Labelled[];

let world: TestWorld;
let server: TestServer;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer({ env: { GOV_DEMO_SEED: 'true', KNOWLEDGE_SEED: 'true' } });
});
afterAll(() => world.close());

/** Each question comes from an address of its own. */
const find = async ({ query, lang }: Labelled): Promise<string[]> =>
  (
    await createCaller(server.url).get(
      `/api/v1/public/knowledge/search?${new URLSearchParams({ q: query, lang })}`,
    )
  ).body.data.items.map((item: { slug: string }) => item.slug);

describe('the articles about this platform', () => {
  it('are at least thirty, complete in both languages, with as many sections in each', async () => {
    const { items } = (await createCaller(server.url).get('/api/v1/public/knowledge')).body.data;
    expect(items.length).toBeGreaterThanOrEqual(30);
    for (const { slug } of items) {
      const { sections, sections_en } = (
        await createCaller(server.url).get(`/api/v1/public/knowledge/${slug}`)
      ).body.data;
      expect(sections.length, slug).toBe(sections_en.length);
    }
  });

  it('are imported once: a deleted one does not return at the next start', async () => {
    await world.database.query(`delete from knowledge_articles where slug = 'assistant'`);
    await world.startServer({ env: { KNOWLEDGE_SEED: 'true' } });
    expect(await world.database.query(`select from knowledge_articles where slug = 'assistant'`)).toEqual([]);
  });
});

describe('the labelled questions', () => {
  it('find their article or service among the first five: at least nine of ten, and of each kind', async () => {
    const answerable = labelled.filter(({ expects }) => expects !== null);
    expect(answerable.length).toBeGreaterThanOrEqual(100);
    const missed: string[] = [];
    for (const question of answerable) {
      const found = await find(question);
      if (!found.includes(question.expects ?? ''))
        missed.push(`${question.kind}: ${question.query} → ${found}`);
    }
    for (const kind of ['cyrillic', 'latin', 'misspelt', 'english']) {
      const asked = answerable.filter((question) => question.kind === kind).length;
      const failed = missed.filter((line) => line.startsWith(`${kind}:`)).length;
      expect(failed / asked, missed.join('\n')).toBeLessThanOrEqual(0.1);
    }
  });

  it('find nothing when nothing published answers them: at least nine of ten', async () => {
    const unanswerable = labelled.filter(({ expects }) => expects === null);
    expect(unanswerable.length).toBeGreaterThanOrEqual(20);
    const answered: string[] = [];
    for (const question of unanswerable) {
      const found = await find(question);
      if (found.length > 0) answered.push(`${question.query} → ${found}`);
    }
    expect(answered.length / unanswerable.length, answered.join('\n')).toBeLessThanOrEqual(0.1);
  });
});
