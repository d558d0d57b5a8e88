import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import { RegistryService } from '../registry/index.ts';
import { openStage, type Stage } from '../registry/test/stage.ts';
import { searches } from './test/searches.ts';

let stage: Stage;
let second: TestServer;
let call: Stage['call'];

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  // Another instance finds the registry filled and does not seed it again.
  second = await stage.world.startServer({ env: { GOV_DEMO_SEED: 'true' } });
  call = stage.call;
});
afterAll(() => stage.world.close());

const get = (path: string, options = {}, url = stage.server.url) =>
  createCaller(url).get(`/api/v1${path}`, options);
const items = async (query = '') => (await get(`/catalog/services${query}`)).body.data.items;
const codes = async (query: string) => (await items(query)).map((item: { code: string }) => item.code);
const idOf = async (code: string) =>
  (await items()).find((item: { code: string }) => item.code === code).id as string;

const bilingual = ['name', 'description', 'authority', 'category', 'target_group', 'output', 'legal_basis'];

describe('the demonstration catalogue', () => {
  it('is seeded once, with the figures of the specification and one service of the once-only guide', async () => {
    expect((await call('GET', '/registry/overview')).body.data).toEqual({
      total_services: 12,
      published_services: 12,
      draft_services: 0,
      archived_services: 0,
      life_events: 11,
      evidences: 11,
      evidences_in_khur: 7,
      once_only_violations: 6,
      once_only_annual_hits: 183_000,
      by_proactivity: { information: 1, online: 6, once_only: 5, proactive: 0 },
      avg_max_days: 5.17,
      manages_shared: true,
    });
    const recorded = await stage.world.database.query(
      "select metadata from audit_log where action = 'registry.demo.seed'",
    );
    expect(recorded).toEqual([{ metadata: { services: 12, evidences: 11, life_events: 11 } }]);
  });

  it('asks citizens six times for data the state already holds', async () => {
    const { items: found } = (await call('GET', '/registry/once-only')).body.data;
    expect(
      found.map((each: Record<string, string | number>) => [
        each['service_code'],
        each['evidence_code'],
        each['annual_volume'],
      ]),
    ).toEqual([
      ['MN-0133-001', 'EV_RESIDENCE', 42_000],
      ['MN-0133-001', 'EV_BIRTH_CERT', 42_000],
      ['RS_PENSION', 'EV_CIVIL_ID', 31_000],
      ['RS_PENSION', 'EV_SOCIAL_INS', 31_000],
      ['MN-0411-001', 'EV_CIVIL_ID', 18_500],
      ['MN-0411-001', 'EV_RESIDENCE', 18_500],
    ]);
    const authority = encodeURIComponent('Нийгмийн даатгалын ерөнхий газар');
    expect((await call('GET', `/registry/once-only?authority=${authority}`)).body.data.total).toBe(2);
  });

  it('contains every service of the specification, published as version one', async () => {
    const all = await items();
    const line = (code: string) => {
      const each = all.find((item: { code: string }) => item.code === code);
      return [
        each.fee,
        each.max_days,
        each.processing_time,
        each.output_type,
        each.output_ref_type,
        each.assurance_level,
      ]
        .concat([each.fulfilment, each.sla_hours, each.tacit_approval, each.proactivity, each.version])
        .join(' ');
    };
    expect(line('MN-0133-002')).toBe('500 0 PT0S Declaration residence substantial auto 0 false once_only 1');
    expect(line('MN-0721-001')).toBe('0 0 PT0S Declaration health_ins substantial auto 0 false once_only 1');
    expect(line('MN-0133-001')).toBe('25000 7 P7D Physical object  high manual 168 false online 1');
    expect(line('MN-0451-001')).toBe('35000 5 P5D Permit  high manual 120 true online 1');
    expect(line('MN-0133-003')).toBe('15000 3 P3D Recognition  high manual 72 false online 1');
    expect(line('MN-0411-001')).toBe('44000 10 P10D Recognition  substantial manual 240 true online 1');
    expect(line('MN-0310-001')).toBe('3000 2 P2D Declaration criminal high manual 48 false online 1');
    expect(line('RS_PENSION')).toBe('0 20  Declaration  substantial manual 72 false information 1');
    for (const each of all) {
      const one = (await get(`/catalog/services/${each.id}`)).body.data;
      expect([one.form === null, one.demo, one.evidences.length > 0]).toEqual([
        each.fulfilment === 'auto',
        true,
        true,
      ]);
      // Every visible text exists in both languages.
      for (const field of bilingual)
        expect([each.code, field, one[field], one[`${field}_en`]]).toEqual([
          each.code,
          field,
          expect.stringMatching(/\p{Script=Cyrillic}/u),
          expect.stringMatching(/^[^\p{Script=Cyrillic}]+$/u),
        ]);
      for (const link of one.evidences) expect(link.name_en).toMatch(/^[^\p{Script=Cyrillic}]+$/u);
    }
    const versions = (await call('GET', `/registry/services/${await idOf('RS_PENSION')}/versions`)).body.data
      .items;
    expect(versions).toMatchObject([{ version: 1, is_baseline: true, published_by: null, steps_count: 9 }]);
  });
});

