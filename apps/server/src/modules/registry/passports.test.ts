import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { makersOf, nowhere, openStage, passport, type Stage } from './test/stage.ts';

let stage: Stage;
let call: Stage['call'];
let create: ReturnType<typeof makersOf>['create'];
let lifeEvent: ReturnType<typeof makersOf>['lifeEvent'];

beforeAll(async () => {
  stage = await openStage();
  call = stage.call;
  ({ create, lifeEvent } = makersOf(call));
});
afterAll(() => stage.world.close());

describe('a passport', () => {
  it('starts as a draft, with the defaults of the specification', async () => {
    const { max_days: _days, ...body } = passport({ code: `min-${passport().code}` });
    const answer = await call('POST', '/registry/services', body);
    expect(answer.status).toBe(201);
    const made = answer.body.data;
    expect(made).toEqual({
      id: expect.any(String),
      code: body.code.toUpperCase(),
      name: body.name,
      name_en: body.name_en,
      description: body.description,
      description_en: body.description_en,
      legal_basis: '',
      legal_basis_en: '',
      authority_id: expect.any(String),
      authority: body.authority,
      authority_en: body.authority_en,
      authority_org_id: null,
      target_group: '',
      target_group_en: '',
      output: '',
      output_en: '',
      keywords: [],
      channels: [],
      fee: 0,
      max_days: 0,
      steps_count: 0,
      annual_volume: 0,
      proactivity: 'information',
      status: 'draft',
      life_event_id: null,
      life_event_ids: [],
      category: '',
      category_en: '',
      cofog_code: '',
      cofog_label: '',
      main_activity: '',
      sdg_code: '',
      processing_time: '',
      output_type: 'Declaration',
      output_ref_type: '',
      assurance_level: 'substantial',
      fulfilment: 'manual',
      has_discretion: false,
      has_assessment: false,
      sla_hours: 72,
      tacit_approval: false,
      decision_signature: false,
      online: false,
      applicants: ['person', 'child'],
      payment_required_before: 'issue',
      form: null,
      demo: false,
      version: 0,
      published_at: null,
      created_at: stage.world.clock.now().toISOString(),
      updated_at: null,
      evidences: [],
    });
    expect(await stage.auditOf(answer)).toEqual([
      { action: 'registry.service.create', target: made.id, metadata: { code: made.code } },
    ]);
    expect((await call('GET', `/registry/services/${made.id}`, undefined, 'reader')).body.data).toEqual(made);
  });

  it('is stored in one normal form, however it was sent', async () => {
    const { id } = await lifeEvent();
    const made = await create({
      channels: ['Office', 'portal', 'OFFICE', 'e-mongolia'],
      sdg_code: 'r1',
      processing_time: 'p7d',
      output_ref_type: 'RESIDENCE',
      fulfilment: 'auto',
      sla_hours: 99,
      decision_signature: true,
      life_event_id: id,
      payment_required_before: 'review',
    });
    expect(made).toMatchObject({
      channels: ['office', 'portal', 'e-mongolia'],
      sdg_code: 'R1',
      processing_time: 'P7D',
      output_ref_type: 'residence',
      sla_hours: 0,
      decision_signature: false,
      life_event_id: id,
      life_event_ids: [id],
      payment_required_before: 'review',
    });
  });

  it.each([
    ['code', 'x'],
    ['code', '-AB'],
    ['code', 'A B'],
    ['code', 'A'.repeat(65)],
    ['name', ''],
    ['name', '   '],
    ['name', 'a'.repeat(301)],
    ['name', 'a\u0000b'],
    ['name_en', 'a'.repeat(301)],
    ['description', 'a'.repeat(4001)],
    ['description_en', 'a'.repeat(4001)],
    ['legal_basis', 'a'.repeat(4001)],
    ['authority', ' '],
    ['authority', 'a'.repeat(301)],
    ['authority_org_id', 'none'],
    ['target_group', 'a'.repeat(301)],
    ['output', 'a'.repeat(301)],
    ['keywords', ['a'.repeat(61)]],
    ['channels', Array(21).fill('office')],
    ['fee', -1],
    ['fee', 1.5],
    ['fee', 1e13],
    ['max_days', 3651],
    ['steps_count', 501],
    ['annual_volume', 100_000_001],
    ['proactivity', 'magic'],
    ['life_event_ids', ['x']],
    ['category', 'a'.repeat(121)],
    ['cofog_code', 'a'.repeat(33)],
    ['cofog_label', 'a'.repeat(201)],
    ['main_activity', 'a'.repeat(201)],
    ['sdg_code', 'a'.repeat(33)],
    // Upper case makes it twice as long.
    ['sdg_code', 'ß'.repeat(32)],
    ['processing_time', '7 days'],
    ['processing_time', 'P'],
    ['processing_time', 'PT'],
    ['processing_time', 'P7'],
    ['output_type', 'Paper'],
    ['output_ref_type', 'a'.repeat(65)],
    ['output_ref_type', 'İ'.repeat(64)],
    ['assurance_level', 'none'],
    ['fulfilment', 'later'],
    ['has_discretion', 'yes'],
    ['sla_hours', 8761],
    ['payment_required_before', 'never'],
    ['status', 'published'],
    ['version', 7],
  ])('refuses %s %j', async (field, value) => {
    const answer = await call('POST', '/registry/services', passport({ [field]: value }));
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    expect(answer.body.data.errors[0].field).toContain(field);
  });

  it('rejects an unknown channel or life event and names the field (422)', async () => {
    for (const [field, value] of [
      ['channels', ['fax']],
      ['life_event_id', nowhere],
      ['life_event_ids', [nowhere]],
    ] as const) {
      const answer = await call('POST', '/registry/services', passport({ [field]: value }));
      expect([answer.status, answer.body.error], field).toEqual([422, 'validation_failed']);
      expect(answer.body.data.errors.map((problem: { field: string }) => problem.field)).toEqual([field]);
    }
  });

  it('cannot be automatic with discretion or assessment, and the database enforces it too', async () => {
    for (const flag of ['has_discretion', 'has_assessment']) {
      const answer = await call('POST', '/registry/services', passport({ fulfilment: 'auto', [flag]: true }));
      expect([answer.status, answer.body.error]).toEqual([400, 'not_automatable']);
    }
    const { id } = await create({ has_discretion: true });
    await expect(
      stage.world.database.query("update registry_services set fulfilment = 'auto' where id = $1", [id]),
    ).rejects.toThrow('registry_services_automation');
  });

  it('keeps its unique code', async () => {
    const made = await create();
    const again = await call('POST', '/registry/services', passport({ code: made.code.toLowerCase() }));
    expect([again.status, again.body.error]).toEqual([409, 'code_exists']);
    const { body } = await call('PUT', `/registry/services/${made.id}`, passport({ code: 'OTHER-1' }));
    expect(body.data.code).toBe(made.code);
  });

  it('is created once for the same key', async () => {
    const body = passport();
    const create = () =>
      createCaller(stage.server.url).post('/api/v1/registry/services', body, {
        token: stage.token('registrar'),
        headers: { 'idempotency-key': 'passport-key-01' },
      });
    const [first, again] = [await create(), await create()];
    expect([first.status, again.body.data]).toEqual([201, first.body.data]);
  });

  it('rejects a stale update (409)', async () => {
    const made = await create();
    const path = `/registry/services/${made.id}`;
    const put = (name: string, seen: string | null) =>
      call('PUT', path, { ...passport(), name, expected_updated_at: seen });
    const first = await put('Нэг', made.updated_at);
    expect(first.status).toBe(200);
    stage.world.clock.advance(10);
    const second = await put('Хоёр', first.body.data.updated_at);
    expect(second.status).toBe(200);
    for (const seen of [made.updated_at, first.body.data.updated_at]) {
      const late = await put('Гурав', seen);
      expect([late.status, late.body.error]).toEqual([409, 'changed_meanwhile']);
      const links = await call('PUT', `${path}/evidences`, { evidences: [], expected_updated_at: seen });
      expect([links.status, links.body.error]).toEqual([409, 'changed_meanwhile']);
    }
    expect((await call('GET', path)).body.data.name).toBe('Хоёр');
  });

  it('is replaced as a whole: an omitted field gets its default', async () => {
    const event = await lifeEvent();
    const made = await create({ fee: 500, keywords: ['нэг'], life_event_ids: [event.id], category: 'Тест' });
    stage.world.clock.advance(1000);
    const answer = await call('PUT', `/registry/services/${made.id}`, passport({ name: 'Шинэ нэр' }));
    expect(answer.body.data).toEqual({
      ...made,
      name: 'Шинэ нэр',
      fee: 0,
      keywords: [],
      category: '',
      life_event_ids: [],
      updated_at: stage.world.clock.now().toISOString(),
    });
    expect(await stage.auditOf(answer)).toMatchObject([
      {
        action: 'registry.service.update',
        metadata: { changed: expect.arrayContaining(['name', 'fee', 'keywords', 'life_event_ids']) },
      },
    ]);
  });

  it('is listed by state and name, and found by filters', async () => {
    const event = await lifeEvent();
    const authority = 'Жагсаалтын газар';
    await stage.world.database.query(`insert into authorities (name, name_en) values ($1, 'Lists')`, [
      authority,
    ]);
    const [second, first] = [
      await create({ authority, name: 'Үйлчилгээ', life_event_ids: [event.id] }),
      await create({ authority, name: 'Өргөдөл', proactivity: 'online', name_en: 'Petition', form: aForm }),
    ];
    const find = async (query: string) =>
      (await call('GET', `/registry/services?${query}`, undefined, 'reader')).body.data.items.map(
        (item: { id: string }) => item.id,
      );
    const by = `authority=${encodeURIComponent(authority)}`;
    // Ө comes before Ү in the alphabet, but after every other letter by code point.
    expect(await find(by)).toEqual([first.id, second.id]);
    expect(await find(`life_event_id=${event.id}`)).toEqual([second.id]);
    expect(await find(`${by}&proactivity=online`)).toEqual([first.id]);
    expect(await find(`${by}&status=published`)).toEqual([]);
    expect(await find(`${by}&q=${encodeURIComponent('ҮЙЛЧ')}`)).toEqual([second.id]);
    expect(await find(`q=${second.code.toLowerCase()}`)).toEqual([second.id]);
    expect((await call('GET', `/registry/services?${by}`)).body.data.items[0]).toMatchObject({
      form: null,
      evidences: [],
    });
    expect((await call('GET', `/registry/services/${first.id}`)).body.data.form).toEqual(aForm);
    expect((await call('GET', '/registry/services?status=gone')).status).toBe(422);
  });

  it('answers 404 for an unknown id on every row', async () => {
    for (const id of [nowhere, 'not-an-id'])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', passport()],
        ['DELETE', '', undefined],
        ['POST', '/publish', {}],
        ['POST', '/archive', undefined],
        ['PUT', '/evidences', { evidences: [] }],
        ['GET', '/versions', undefined],
        ['GET', '/versions/1', undefined],
        ['GET', '/once-only', undefined],
      ] as const)
        expect((await call(method, `/registry/services/${id}${path}`, body)).status, path).toBe(404);
    expect((await call('GET', `/registry/${nowhere}/versions`)).status).toBe(404);
  });
});

