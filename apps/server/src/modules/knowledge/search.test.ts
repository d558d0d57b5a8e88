import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';
import { makersOf, openStage, type Stage } from '../registry/test/stage.ts';

let stage: Stage;
let second: TestServer;

/** Says that texts about animals are alike, in any words, and counts what it was asked. */
const asked: string[][] = [];
let isDown = false;
const embedding = {
  model: 'by hand',
  embed: async (texts: readonly string[]) => {
    if (isDown) throw new Error('the embedding endpoint answered 503');
    asked.push([...texts]);
    return texts.map((text) => (/cattle|сүрэг|yak/i.test(text) ? [1, 0.1, 0] : [0, 0.2, 1]));
  },
};

beforeAll(async () => {
  stage = await openStage();
  second = await stage.world.startServer();
});
afterAll(() => stage.world.close());

const admin = (method: string, path: string, body?: object) => stage.call(method, path, body, 'admin');
const find = async (q: string, lang = 'mn', at: TestServer = stage.server) =>
  (await createCaller(at.url).get(`/api/v1/public/knowledge/search?${new URLSearchParams({ q, lang })}`)).body
    .data.items;
const slugs = async (q: string, lang = 'mn', at: TestServer = stage.server): Promise<string[]> =>
  (await find(q, lang, at)).map((item: { slug: string }) => item.slug);
/** At the instance that is asked afterwards: others hear of it later. */
async function publish(slug: string, facts: object, at: TestServer = stage.server): Promise<string> {
  const admin = (method: string, path: string, body?: object) =>
    createCaller(at.url).call(method, `/api/v1${path}`, {
      token: stage.token('admin'),
      ...(body === undefined ? {} : { body }),
    });
  const { id } = (
    await admin('POST', '/admin/ai/knowledge', {
      slug,
      title: 'Гарчиг',
      title_en: 'Title',
      content: 'Агуулга',
      content_en: 'Text',
      tags: [],
      ...facts,
    })
  ).body.data;
  await admin('POST', `/admin/ai/knowledge/${id}/publish`);
  return id;
}

describe('published services', () => {
  it('enter, change and leave the search by themselves, in both languages, on every instance', async () => {
    const { create } = makersOf(stage.call);
    const made = await create({
      name: 'Зөгийн аж ахуй бүртгэх',
      name_en: 'Register a beekeeping farm',
      fee: 7500,
    });
    expect(await slugs('зөгийн аж ахуй')).toEqual([]);
    await stage.call('POST', `/registry/services/${made.id}/publish`, {});
    for (const at of [stage.server, second])
      await until(async () => (await slugs('zogiin aj ahui', 'mn', at)).includes(made.code));
    expect(await find('beekeeping', 'en')).toMatchObject([
      {
        title: 'Register a beekeeping farm',
        url: `/services/${made.id}`,
        slug: made.code,
        lang: 'en',
        content: expect.stringContaining('Fee: 7500 tugrik'),
      },
    ]);
    // A question in the other language finds the same page in the wanted one.
    expect(await find('beekeeping', 'mn')).toMatchObject([{ title: 'Зөгийн аж ахуй бүртгэх', lang: 'mn' }]);
    await stage.call('POST', `/registry/services/${made.id}/archive`);
    for (const at of [stage.server, second])
      await until(async () => (await slugs('beekeeping', 'en', at)).length === 0);
  });
});