describe('the catalogue', () => {
  it('is public and sorted by name, and every answer matches its OpenAPI schema', async () => {
    const answer = await get('/catalog/services', { token: 'ignored' });
    expect([answer.status, answer.body.status, answer.body.message]).toEqual([200, true, 'OK']);
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
    const { items: all, total } = answer.body.data;
    expect(total).toBe(12);
    for (const [language, field] of [
      ['mn', 'name'],
      ['en', 'name_en'],
    ] as const) {
      const list = await get('/catalog/services', { headers: { 'accept-language': language } });
      const names = list.body.data.items.map((item: Record<string, string>) => item[field]);
      expect(names).toEqual([...names].sort(new Intl.Collator(language).compare));
    }
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    const fits = ajv.compile({ ...RegistryService, additionalProperties: false });
    for (const item of all) expect([fits(item), fits.errors], item.code).toEqual([true, null]);
    expect(
      all.every(
        (item: { form: unknown; evidences: unknown[] }) => item.form === null && item.evidences.length === 0,
      ),
    ).toBe(true);
    const one = (await get(`/catalog/services/${all[0].id.toUpperCase()}`)).body.data;
    expect([fits(one), one.evidences.length > 0]).toEqual([true, true]);
    expect((await get('/catalog/services', { headers: { 'accept-language': 'mn' } })).body.message).toBe(
      'Амжилттай',
    );
  });

  it('filters by event, authority and level, and ignores the requested state', async () => {
    const events = (await get('/catalog/life-events')).body.data.items;
    expect(events.map((event: { code: string }) => event.code).slice(0, 3)).toEqual([
      'BIRTH',
      'RESIDENCE',
      'MARRIAGE',
    ]);
    const moving = events.find((event: { code: string }) => event.code === 'MOVING').id;
    expect(await codes(`?life_event_id=${moving}`)).toEqual(['MN-0133-002']);
    expect(await codes('?proactivity=information')).toEqual(['RS_PENSION']);
    expect(await codes(`?authority=${encodeURIComponent('Цагдаагийн ерөнхий газар')}&status=draft`)).toEqual([
      'MN-0310-001',
    ]);
    expect(await codes(`?proactivity=online&q=${encodeURIComponent('үнэмлэх')}`)).toEqual([
      'MN-0451-001',
      'MN-0133-001',
    ]);
    expect((await get('/catalog/services?proactivity=magic')).status).toBe(422);
    expect((await get('/catalog/services?colour=red')).status).toBe(422);
    expect((await get(`/catalog/services?q=${'a'.repeat(201)}`)).status).toBe(422);
  });

  it.each(searches)('finds %s', async (q, code) => {
    expect((await codes(`?q=${encodeURIComponent(q)}`)).slice(0, 3)).toContain(code);
  });

  it('always finds a title that contains the query, and ignores noise', async () => {
    const holding = (await items()).filter((item: { name: string }) =>
      item.name.toLowerCase().includes('лав'),
    );
    const found = await codes(`?q=${encodeURIComponent('ЛАВ')}`);
    for (const { code } of holding) expect(found).toContain(code);
    expect(found.slice(0, holding.length).sort()).toEqual(
      holding.map((item: { code: string }) => item.code).sort(),
    );
    for (const noise of ['qwzxv', '%', '§§§'])
      expect(await codes(`?q=${encodeURIComponent(noise)}`)).toEqual([]);
    expect((await codes('?q=')).length).toBe(12);
  });

  it('finds one service by its code, several by a code prefix, and none by an unknown code', async () => {
    const find = (q: string) => codes(`?q=${encodeURIComponent(q)}`);
    for (const q of ['MN-0133-002', ' mn-0133-002 ', 'MN–0133–002', 'MN 0133 002'])
      expect([q, await find(q)]).toEqual([q, ['MN-0133-002']]);
    expect(await find('RS_PENSION')).toEqual(['RS_PENSION']);
    expect((await find('mn-0133')).sort()).toEqual([
      'MN-0133-001',
      'MN-0133-002',
      'MN-0133-003',
      'MN-0133-004',
    ]);
    expect(await find('MN-0133-009')).toEqual([]);
  });

  it('answers 304 to an unchanged etag, in each of its formats', async () => {
    for (const [path, accept] of [
      ['/catalog/services', 'application/json'],
      ['/catalog/services', 'application/ld+json'],
      ['/catalog/life-events', '*/*'],
    ] as const) {
      const first = await get(path, { headers: { accept } });
      const etag = first.headers.get('etag') ?? '';
      expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
        'public, no-cache',
        'Accept, Accept-Language, Origin',
      ]);
      const again = await get(path, { headers: { accept, 'if-none-match': `"x", ${etag}` } });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const [json, linked] = [
      await get('/catalog/services'),
      await get('/catalog/services', { headers: { accept: 'application/ld+json' } }),
    ];
    expect(json.headers.get('etag')).not.toBe(linked.headers.get('etag'));
    const head = await fetch(`${stage.server.url}/api/v1/catalog/services`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([
      200,
      json.headers.get('etag'),
      '',
    ]);
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(json.text));
  });

  it('shows a publication or an archiving on every instance at once, and never a draft', async () => {
    await stage.world.database.query(`insert into authorities (name, name_en) values ('Газар', 'Office')`);
    const made = (
      await call('POST', '/registry/services', {
        code: 'NEW-1',
        name: 'Шинэ',
        name_en: 'New',
        authority: 'Газар',
        authority_en: 'Office',
        description: 'а',
        description_en: 'a',
        max_days: 1,
      })
    ).body.data;
    const at = (url: string) => get(`/catalog/services/${made.id}`, {}, url);
    for (const { url } of [stage.server, second]) expect((await at(url)).status).toBe(404);
    const listed = await get('/catalog/services', {}, second.url);
    const everywhere = async (status: number) => {
      for (const { url } of [stage.server, second]) await callUntil(status, () => at(url));
    };
    await call('POST', `/registry/services/${made.id}/publish`, {});
    await everywhere(200);
    const relisted = await get(
      '/catalog/services',
      { headers: { 'if-none-match': listed.headers.get('etag') ?? '' } },
      second.url,
    );
    expect([relisted.status, relisted.body.data.total]).toEqual([200, 13]);
    await call('POST', `/registry/services/${made.id}/archive`);
    await everywhere(404);
  });

  it('is served under the registry too, and life events are for signed-in users', async () => {
    const seen = (await call('GET', '/registry/catalog?q=jolooni', undefined, 'reader')).body.data;
    expect(seen).toEqual((await get('/catalog/services?q=jolooni')).body.data);
    expect((await get('/gov/life-events')).status).toBe(401);
    const { items: events, total } = (await call('GET', '/gov/life-events', undefined, 'user')).body.data;
    expect([events[0], total]).toEqual([
      { code: 'BIRTH', name: 'Хүүхэд төрөх', kind: 'life', eu_code: 'BIR', en_label: 'Having a child' },
      9,
    ]);
  });

  it('answers 429 after thirty requests at once from one address', async () => {
    const caller = createCaller(stage.server.url);
    const statuses = [];
    for (let at = 0; at < 31; at += 1)
      statuses.push((await caller.get(`/api/v1/catalog/${at % 2 ? 'services' : 'life-events'}`)).status);
    expect([statuses.slice(0, 30).every((status) => status === 200), statuses[30]]).toEqual([true, 429]);
  });
});