const words = { mn: 'Нэр', en: 'Name' };
const aForm = {
  type: 'object',
  properties: {
    zeta: { type: 'string', 'x-title': words, maxLength: 10 },
    alpha: { type: 'boolean', 'x-title': words },
  },
  required: ['zeta'],
  additionalProperties: false,
  'x-sections': [{ 'x-title': words, fields: ['zeta', 'alpha'] }],
};

describe('a form', () => {
  const withField = (field: object) => ({
    ...aForm,
    properties: { zeta: { 'x-title': words, ...field } },
    'x-sections': [{ 'x-title': words, fields: ['zeta'] }],
  });

  it('is returned as written, with its fields in order', async () => {
    const { form } = await create({ form: aForm });
    expect(JSON.stringify(form)).toBe(JSON.stringify(aForm));
  });

  it('may hide a section, and its questions say themselves that they are required', async () => {
    const zeta = { ...aForm.properties.zeta, 'x-required': true };
    const hiding = {
      ...aForm,
      properties: { ...aForm.properties, zeta },
      required: [],
      'x-sections': [
        { 'x-title': words, fields: ['alpha'] },
        { 'x-title': words, fields: ['zeta'], 'x-when': { field: 'alpha', is: [true] } },
      ],
    };
    expect((await create({ form: hiding })).form).toEqual(hiding);
  });

  it('may ask for papers, and an error names in both languages the field that a condition cannot find', async () => {
    const paper = { key: 'photo', 'x-title': words, accepts: ['image/png'], required: true };
    const when = (field: string) => ({ 'x-when': { field, is: [true] } });
    const withPaper = (field: string) => ({ ...aForm, 'x-papers': [{ ...paper, ...when(field) }] });
    const { form } = await create({ form: withPaper('alpha') });
    expect(form).toEqual(withPaper('alpha'));
    const answer = await call('POST', '/registry/services', passport({ form: withPaper('beta') }));
    expect(answer.body.data.errors).toEqual([
      {
        field: 'form.x-papers.0.x-when',
        tag: 'custom',
        message: 'depends on beta, which the form does not ask',
      },
    ]);
  });

  it.each([
    ['without a place for a field', { ...aForm, 'x-sections': [{ 'x-title': words, fields: ['zeta'] }] }],
    [
      'with a field in two places',
      { ...aForm, 'x-sections': [{ 'x-title': words, fields: ['zeta', 'zeta', 'alpha'] }] },
    ],
    [
      'with a section that depends on its own question',
      {
        ...aForm,
        required: [],
        'x-sections': [
          { 'x-title': words, fields: ['zeta', 'alpha'], 'x-when': { field: 'alpha', is: [true] } },
        ],
      },
    ],
    [
      'with a required question in a conditional section',
      {
        ...aForm,
        'x-sections': [
          { 'x-title': words, fields: ['alpha'] },
          { 'x-title': words, fields: ['zeta'], 'x-when': { field: 'alpha', is: [true] } },
        ],
      },
    ],
    ['that requires what it does not ask', { ...aForm, required: ['beta'] }],
    ['open to other answers', { ...aForm, additionalProperties: true }],
    ['that reaches outside', { ...aForm, $ref: 'https://example.com' }],
    ['without a title', withField({ 'x-title': undefined, type: 'boolean' })],
    ['with a title of spaces', withField({ 'x-title': { mn: ' ', en: ' ' }, type: 'boolean' })],
    ['with a title in one language', withField({ 'x-title': { mn: 'Нэр' }, type: 'boolean' })],
    ['with a text of any length', withField({ type: 'string' })],
    [
      'with a choice without words',
      withField({ type: 'string', enum: ['a', 'b'], 'x-labels': { a: words } }),
    ],
    ['with a keyword of another type', withField({ type: 'boolean', maxLength: 3 })],
    ['with a pattern that looks ahead', withField({ type: 'string', maxLength: 50, pattern: '^(?=a)a$' })],
    [
      'with a condition on a field it does not have',
      withField({ type: 'boolean', 'x-when': { field: 'beta', is: ['a'] } }),
    ],
    [
      'with a paper that depends on a field it does not have',
      {
        ...aForm,
        'x-papers': [
          { key: 'photo', 'x-title': words, required: true, 'x-when': { field: 'beta', is: [true] } },
        ],
      },
    ],
    ['with a bound that is no day', withField({ type: 'string', format: 'date', 'x-latest': '2026-02-30' })],
    ['with a pattern that is none', withField({ type: 'string', maxLength: 50, pattern: '^[a$' })],
    ['with limits the wrong way round', withField({ type: 'integer', minimum: 5, maximum: 1 })],
    [
      'with a list without an end',
      withField({ type: 'array', items: { ...aForm, 'x-sections': undefined } }),
    ],
  ])('%s is refused', async (_what, form) => {
    const answer = await call('POST', '/registry/services', passport({ form }));
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    expect(answer.body.data.errors[0].field).toContain('form');
  });
});

describe('a question of a form', () => {
  it('may ask for several choices, each with its words', async () => {
    const choices = (items: object, more: object = {}) => ({
      ...aForm,
      properties: {
        ...aForm.properties,
        zeta: { type: 'array', 'x-title': words, maxItems: 2, items, ...more },
      },
    });
    const items = { type: 'string', enum: ['a', 'b'], 'x-labels': { a: words, b: words } };
    expect((await create({ form: choices(items) })).form).toEqual(choices(items));
    for (const [wrong, field] of [
      [{ ...items, 'x-labels': { a: words } }, 'form.properties.zeta.items.x-labels'],
      [{ type: 'string' }, 'form.properties.zeta.items.enum'],
      [{ ...items, 'x-order': ['a'] }, 'form.properties.zeta.items.x-order'],
      [{ type: 'object', properties: { a: aForm.properties.alpha } }, 'form.properties.zeta.items'],
    ] as const) {
      const answer = await call('POST', '/registry/services', passport({ form: choices(wrong) }));
      expect([answer.status, answer.body.data.errors[0].field]).toEqual([422, field]);
    }
  });
});
