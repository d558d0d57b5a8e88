import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { makersOf, nextCode, nowhere, openStage, passport, type Stage } from './test/stage.ts';

let stage: Stage;
let call: Stage['call'];
let create: ReturnType<typeof makersOf>['create'];
let evidence: ReturnType<typeof makersOf>['evidence'];

beforeAll(async () => {
  stage = await openStage();
  call = stage.call;
  ({ create, evidence } = makersOf(call));
});
afterAll(() => stage.world.close());

const publish = (id: string, body: object = {}) => call('POST', `/registry/services/${id}/publish`, body);
const link = (id: string, evidences: object[]) =>
  call('PUT', `/registry/services/${id}/evidences`, { evidences });
const read = async (id: string) => (await call('GET', `/registry/services/${id}`)).body.data;
const projection = async (id: string) =>
  (
    await stage.world.database.query<Record<string, unknown>>(
      'select * from gov_services where passport_id = $1',
      [id],
    )
  )[0];
const shown = (id: string) => call('GET', `/catalog/services/${id}`, undefined, 'nobody');

describe('publishing', () => {
  it('stores a version, shows it to citizens and opens it for applications', async () => {
    const [asked, pulled] = [
      await evidence({ name: 'Зураг' }),
      await evidence({ name: 'Лавлагаа', in_khur: true, khur_service_code: 'WS1' }),
    ];
    const made = await create({
      name_en: 'A service',
      fee: 700,
      max_days: 9,
      channels: ['portal'],
      legal_basis: 'Хууль',
      legal_basis_en: 'Law',
      payment_required_before: 'none',
    });
    await link(made.id, [{ evidence_id: asked.id, from_citizen: true }, { evidence_id: pulled.id }]);
    const draft = await read(made.id);
    stage.world.clock.advance(1000);
    const now = stage.world.clock.now().toISOString();
    const answer = await publish(made.id, { change_note: 'Анхны хувилбар' });
    const snapshot = { ...draft, status: 'published', version: 1, published_at: now };
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        id: expect.any(String),
        service_id: made.id,
        version: 1,
        snapshot,
        change_note: 'Анхны хувилбар',
        is_baseline: true,
        steps_count: 0,
        documents_count: 1,
        max_days: 9,
        fee: 700,
        delta_steps: 0,
        delta_documents: 0,
        delta_days: 0,
        delta_fee: 0,
        published_at: now,
        published_by: stage.userIds.registrar,
      },
    ]);
    expect(await stage.auditOf(answer)).toEqual([
      { action: 'registry.service.publish', target: made.id, metadata: { code: made.code, version: 1 } },
    ]);
    expect(await read(made.id)).toEqual(snapshot);
    await expect.poll(async () => (await shown(made.id)).body.data).toEqual(snapshot);
    expect(await projection(made.id)).toMatchObject({
      code: made.code,
      name: made.name,
      name_en: 'A service',
      authority_id: made.authority_id,
      fee: '700',
      processing_days: 9,
      evidence: ['Зураг'],
      online: true,
      enabled: true,
      lifecycle: 'active',
      payment_required_before: 'none',
    });
  });

  it('compares every later version with the first, and citizens see an edit only then', async () => {
    const paper = await evidence();
    const figures = { steps_count: 6, max_days: 10, fee: 1000 };
    const made = await create(figures);
    await link(made.id, [{ evidence_id: paper.id, from_citizen: true }]);
    await publish(made.id);
    await call(
      'PUT',
      `/registry/services/${made.id}`,
      passport({ name: 'Засвар', steps_count: 2, max_days: 3, fee: 1500 }),
    );
    await link(made.id, []);
    await expect.poll(async () => (await shown(made.id)).body.data?.name).toBe(made.name);
    const second = (await publish(made.id)).body.data;
    expect(second).toMatchObject({
      version: 2,
      is_baseline: false,
      documents_count: 0,
      delta_steps: -4,
      delta_documents: -1,
      delta_days: -7,
      delta_fee: 500,
    });
    await call('PUT', `/registry/services/${made.id}`, passport({ ...figures, steps_count: 7 }));
    const third = (await publish(made.id)).body.data;
    expect(third).toMatchObject({
      version: 3,
      delta_steps: 1,
      delta_days: 0,
      delta_fee: 0,
      delta_documents: -1,
    });
    await expect.poll(async () => (await shown(made.id)).body.data.version).toBe(3);

    for (const path of [`/registry/services/${made.id}/versions`, `/registry/${made.id}/versions`]) {
      const { items, total } = (await call('GET', path, undefined, 'reader')).body.data;
      expect([items.map((item: { version: number }) => item.version), total]).toEqual([[3, 2, 1], 3]);
    }
    const one = await call('GET', `/registry/services/${made.id}/versions/2`, undefined, 'reader');
    expect(one.body.data).toEqual(second);
    expect(one.body.data.snapshot.name).toBe('Засвар');
    expect((await call('GET', `/registry/services/${made.id}/versions/4`)).status).toBe(404);
    expect((await call('GET', `/registry/services/${made.id}/versions/0`)).status).toBe(404);
  });

  it('is rejected above level online while citizens are asked for data that the state has', async () => {
    const state = await evidence({ in_khur: true, khur_service_code: 'WS1' });
    const made = await create({ proactivity: 'once_only' });
    await link(made.id, [{ evidence_id: state.id, from_citizen: true }]);
    for (const [proactivity, description] of [
      ['once_only', 'Юу хийдэг вэ'],
      ['proactive', 'Юу хийдэг вэ'],
      // Checked before the fields of CPSV-AP, in the order of the specification.
      ['once_only', ''],
    ]) {
      await call('PUT', `/registry/services/${made.id}`, passport({ proactivity, description }));
      const answer = await publish(made.id);
      expect([answer.status, answer.body.error, answer.body.data]).toEqual([
        409,
        'once_only_violation',
        { violations: [state.code], eligible_proactivity: 'online' },
      ]);
    }
    expect([(await read(made.id)).status, await projection(made.id)]).toEqual(['draft', undefined]);
    for (const path of [`/registry/services/${made.id}/once-only`, `/registry/${made.id}/once-only`])
      expect((await call('GET', path)).body.data).toMatchObject({
        service_code: made.code,
        citizen_documents: 1,
        violations: [{ code: state.code, once_only_violation: true }],
        compliant: false,
        eligible_proactivity: 'online',
      });
    await call('PUT', `/registry/services/${made.id}`, passport({ proactivity: 'online' }));
    expect((await publish(made.id)).status).toBe(200);
    await call('PUT', `/registry/services/${made.id}`, passport({ proactivity: 'proactive' }));
    await link(made.id, [{ evidence_id: state.id }]);
    expect((await publish(made.id)).status).toBe(200);
    expect((await call('GET', `/registry/services/${made.id}/once-only`)).body.data).toMatchObject({
      citizen_documents: 0,
      compliant: true,
      eligible_proactivity: 'proactive',
    });
  });

  it('needs the mandatory fields of CPSV-AP', async () => {
    const made = await create({ description: ' ' });
    const answer = await publish(made.id);
    expect([answer.status, answer.body.error, answer.body.data]).toEqual([
      409,
      'conflict',
      { field: 'description' },
    ]);
    expect((await publish(made.id, { change_note: 'x'.repeat(4001) })).status).toBe(422);
  });

  it('replays the same version for the same key, for this passport only', async () => {
    const [made, other] = [await create(), await create()];
    const send = (id: string) =>
      createCaller(stage.server.url).post(
        `/api/v1/registry/services/${id}/publish`,
        {},
        { token: stage.token('registrar'), headers: { 'idempotency-key': 'publish-key-01' } },
      );
    const [first, again] = [await send(made.id), await send(made.id)];
    expect([first.status, again.body.data]).toEqual([200, first.body.data]);
    expect((await read(made.id)).version).toBe(1);
    expect((await send(other.id)).body.error).toBe('idempotency_conflict');
  });

  it('under concurrency gives consecutive versions and one baseline', async () => {
    const made = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(made.id)));
    const versions = answers.map((answer) => answer.body.data.version).sort();
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const { items } = (await call('GET', `/registry/services/${made.id}/versions`)).body.data;
    expect(items.filter((item: { is_baseline: boolean }) => item.is_baseline)).toMatchObject([
      { version: 1 },
    ]);
    expect((await read(made.id)).version).toBe(8);
  });

  it('leaves nothing behind if the code belongs to another service', async () => {
    const made = await create();
    await stage.world.database.query(
      `insert into gov_services (passport_id, code, name, authority_id, assurance_level, fulfilment, created_at)
       select gen_random_uuid(), $1, 'Өөр', id, 'low', 'manual', now() from authorities limit 1`,
      [made.code],
    );
    const answer = await publish(made.id);
    expect([answer.status, answer.body.error]).toEqual([409, 'code_exists']);
    expect(await read(made.id)).toMatchObject({ status: 'draft', version: 0 });
    expect((await call('GET', `/registry/services/${made.id}/versions`)).body.data.total).toBe(0);
    expect(await stage.auditOf(answer)).toEqual([]);
  });
});

