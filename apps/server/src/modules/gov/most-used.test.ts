import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(() => stage.world.close());

it('lists the published services that people applied for most, to every visitor, within ten minutes', async () => {
  await stage.restart({ env: { GOV_DEMO_SEED: 'true' } });
  const visitor = createCaller(stage.server.url);
  const codesOf = async (path: string): Promise<string[]> =>
    (await visitor.get(`/api/v1/catalog/${path}`)).body.data.items.map(
      (service: { code: string }) => service.code,
    );
  expect(await codesOf('popular')).toEqual([]);
  const [rare = '', often = ''] = await codesOf('services');
  const unpublished = await stage.publish();
  const rows = (await stage.world.database.query('select id, code from gov_services')) as {
    id: string;
    code: string;
  }[];
  const idOf = (code: string) => rows.find((row) => row.code === code)?.id;
  for (const service_id of [idOf(often), idOf(rare), idOf(often), unpublished, unpublished, unpublished])
    await stage.place('bold', 'registered', { service_id });
  stage.world.clock.advance(10 * 60_000);
  expect(await codesOf('popular')).toEqual([often, rare]);
});
