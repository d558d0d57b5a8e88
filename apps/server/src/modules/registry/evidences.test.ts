import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makersOf, nextCode, nowhere, openStage, passport, type Stage, type Who } from './test/stage.ts';

let stage: Stage;
let call: Stage['call'];
let create: ReturnType<typeof makersOf>['create'];
let evidence: ReturnType<typeof makersOf>['evidence'];
let lifeEvent: ReturnType<typeof makersOf>['lifeEvent'];

beforeAll(async () => {
  stage = await openStage();
  call = stage.call;
  ({ create, evidence, lifeEvent } = makersOf(call));
});
afterAll(() => stage.world.close());

describe('evidences', () => {
  it('are added, changed and deleted, each with an audit record', async () => {
    const code = `ev-${nextCode()}`;
    const made = await call('POST', '/registry/evidences', { code, name: 'Лавлагаа' });
    expect(made.body.data).toEqual({
      id: expect.any(String),
      code: code.toUpperCase(),
      name: 'Лавлагаа',
      description: '',
      name_en: '',
      description_en: '',
      holder_agency: '',
      holder_agency_en: '',
      source_system: '',
      in_khur: false,
      khur_service_code: '',
      created_at: stage.world.clock.now().toISOString(),
      updated_at: null,
    });
    const { id } = made.body.data;
    const body = { code: 'IGNORED', name: 'Шинэ', in_khur: true, khur_service_code: 'WS100101_get' };
    const changed = await call('PUT', `/registry/evidences/${id}`, body);
    expect(changed.body.data).toMatchObject({
      ...body,
      code: code.toUpperCase(),
      updated_at: expect.any(String),
    });
    const list = (await call('GET', '/registry/evidences', undefined, 'reader')).body.data;
    expect(list.items).toContainEqual(changed.body.data);
    const gone = await call('DELETE', `/registry/evidences/${id}`);
    expect([gone.status, gone.body.data]).toEqual([200, {}]);
    const recorded = [made, changed, gone].map(async (answer) => (await stage.auditOf(answer))[0]?.action);
    expect(await Promise.all(recorded)).toEqual([
      'registry.evidence.create',
      'registry.evidence.update',
      'registry.evidence.delete',
    ]);
  });

  it('need their exchange code and a unique code, and an unknown one is 404', async () => {
    const { code } = await evidence();
    for (const khur_service_code of [undefined, '', '  ']) {
      const body = { code: nextCode(), name: 'a', in_khur: true, khur_service_code };
      const answer = await call('POST', '/registry/evidences', body);
      expect([answer.status, answer.body.error]).toEqual([400, 'exchange_code_required']);
    }
    expect((await call('POST', '/registry/evidences', { code, name: 'a' })).body.error).toBe('code_exists');
    expect((await call('POST', '/registry/evidences', { code: '!', name: 'a' })).status).toBe(422);
    expect((await call('PUT', `/registry/evidences/${nowhere}`, { name: 'a' })).status).toBe(404);
    expect((await call('DELETE', `/registry/evidences/${nowhere}`)).status).toBe(404);
  });

  it('replace the whole set of a passport, in the given order', async () => {
    const { id } = await create();
    const [a, b] = [await evidence(), await evidence({ in_khur: true, khur_service_code: 'WS1' })];
    const put = (evidences: object[]) => call('PUT', `/registry/services/${id}/evidences`, { evidences });
    const both = await put([
      { evidence_id: b.id, from_citizen: true, required: true, note: 'Эх хувь', note_en: 'Original' },
      { evidence_id: a.id },
    ]);
    expect(both.body.data.evidences).toEqual([
      {
        evidence_id: b.id,
        code: b.code,
        name: 'Баримт',
        name_en: 'Evidence',
        required: true,
        from_citizen: true,
        in_khur: true,
        once_only_violation: true,
        note: 'Эх хувь',
        note_en: 'Original',
      },
      {
        evidence_id: a.id,
        code: a.code,
        name: 'Баримт',
        name_en: 'Evidence',
        required: false,
        from_citizen: false,
        in_khur: false,
        once_only_violation: false,
        note: '',
        note_en: '',
      },
    ]);
    for (const wrong of [
      [{ evidence_id: a.id }, { evidence_id: a.id }],
      [{ evidence_id: a.id }, { evidence_id: a.id.toUpperCase() }],
      [{ evidence_id: nowhere }],
    ]) {
      const answer = await put(wrong);
      expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    }
    expect((await call('GET', `/registry/services/${id}`)).body.data.evidences).toHaveLength(2);
    expect((await put([{ evidence_id: a.id, note: 'x'.repeat(4001) }])).status).toBe(422);
    expect((await put(Array(201).fill({ evidence_id: a.id }))).status).toBe(422);
    const used = await call('DELETE', `/registry/evidences/${a.id}`);
    expect([used.status, used.body.error]).toEqual([409, 'in_use']);
    expect((await put([])).body.data.evidences).toEqual([]);
    expect((await call('DELETE', `/registry/evidences/${a.id}`)).status).toBe(200);
  });
});