describe('the time that a service takes', () => {
  it('must be given for publishing, unless the service is automatic', async () => {
    const made = await create({ max_days: 0 });
    const refused = await publish(made.id);
    expect([refused.status, refused.body.error, refused.body.data]).toEqual([
      409,
      'time_missing',
      { field: 'max_days' },
    ]);
    expect(await stage.auditOf(refused)).toEqual([]);
    await call('PUT', `/registry/services/${made.id}`, passport({ max_days: 1 }));
    expect((await publish(made.id)).status).toBe(200);
    const automatic = await create({ max_days: 0, fulfilment: 'auto' });
    expect((await publish(automatic.id)).status).toBe(200);
  });
});

describe('two languages', () => {
  const english = async (path: string, token = stage.token('user')) =>
    (
      await createCaller(stage.server.url).get(`/api/v1${path}`, {
        token,
        headers: { 'accept-language': 'en' },
      })
    ).body.data;

  it('are required for publishing, for the passport and its evidences, and all gaps are reported at once', async () => {
    const paper = await evidence({ name: 'Зураг', name_en: '' });
    await stage.world.database.query(
      `insert into authorities (name, name_en) values ('Нэг хэлтэй газар', '')`,
    );
    const made = await create({
      authority: 'Нэг хэлтэй газар',
      legal_basis: 'Хууль',
      output: 'Гэрчилгээ',
      output_en: 'Certificate',
      target_group_en: 'Everybody',
    });
    await link(made.id, [{ evidence_id: paper.id, from_citizen: true, note: 'Өнгөт' }]);
    const refused = await publish(made.id);
    expect([refused.status, refused.body.error, refused.body.data]).toEqual([
      409,
      'translation_missing',
      {
        fields: [
          'authority_en',
          'target_group',
          'legal_basis_en',
          `evidences.${paper.code}.name_en`,
          `evidences.${paper.code}.note_en`,
        ],
      },
    ]);
    expect(await read(made.id)).toMatchObject({ status: 'draft', version: 0 });

    await call('PUT', `/registry/evidences/${paper.id}`, { name: 'Зураг', name_en: 'Photo' });
    await link(made.id, [{ evidence_id: paper.id, from_citizen: true, note: 'Өнгөт', note_en: 'In colour' }]);
    await call(
      'PUT',
      `/registry/services/${made.id}`,
      passport({ legal_basis: 'Хууль', legal_basis_en: 'Law', category: 'Ангилал', category_en: 'Group' }),
    );
    expect((await publish(made.id)).status).toBe(200);
    const all = await english('/gov/services');
    const found = all.items.find((item: { code: string }) => item.code === made.code);
    expect(found).toMatchObject({
      name: 'Test service',
      agency: 'Test authority',
      description: 'What it does',
      legal_basis: 'Law',
      category: 'Group',
      evidence: ['Photo'],
    });
    for (const category of ['Group', 'Ангилал'])
      expect((await english(`/gov/services?category=${encodeURIComponent(category)}`)).total).toBe(1);
    await expect
      .poll(async () => (await english(`/catalog/services/${made.id}`)).evidences?.[0])
      .toMatchObject({ name_en: 'Photo', note_en: 'In colour' });
  });

  it('in a passport published before the rule: Mongolian replaces missing English', async () => {
    const paper = await evidence({ name: 'Баримт' });
    const made = await create({ output: 'Гэрчилгээ', output_en: 'Certificate' });
    await link(made.id, [{ evidence_id: paper.id, from_citizen: true }]);
    await publish(made.id);
    // A version from before these fields existed.
    await stage.world.database.query(
      `update registry_versions set snapshot = (snapshot::jsonb
         - array['legal_basis_en','authority_en','target_group_en','output_en','category_en','demo']
         || jsonb_build_object('evidences', jsonb_build_array((snapshot::jsonb->'evidences'->0)
              - array['name_en','note_en'])))::json where service_id = $1`,
      [made.id],
    );
    await stage.world.database.query(`update registry_services set output_en = '' where id = $1`, [made.id]);
    await stage.world.database.query(`update gov_services set evidence_en = '{}' where passport_id = $1`, [
      made.id,
    ]);
    await call('POST', `/registry/services/${(await create()).id}/archive`);
    await expect
      .poll(async () => await english(`/catalog/services/${made.id}`))
      .toMatchObject({
        authority: 'Туршилтын газар',
        authority_en: 'Test authority',
        output: 'Гэрчилгээ',
        output_en: '',
        demo: false,
        evidences: [{ name: 'Баримт', name_en: '', note_en: '' }],
      });
    const [version] = (await call('GET', `/registry/services/${made.id}/versions`)).body.data.items;
    expect(version.snapshot).toMatchObject({ output_en: '', evidences: [{ name_en: '' }] });
    const refused = await publish(made.id);
    expect(refused.body.data.fields).toEqual(['output_en']);
    // A restore publishes nothing new, so it does not require translations.
    await call('POST', `/registry/services/${made.id}/archive`);
    expect((await call('POST', `/registry/services/${made.id}/restore`)).body.data.status).toBe('published');
  });
});

