import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../../test/server.ts';
import { verifyRelayFile } from '../../commands/relay.ts';
import { type Evidence, verifyEvidence } from './index.ts';
import { type Agency, openAgency, sendMessage } from './test/stage.ts';

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
      expect(verifyEvidence(data).map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
      for (const [path, altered] of alterations(data))
        expect([path, isProven(altered)]).toEqual([path, false]);
      const file = join(agency.world.dataDir, 'evidence.json');
      const verify = (content: object) => {
        writeFileSync(file, JSON.stringify(content));
        const lines: string[] = [];
        return [verifyRelayFile(['verify', file], (line) => lines.push(line)), lines.at(-1)];
      };
      expect(verify({ data })).toEqual([0, expect.stringMatching(/^proven/)]);
      expect(verify({ ...data, platform: 'other' })).toEqual([2, 'not proven']);
      expect(verify({})).toEqual([2, 'not proven']);
    }
  });

  it('tell one another of a breach, and of a rejection', async () => {
    const asked = await ministry.call('POST', '/requests', { service_code: 'birth', title: 'Late' });
    await ministry.runJob('relay.deliver');
    clock.advance(31 * 60_000);
    await registry.runJob('relay.sweep');
    await registry.runJob('relay.deliver');
    const seen = async () => ministry.see(`/requests/${asked.body.data.id}`);
    // The clock of the ministry still runs: its own deadline is an hour.
    expect((await seen()).request).toMatchObject({ status: 'dispatched', breach_notified: false });
    expect((await seen()).events.at(-1)).toMatchObject({ type: 'breach_notified', detail: 'registry' });

    const [there] = (await registry.see('/requests')).items;
    const { assignments } = await registry.see(`/requests/${there.id}`);
    await registry.call('POST', `/assignments/${assignments[0].id}/respond`, { status: 'rejected' });
    await registry.runJob('relay.deliver');
    expect((await seen()).request).toMatchObject({ status: 'rejected' });
    const evidence = await ministry.see(`/requests/${asked.body.data.id}/evidence`);
    expect(evidence.messages).toHaveLength(3);
    expect(isProven(evidence)).toBe(true);
  });

  it('keep requests of two sources apart that use the same reference', async () => {
    const before = (await registry.see('/requests')).total;
    for (const code of ['north', 'south']) {
      const { secret } = await ministry.addPlatform(code, { direction: 'upstream' });
      const sent_at = clock.now().toISOString();
      const message = { event: 'dispatched', service_code: 'birth', external_ref: '1', title: code, sent_at };
      expect((await sendMessage(ministry, { code, secret }, message)).status).toBe(201);
    }
    await ministry.runJob('relay.deliver');
    expect((await registry.see('/requests')).total).toBe(before + 2);
  });

  it('prove a message that had to be written again because the other side was away for days', async () => {
    await registry.call('PATCH', `/platforms/${await ministryAtRegistry()}`, { enabled: false });
    const asked = await ministry.call('POST', '/requests', { service_code: 'birth', title: 'Patient' });
    await ministry.runJob('relay.deliver');
    clock.advance(30 * 3_600_000);
    await registry.call('PATCH', `/platforms/${await ministryAtRegistry()}`, { enabled: true });
    await ministry.call('POST', `/platforms/${registryId}/pause`, { paused: false });
    await ministry.runJob('relay.deliver');
    const [delivery] = (await ministry.see(`/requests/${asked.body.data.id}/deliveries`)).items;
    expect(delivery).toMatchObject({ state: 'delivered', receipt: 'valid', attempts: 2 });
    expect(isProven(await ministry.see(`/requests/${asked.body.data.id}/evidence`))).toBe(true);
  });
});

const ministryAtRegistry = async () =>
  (await registry.see('/platforms')).items.find(({ code }: { code: string }) => code === 'ministry').id;

const isProven = (file: Evidence) => verifyEvidence(file).every(({ problem }) => problem === undefined);

/** The file with one value changed or one part left out, for every value and part of it. */
function* alterations(file: Evidence): Generator<[string, Evidence]> {
  function* paths(value: unknown, path: readonly string[]): Generator<readonly string[]> {
    if (path.length > 0) yield path;
    if (value === null || typeof value !== 'object') return;
    for (const [key, each] of Object.entries(value)) yield* paths(each, [...path, key]);
  }
  for (const path of paths(file, []))
    for (const isRemoved of [true, false]) {
      const copy = structuredClone(file);
      // biome-ignore lint/suspicious/noExplicitAny: walks any JSON
      const parent = path.slice(0, -1).reduce<any>((at, key) => at[key], copy);
      const key = path.at(-1) ?? '';
      if (isRemoved && Array.isArray(parent)) parent.splice(Number(key), 1);
      else if (isRemoved) delete parent[key];
      else parent[key] = other(parent[key]);
      yield [`${isRemoved ? 'without' : 'changed'} ${path.join('.')}`, copy];
    }
}

function other(value: unknown): unknown {
  if (typeof value === 'string') return `${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return 'something else';
}