describe('life events', () => {
  it('get their defaults, are listed in their order, and have unique codes', async () => {
    const code = `le-${nextCode()}`;
    const made = await call('POST', '/registry/life-events', {
      code,
      name: 'Нүүх',
      eu_code: 'mov',
      sort_order: -2,
    });
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        code: code.toUpperCase(),
        name: 'Нүүх',
        kind: 'life',
        description: '',
        description_en: '',
        lead_agency: '',
        lead_agency_en: '',
        eu_code: 'MOV',
        en_label: '',
        sort_order: -2,
        created_at: stage.world.clock.now().toISOString(),
        updated_at: null,
      },
    ]);
    const first = await lifeEvent({ kind: 'business', sort_order: -3 });
    const { items } = (await call('GET', '/registry/life-events', undefined, 'reader')).body.data;
    expect(items.slice(0, 2)).toEqual([first, made.body.data]);
    expect((await call('POST', '/registry/life-events', { code, name: 'a' })).body.error).toBe('code_exists');
    for (const wrong of [
      { kind: 'death' },
      { eu_code: 'a'.repeat(33) },
      { eu_code: 'ß'.repeat(32) },
      { en_label: 'a'.repeat(301) },
      { name: ' ' },
    ])
      expect(
        (await call('POST', '/registry/life-events', { code: nextCode(), name: 'a', ...wrong })).status,
      ).toBe(422);
    expect(await stage.auditOf(made)).toMatchObject([{ action: 'registry.life_event.create' }]);
  });

  it('are changed as a whole, and published services show the change at once', async () => {
    const event = await lifeEvent({ en_label: 'Before' });
    const made = await create({ life_event_id: event.id });
    await call('POST', `/registry/services/${made.id}/publish`, {});
    const at = `/registry/life-events/${event.id}`;
    const body = { name: 'Шинэ нэр', en_label: 'After', kind: 'business', sort_order: 7 };
    const changed = await call('PUT', at, { ...body, expected_updated_at: null });
    expect(changed.body.data).toMatchObject({ ...body, code: event.code, description: '' });
    expect(await stage.auditOf(changed)).toMatchObject([
      { action: 'registry.life_event.update', target: event.id, metadata: { code: event.code } },
    ]);
    const [row] = await stage.world.database.query<{ life_events: object[] }>(
      'select life_events from gov_services where passport_id = $1',
      [made.id],
    );
    expect(row?.life_events).toMatchObject([{ name: 'Шинэ нэр', en_label: 'After', kind: 'business' }]);
    const stale = await call('PUT', at, { ...body, expected_updated_at: null });
    expect([stale.status, stale.body.error]).toEqual([409, 'changed_meanwhile']);
    expect((await call('PUT', at, { ...body, name: ' ' })).status).toBe(422);
    expect((await call('PUT', at, body, 'reader')).status).toBe(403);
    expect((await call('PUT', `/registry/life-events/${made.id}`, body)).status).toBe(404);
  });

  it('that are deleted are unlinked from services and from the published catalogue', async () => {
    const [gone, kept] = [await lifeEvent(), await lifeEvent()];
    const made = await create({ life_event_id: gone.id, life_event_ids: [kept.id] });
    await call('POST', `/registry/services/${made.id}/publish`, {});
    const projected = async () =>
      (
        await stage.world.database.query<{ life_events: { code: string }[] }>(
          'select life_events from gov_services where passport_id = $1',
          [made.id],
        )
      )[0]?.life_events.map(({ code }) => code);
    expect(await projected()).toEqual([gone.code, kept.code]);
    const answer = await call('DELETE', `/registry/life-events/${gone.id}`);
    expect([answer.status, answer.body.data]).toEqual([200, {}]);
    expect(await stage.auditOf(answer)).toMatchObject([
      { action: 'registry.life_event.delete', target: gone.id, metadata: { code: gone.code } },
    ]);
    const links = { life_event_id: null, life_event_ids: [kept.id] };
    expect((await call('GET', `/registry/services/${made.id}`)).body.data).toMatchObject(links);
    await expect
      .poll(async () => (await call('GET', `/catalog/services/${made.id}`, undefined, 'nobody')).body.data)
      .toMatchObject(links);
    expect(await projected()).toEqual([kept.code]);
    expect((await call('DELETE', `/registry/life-events/${gone.id}`)).status).toBe(404);
  });
});

describe('the registry', () => {
  it('needs registry.view to read and registry.manage to write', async () => {
    const { id } = await create();
    const one = `/registry/services/${id}`;
    const reads = [
      '/registry/overview',
      '/registry/catalog',
      '/registry/once-only',
      '/registry/services',
      one,
    ]
      .concat([
        `${one}/versions`,
        `${one}/once-only`,
        `/registry/${id}/versions`,
        `/registry/${id}/once-only`,
      ])
      .concat(['/registry/evidences', '/registry/life-events']);
    const writes: [string, string, object?][] = [
      ['POST', '/registry/services', passport()],
      ['PUT', one, passport()],
      ['POST', `${one}/publish`, {}],
      ['PUT', `${one}/evidences`, { evidences: [] }],
      ['POST', '/registry/evidences', { code: 'PERM-1', name: 'a' }],
      ['PUT', `/registry/evidences/${nowhere}`, { name: 'a' }],
      ['DELETE', `/registry/evidences/${nowhere}`],
      ['POST', '/registry/life-events', { code: 'PERM-1', name: 'a' }],
      ['PUT', `/registry/life-events/${nowhere}`, { name: 'a' }],
      ['DELETE', `/registry/life-events/${nowhere}`],
      ['POST', `${one}/archive`],
      ['POST', `${one}/restore`],
      ['POST', `${one}/archive`],
      ['DELETE', one],
    ];
    const status = async (who: Who, [method, path, body]: [string, string, object?]) =>
      (await call(method, path, body, who)).status;
    for (const path of reads)
      for (const [who, expected] of [
        ['nobody', 401],
        ['user', 403],
        ['manager', 403],
        ['reader', 200],
        ['admin', 200],
      ] as const)
        expect(await status(who, ['GET', path]), `${who} ${path}`).toBe(expected);
    for (const write of writes) {
      for (const [who, expected] of [
        ['nobody', 401],
        ['user', 403],
        ['manager', 403],
        ['reader', 403],
      ] as const)
        expect(await status(who, write), `${who} ${write[1]}`).toBe(expected);
      expect([200, 201, 404], write[1]).toContain(await status('admin', write));
    }
  });
});