describe('an archived or deleted passport', () => {
  it('once archived cannot be edited or published, and cannot be applied for', async () => {
    const made = await create();
    await publish(made.id);
    await expect.poll(async () => (await shown(made.id)).status).toBe(200);
    const answer = await call('POST', `/registry/services/${made.id}/archive`);
    expect([answer.status, answer.body.data.status]).toEqual([200, 'archived']);
    expect(await stage.auditOf(answer)).toMatchObject([
      { action: 'registry.service.archive', target: made.id },
    ]);
    await expect.poll(async () => (await shown(made.id)).status).toBe(404);
    expect(await projection(made.id)).toMatchObject({ enabled: false, lifecycle: 'withdrawn' });
    const again = await call('POST', `/registry/services/${made.id}/archive`);
    expect([again.status, again.body.data, await stage.auditOf(again)]).toEqual([200, answer.body.data, []]);
    for (const refused of [
      await call('PUT', `/registry/services/${made.id}`, passport()),
      await publish(made.id),
      await link(made.id, []),
    ])
      expect([refused.status, refused.body.error]).toEqual([409, 'archived']);
  });

  it('once restored shows citizens the same version as before, and a draft is a draft again', async () => {
    const made = await create({ name: 'Нийтэлсэн' });
    await publish(made.id);
    await call('PUT', `/registry/services/${made.id}`, passport({ name: 'Бичиж байгаа' }));
    const before = await read(made.id);
    await call('POST', `/registry/services/${made.id}/archive`);
    const answer = await call('POST', `/registry/services/${made.id}/restore`);
    expect([answer.status, answer.body.data]).toEqual([200, before]);
    expect(await stage.auditOf(answer)).toEqual([
      {
        action: 'registry.service.restore',
        target: made.id,
        metadata: { code: made.code, status: 'published' },
      },
    ]);
    await expect.poll(async () => (await shown(made.id)).body.data?.name).toBe('Нийтэлсэн');
    expect(await projection(made.id)).toMatchObject({
      name: 'Нийтэлсэн',
      enabled: true,
      lifecycle: 'active',
    });
    const again = await call('POST', `/registry/services/${made.id}/restore`);
    expect([again.status, again.body.data, await stage.auditOf(again)]).toEqual([200, before, []]);

    const draft = await create();
    await call('POST', `/registry/services/${draft.id}/archive`);
    const back = await call('POST', `/registry/services/${draft.id}/restore`);
    expect([back.body.data.status, (await shown(draft.id)).status]).toEqual(['draft', 404]);
    expect((await publish(draft.id)).status).toBe(200);
    const refused = await call('POST', `/registry/services/${draft.id}/restore`, undefined, 'reader');
    expect([refused.status, (await call('POST', `/registry/services/${nowhere}/restore`)).status]).toEqual([
      403, 404,
    ]);
  });

  it('can be deleted as a draft or archived, never while published', async () => {
    const [draft, live] = [await create(), await create()];
    await publish(live.id);
    const remove = (id: string) => call('DELETE', `/registry/services/${id}`);
    const refused = await remove(live.id);
    expect([refused.status, refused.body.error]).toEqual([409, 'published']);
    await call('POST', `/registry/services/${live.id}/archive`);
    for (const { id } of [draft, live]) {
      const answer = await remove(id);
      expect([answer.status, answer.body.data]).toEqual([200, {}]);
      expect(await stage.auditOf(answer)).toMatchObject([{ action: 'registry.service.delete', target: id }]);
      expect((await remove(id)).status).toBe(404);
    }
    // Applications reference it.
    expect(await projection(live.id)).toMatchObject({ code: live.code, enabled: false });
    const heir = await create({ code: live.code });
    expect((await publish(heir.id)).body.error).toBe('code_exists');
  });

  it('published and archived at the same moment ends archived, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create({ code: nextCode() });
      const [published, archived] = await Promise.all([
        publish(id),
        call('POST', `/registry/services/${id}/archive`),
      ]);
      expect([200, 409]).toContain(published.status);
      expect(archived.status).toBe(200);
      expect((await read(id)).status).toBe('archived');
      expect((await projection(id))?.['enabled'] ?? false).toBe(false);
    }
  });
});
