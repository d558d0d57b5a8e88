import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { makersOf, nowhere, openStage, type Stage } from '../registry/test/stage.ts';
import type { Guide } from './guides.ts';

let stage: Stage;
let call: Stage['call'];
let create: ReturnType<typeof makersOf>['create'];
let evidence: ReturnType<typeof makersOf>['evidence'];
let lifeEvent: ReturnType<typeof makersOf>['lifeEvent'];

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  call = stage.call;
  ({ create, evidence, lifeEvent } = makersOf(call));
});
afterAll(() => stage.world.close());

const read = (path: string, options = {}) => createCaller(stage.server.url).get(`/api/v1${path}`, options);
const listed = async (): Promise<{ id: string; code: string }[]> =>
  (await read('/catalog/life-events')).body.data.items;
const guideOf = async (code: string): Promise<Guide> => {
  const event = (await listed()).find((each) => each.code === code);
  return (await read(`/catalog/life-events/${event?.id}`)).body.data;
};
const setSteps = (id: string, steps: readonly object[], more = {}) =>
  call('PUT', `/registry/life-events/${id}/steps`, { steps, ...more });
const plain = (extra = {}) => ({
  how: 'in_person',
  title: 'Хороонд очих',
  title_en: 'Visit the khoroo',
  ...extra,
});
const titles = (guide: Guide) => guide.steps.map((step) => step.service?.code ?? step.title_en);

describe('a guide', () => {
  it('has ordered steps across agencies, with the whole cost and the longest time', async () => {
    const guide = await guideOf('MOVING');
    expect(titles(guide)).toEqual([
      'Register your new address',
      'Authorities learn your new address',
      'MN-0133-002',
      'MN-0133-001',
      'Change your family clinic, school and kindergarten',
    ]);
    expect(guide.steps.map(({ how }) => how)).toEqual([
      'in_person',
      'automatic',
      'online',
      'online',
      'in_person',
    ]);
    expect([guide.total_fee, guide.longest_days, guide.online_steps]).toEqual([25_500, 7, 2]);
    for (const code of ['BIRTH', 'BIZ_START']) expect((await guideOf(code)).steps.length).toBe(5);
  });

  it('says of each paper whether the citizen brings it, the state gives it or the portal issues it', async () => {
    const guide = await guideOf('MOVING');
    const card = guide.steps.find(({ service }) => service?.code === 'MN-0133-001')?.service;
    const address = guide.steps.find(({ service }) => service?.code === 'MN-0133-002')?.service;
    expect(card?.papers.map(({ name_en, source, service_id }) => [name_en, source, service_id])).toEqual([
      ['Photo', 'brought', null],
      ['Proof of residence', 'issued', address?.id],
      ['Birth record extract', 'fetched', null],
    ]);
    expect(new Set(address?.papers.map(({ source }) => source))).toEqual(new Set(['fetched']));
  });

  it('lists services of the event that are no step, and answers 304 while nothing changed', async () => {
    const guide = await guideOf('BIRTH');
    expect(guide.other_services.map(({ code }) => code)).toEqual(['MN-1040-001']);
    const first = await read(`/catalog/life-events/${guide.id}`);
    const etag = first.headers.get('etag');
    const again = await read(`/catalog/life-events/${guide.id}`, { headers: { 'if-none-match': etag } });
    expect([first.status, again.status]).toEqual([200, 304]);
    expect((await read(`/catalog/life-events/${nowhere}`)).status).toBe(404);
  });

  it('is shown nowhere until it has a step or a published service, and leaves with the last one', async () => {
    const event = await lifeEvent();
    const service = await create({ life_event_ids: [event.id], max_days: 3 });
    await setSteps(event.id, [{ service_id: service.id }]);
    const isListed = async () => (await listed()).some(({ id }) => id === event.id);
    const status = async () => (await read(`/catalog/life-events/${event.id}`)).status;
    expect([await isListed(), await status()]).toEqual([false, 404]);
    await call('POST', `/registry/services/${service.id}/publish`, {});
    expect([await isListed(), await status()]).toEqual([true, 200]);
    await call('POST', `/registry/services/${service.id}/archive`);
    expect([await isListed(), await status()]).toEqual([false, 404]);
    await setSteps(event.id, [plain()]);
    expect([await isListed(), await status()]).toEqual([true, 200]);
  });
});

