import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone } from '../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(() => stage.world.close());
// Each test starts with a full allowance.
beforeEach(() => stage.world.clock.advance(60_000));

const call = (who: PersonName, method: string, path: string, party: string, body?: object) =>
  createCaller(stage.server.url).call(method, `/api/v1${path}`, {
    token: stage.people[who].token,
    headers: { 'x-acting-for': party },
    ...(body === undefined ? {} : { body }),
  });
const apply = (who: PersonName, service: string, party: string) =>
  call(who, 'POST', '/gov/applications', party, { service_id: service });
const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.error];
const notAllowed = [403, 'acting_not_allowed'];

describe('a child whom the register names', () => {
  const adult = '101505092226';
  const myChild = async (who: PersonName) =>
    (await stage.get(who, '/acting/parties')).body.data.items.find(
      ({ kind }: { kind: string }) => kind === 'child',
    );

  it('gets certificates about the child, not about the parent', async () => {
    const { id: party, name_en, right } = await myChild('bold');
    expect([name_en, right]).toEqual(['Bold Temuulen', 'parent']);
    const service = await stage.publish({
      fulfilment: 'auto',
      has_discretion: false,
      has_assessment: false,
      sla_hours: 0,
      output_ref_type: 'birth',
    });
    const made = await apply('bold', service, party);
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    expect(made.body.data.application.on_behalf_of).toMatchObject({ kind: 'child', name: 'Bold Temuulen' });
    const { holder, facts, requested_by } = made.body.data.reference.data;
    expect([holder.full_name, holder.civil_id]).toEqual(['Болд Тэмүүлэн', '101518051417']);
    expect(JSON.stringify(facts)).toContain('2018');
    expect(requested_by.full_name).toBe('Дорж Болд');
    expect((await call('sarnai', 'GET', '/gov/references', party)).body.data.total).toBe(1);
    expect((await stage.get('bold', '/gov/references')).body.data.total).toBe(0);
  });

  it('is nobody’s else, and no child any more when of age', async () => {
    const { id: party } = await myChild('bold');
    const service = await stage.publish();
    expect(await myChild('officer')).toBeUndefined();
    expect(refusal(await apply('officer', service, party))).toEqual(notAllowed);
    const [grown] = await stage.world.database.query<{ id: string }>(
      `insert into acting_parties (kind, civil_id, name, born_on) values ('child', $1, 'Болд Анужин', '2005-09-22')
       returning id`,
      [adult],
    );
    expect(refusal(await apply('bold', service, grown?.id ?? ''))).toEqual(notAllowed);
  });

  it('cannot be acted for while the register is away', async () => {
    const { id: party } = await myChild('bold');
    stage.world.clock.advance(6 * 60_000);
    await createPhone(stage.world.sandbox).fault('registry_down', 1);
    const service = await stage.publish();
    expect(refusal(await apply('bold', service, party))).toEqual([503, 'acting_unconfirmed']);
    expect((await apply('bold', service, party)).status).toBe(201);
  });
});