describe('articles', () => {
  it('are found by passage, with the heading and its anchor, in both alphabets and misspelt', async () => {
    const id = await publish('lost-phone', {
      title: 'Утсаа гээсэн бол',
      title_en: 'If you lost your phone',
      content: 'Эхлээд тайван бай.\n\n## eID-ээ түдгэлзүүлэх\n\nХамгийн ойрын салбарт очно.',
      content_en: 'Keep calm.\n\n## Suspend your eID\n\nGo to the nearest office.',
    });
    for (const query of ['утсаа гээсэн', 'utsaa geesen', 'utsa gesen', 'lost phone', 'lost my phne'])
      expect(await slugs(query), query).toContain('lost-phone');
    const suspended = await find('suspend eid', 'en');
    expect(suspended[0]).toEqual({
      title: 'If you lost your phone: Suspend your eID',
      content: 'Go to the nearest office.',
      url: '/help/articles/lost-phone#suspend-your-eid',
      slug: 'lost-phone',
      lang: 'en',
    });
    await admin('POST', `/admin/ai/knowledge/${id}/unpublish`);
    expect(await slugs('lost phone')).toEqual([]);
    await until(async () => (await slugs('lost phone', 'mn', second)).length === 0);
  });

  it('are not found by what they do not say', async () => {
    await publish('fees', { title: 'Хураамж төлөх', title_en: 'Paying a fee' });
    expect(await slugs('pay a fee', 'en')).toContain('fees');
    for (const query of ['weather tomorrow', 'хамгийн сайн ресторан', 'zzqqxx', '…', '12345678 УБ99112233'])
      expect(await slugs(query), query).toEqual([]);
  });

  it('never fill the answer with one article alone', async () => {
    const section = (at: number) => `## Morin khuur ${at}\n\nHow to tune a morin khuur, part ${at}.`;
    const many = Array.from({ length: 8 }, (_, at) => section(at)).join('\n\n');
    await publish('khuur', { title_en: 'Morin khuur', content_en: many });
    expect(await slugs('morin khuur', 'en')).toEqual(['khuur', 'khuur']);
  });

  it('refuse a question that is too long', async () => {
    const ask = (q: string) =>
      createCaller(stage.server.url).get(`/api/v1/public/knowledge/search?${new URLSearchParams({ q })}`);
    expect((await ask('x'.repeat(501))).status).toBe(422);
    expect((await ask('')).status).toBe(422);
  });
});

describe('vectors', () => {
  let near: TestServer;
  beforeAll(async () => {
    await publish('herd', {
      title: 'Мал',
      title_en: 'Livestock',
      content: 'Сүрэг.',
      content_en: 'Count your cattle.',
    });
    near = await stage.world.startServer({ outside: { embedding } });
  });
  const reindex = (at = near) =>
    createCaller(at.url).call('POST', '/api/v1/admin/ai/knowledge/reindex', { token: stage.token('admin') });

  it('are computed after the start by a worker, once, and announced to the others', async () => {
    expect(await slugs('yak', 'en', near)).toEqual([]);
    const worker = await stage.world.startServer({ outside: { embedding }, worker: true });
    await until(async () => (await slugs('yak', 'en', near)).includes('herd'));
    expect(await slugs('yak', 'en')).toEqual([]);
    expect((await reindex()).body.data).toEqual({ embedded: 0 });
    await worker.stop();
  });

  it('are computed for changed texts alone, in batches of twenty, at most 500 in one call', async () => {
    const partsOf = (name: string, length: number) =>
      Array.from({ length }, (_, at) => `## ${name} ${at}\n\nText of ${name} ${at}.`).join('\n\n');
    await publish('long', { content_en: partsOf('part', 26) }, near);
    asked.length = 0;
    // The Mongolian text is that of other articles, so its vector is known.
    expect((await reindex()).body.data).toEqual({ embedded: 26 });
    expect(asked.map(({ length }) => length)).toEqual([20, 6]);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      await publish(`many-${name}`, { content_en: partsOf(name, 90) }, near);
    expect((await reindex()).body.data).toEqual({ embedded: 500 });
    const [entry] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'ai.knowledge.reindex' order by id desc limit 1`,
    );
    expect(entry?.metadata).toEqual({ embedded: 500 });
  });

  it('are optional: nothing is embedded without a model, and words find the rest while it fails', async () => {
    expect((await admin('POST', '/admin/ai/knowledge/reindex')).body.data).toEqual({ embedded: 0 });
    expect((await stage.call('POST', '/admin/ai/knowledge/reindex', undefined, 'user')).status).toBe(403);
    isDown = true;
    expect(await slugs('livestock', 'en', near)).toContain('herd');
    expect((await reindex()).body.error).toBe('embedding_failed');
    isDown = false;
  });

  it('are asked for without personal numbers', async () => {
    asked.length = 0;
    await slugs('yak of УБ99112233', 'en', near);
    expect(JSON.stringify(asked)).not.toContain('99112233');
  });
});