describe('the steps of an event', () => {
  it('keep their order and their ids, and each change is in the audit log', async () => {
    const event = await lifeEvent();
    const service = await create();
    const made = await setSteps(event.id, [plain(), { service_id: service.id, body: 'а', body_en: 'a' }]);
    const [first, second] = made.body.data.steps;
    expect(await stage.auditOf(made)).toMatchObject([
      {
        action: 'registry.life_event.steps',
        target: event.id,
        metadata: { code: event.code, steps: 2, services: 1 },
      },
    ]);
    const turned = await setSteps(event.id, [second, first, plain({ how: 'automatic' })]);
    expect(turned.body.data.steps.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([
      second.id,
      first.id,
    ]);
    const seen = await call('GET', `/registry/life-events/${event.id}`, undefined, 'reader');
    expect(seen.body.data).toEqual(turned.body.data);
    // An id of another event is not taken over.
    const other = await lifeEvent();
    const stolen = await setSteps(other.id, [{ ...first }]);
    expect([stolen.status, stolen.body.data.steps[0].id === first.id]).toEqual([200, false]);
    await call('POST', `/registry/services/${service.id}/archive`);
    expect((await call('DELETE', `/registry/services/${service.id}`)).status).toBe(200);
    expect((await call('GET', `/registry/life-events/${event.id}`)).body.data.steps).toHaveLength(2);
  });

  it('refuse a stale change (409), another role (403), and an event that does not exist (404)', async () => {
    const event = await lifeEvent();
    const made = await setSteps(event.id, [plain()], { expected_updated_at: null });
    expect(made.status).toBe(200);
    const stale = await setSteps(event.id, [], { expected_updated_at: null });
    expect([stale.status, stale.body.error]).toEqual([409, 'changed_meanwhile']);
    const current = await setSteps(event.id, [], { expected_updated_at: made.body.data.updated_at });
    expect(current.status).toBe(200);
    for (const who of ['reader', 'user', 'nobody'] as const)
      expect((await call('PUT', `/registry/life-events/${event.id}/steps`, { steps: [] }, who)).status).toBe(
        who === 'nobody' ? 401 : 403,
      );
    expect((await setSteps(nowhere, [])).status).toBe(404);
  });

  it.each([
    ['a plain step without a title', 'steps.0.title_en', [plain({ title_en: ' ' })]],
    ['a plain step that does not say how', 'steps.0.how', [plain({ how: null })]],
    ['a text in one language', 'steps.1.body', [plain(), plain({ body_en: 'Bring your card' })]],
    ['an unknown service', 'steps.0.service_id', [{ service_id: nowhere }]],
    ['an unknown field', 'steps.0.note', [plain({ note: 'x' })]],
    ['a title that is too long', 'steps.0.title', [plain({ title: 'x'.repeat(201) })]],
    ['more than fifty steps', 'steps', Array.from({ length: 51 }, () => plain())],
  ])('refuse %s (422)', async (_what, field, steps) => {
    const answer = await setSteps((await lifeEvent()).id, steps);
    expect([answer.status, answer.body.data.errors[0].field]).toEqual([422, field]);
  });

  it('refuse a service twice, and a title of their own for a service (422)', async () => {
    const [event, service] = [await lifeEvent(), await create()];
    const step = { service_id: service.id };
    const twice = await setSteps(event.id, [step, plain(), step]);
    expect([twice.status, twice.body.data.errors[0].field]).toEqual([422, 'steps.0.service_id']);
    const titled = await setSteps(event.id, [plain(step)]);
    expect([titled.status, titled.body.data.errors[0].field]).toEqual([422, 'steps.0.title']);
  });

  it('name a paper of the citizen as brought where no service issues it', async () => {
    const [event, paper] = [await lifeEvent(), await evidence({ name: 'Гэрээ', name_en: 'Contract' })];
    const service = await create({ max_days: 2, fee: 700 });
    await call('PUT', `/registry/services/${service.id}/evidences`, {
      evidences: [{ evidence_id: paper.id, required: true, from_citizen: true }],
    });
    await call('POST', `/registry/services/${service.id}/publish`, {});
    await setSteps(event.id, [{ service_id: service.id }]);
    const guide: Guide = (await read(`/catalog/life-events/${event.id}`)).body.data;
    expect(guide.steps[0]?.service?.papers).toEqual([
      { name: 'Гэрээ', name_en: 'Contract', source: 'brought', service_id: null },
    ]);
    expect([guide.steps[0]?.how, guide.total_fee, guide.longest_days]).toEqual(['in_person', 700, 2]);
  });
});
