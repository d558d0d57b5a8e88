import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../../test/server.ts';
import { verifyEvidence } from './index.ts';
import { type Agency, openAgency } from './test/stage.ts';

/** Two Tamgas with databases of their own; the ministry asks the registry. */
let ministry: Agency;
let registry: Agency;
const clock = createClock();
let registryId: string;

beforeAll(async () => {
  ministry = await openAgency('ministry', clock);
  registry = await openAgency('registry', clock);
  const made = await ministry.call('POST', '/platforms', {
    code: 'registry',
    name: 'Registry',
    endpoint_url: registry.webhook,
    enabled: true,
  });
  expect(made.status).toBe(201);
  registryId = made.body.data.id;
  const { webhook_secret } = made.body.data;
  const known = await registry.call('POST', '/platforms', {
    code: 'ministry',
    name: 'Ministry',
    direction: 'upstream',
    endpoint_url: ministry.webhook,
    webhook_secret,
    enabled: true,
  });
  expect(known.status).toBe(201);
  const desk = await registry.call('POST', '/platforms', { code: 'desk', name: 'Desk', enabled: true });
  await registry.call('POST', '/routes', {
    service_code: 'birth',
    platform_id: desk.body.data.id,
    sla_minutes: 30,
  });
  await ministry.call('POST', '/routes', { service_code: 'birth', platform_id: registryId, sla_minutes: 60 });
});
afterAll(async () => {
  await ministry.world.close();
  await registry.world.close();
});

describe('two platforms', () => {
  it('exchange a request and its answer, and both keep receipts that prove it', async () => {
    const tested = await ministry.call('POST', `/platforms/${registryId}/test`);
    expect(tested.body.data).toMatchObject({ ok: true, status: 200, receipt_keys: true });

    const asked = await ministry.call('POST', '/requests', {
      service_code: 'birth',
      title: 'Birth of a child',
      payload: { child: 'Тэмүүлэн' },
    });
    expect([asked.status, asked.body.data.status]).toEqual([201, 'dispatched']);
    await ministry.runJob('relay.deliver');

    const [there] = (await registry.call('GET', '/requests')).body.data.items;
    expect(there).toMatchObject({
      source_platform: 'ministry',
      service_code: 'birth',
      payload: { child: 'Тэмүүлэн' },
      status: 'dispatched',
    });
    const detail = (await registry.call('GET', `/requests/${there.id}`)).body.data;
    const answered = await registry.call('POST', `/assignments/${detail.assignments[0].id}/respond`, {
      status: 'done',
      result: { registered: true },
    });
    expect(answered.body.data).toMatchObject({ fulfilled: true, request: { status: 'fulfilled' } });
    await registry.runJob('relay.deliver');

    const here = (await ministry.call('GET', `/requests/${asked.body.data.id}`)).body.data;
    expect(here.request).toMatchObject({ status: 'fulfilled' });
    expect(here.assignments[0]).toMatchObject({ status: 'done', platform_name: 'Registry' });
    expect(here.events.map(({ type }: { type: string }) => type)).toEqual([
      'received',
      'dispatched',
      'responded',
      'fulfilled',
    ]);

    for (const [agency, id] of [
      [ministry, asked.body.data.id],
      [registry, there.id],
    ] as const) {
      const { data } = (await agency.call('GET', `/requests/${id}/evidence`)).body;
      expect(data.messages.map(({ direction }: { direction: string }) => direction).toSorted()).toEqual([
        'received',
        'sent',
      ]);
      expect(verifyEvidence(data).map(({ problem }) => problem)).toEqual([undefined, undefined]);
      const forged = structuredClone(data);
      forged.messages[0].body += ' ';
      expect(verifyEvidence(forged).some(({ problem }) => problem !== undefined)).toBe(true);
    }
  });
});
